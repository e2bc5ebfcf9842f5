#include "framework/text/unicode_scripts.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "framework/text/unicode.h"

namespace atto {
namespace {

constexpr int kAnyScript = USCRIPT_UNKNOWN;

/// The script as SentencePiece tells them apart: Japanese has one, spaces and characters that are
/// newer than Unicode 9 are in any.
int script_of(char32_t c) {
  const auto code = static_cast<UChar32>(c);
  UVersionInfo age;
  u_charAge(code, age);
  if (c == ' ' || age[0] > 9) return kAnyScript;
  if (c == 0x589 || c == 0x61C) return USCRIPT_COMMON;  // as they were in Unicode 9
  if (c == 0x953 || c == 0x954) return USCRIPT_DEVANAGARI;
  UErrorCode status = U_ZERO_ERROR;
  const int script = uscript_getScript(code, &status);
  const bool japanese = script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || c == 0x30FC;
  return japanese ? USCRIPT_HAN : script;
}

/// Cuts where the script changes.
class UnicodeScripts : public PreTokenizer {
 public:
  void split(const Piece& piece, const PieceSink& sink) const override {
    std::size_t begin = piece.text.size();  // what is in any script at the start is left out
    int last = kAnyScript;
    for (std::size_t at = 0; at < piece.text.size();) {
      const std::size_t from = at;
      const int script = script_of(next_character(piece.text, at));
      if (script == kAnyScript || script == last) continue;
      if (begin < from) sink(piece.part(begin, from));
      begin = from;
      last = script;
    }
    if (begin < piece.text.size()) sink(piece.part(begin, piece.text.size()));
  }
};

}  // namespace

std::unique_ptr<const PreTokenizer> make_unicode_scripts(JsonFields&) {
  return std::make_unique<const UnicodeScripts>();
}

}  // namespace atto
