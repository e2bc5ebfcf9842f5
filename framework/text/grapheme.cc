#include "framework/text/grapheme.h"

#include <unicode/uchar.h>

#include "framework/text/unicode.h"
#include "framework/text/unicode_ranges.h"

namespace atto {
namespace {

/// Grapheme_Cluster_Break.
int break_class(char32_t c) {
  if (c >= 0x20 && c < 0x7F) return U_GCB_OTHER;
  if (is_in(kExtendAfterUnicode15, c)) return U_GCB_EXTEND;
  if (is_in(kVowelAfterUnicode15, c)) return U_GCB_V;
  if (c == 0x113D1) return U_GCB_PREPEND;
  return u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_GRAPHEME_CLUSTER_BREAK);
}

bool is_linker(char32_t c) {  // Indic_Conjunct_Break=Linker
  return c == 0x94D || c == 0x9CD || c == 0xACD || c == 0xB4D || c == 0xC4D || c == 0xD4D;
}

bool is_pictographic(char32_t c) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_EXTENDED_PICTOGRAPHIC);
}

/// What the rules have to know of the cluster so far.
class Cluster {
 public:
  explicit Cluster(char32_t first) : last_(break_class(first)) { look_back(first); }

  /// Whether the character belongs to it; then it is taken in.
  bool take(char32_t c) {
    const int next = break_class(c);
    if (!joins(c, next)) return false;
    last_ = next;
    look_back(c);
    return true;
  }

 private:
  bool joins(char32_t c, int next) const {
    switch (last_) {
      case U_GCB_CR: return next == U_GCB_LF;
      case U_GCB_LF:
      case U_GCB_CONTROL: return false;
      case U_GCB_PREPEND: return next != U_GCB_CR && next != U_GCB_LF && next != U_GCB_CONTROL;
      default: break;
    }
    switch (next) {
      case U_GCB_EXTEND:
      case U_GCB_ZWJ:
      case U_GCB_SPACING_MARK: return true;
      case U_GCB_L:
      case U_GCB_LV:
      case U_GCB_LVT: return last_ == U_GCB_L;
      case U_GCB_V: return last_ == U_GCB_L || last_ == U_GCB_V || last_ == U_GCB_LV;
      case U_GCB_T:
        return last_ == U_GCB_V || last_ == U_GCB_LV || last_ == U_GCB_T || last_ == U_GCB_LVT;
      default:
        return (linked_ && is_in(kConjunctConsonants, c)) ||
               (last_ == U_GCB_ZWJ && pictographic_ && is_pictographic(c));
    }
  }

  void look_back(char32_t c) {
    const bool extends = last_ == U_GCB_EXTEND || last_ == U_GCB_ZWJ;
    if (!extends) {
      pictographic_ = is_pictographic(c);
      consonant_ = is_in(kConjunctConsonants, c);
      linked_ = false;
    } else if (consonant_ && is_linker(c)) {
      linked_ = true;
    } else if (c == 0x200C) {
      consonant_ = linked_ = false;
    }
  }

  int last_;
  bool pictographic_ = false;  // an emoji, and what extends it
  bool consonant_ = false;     // a consonant, and what extends it
  bool linked_ = false;        // with a linker among that
};

}  // namespace

std::size_t grapheme_end(std::string_view text, std::size_t at) {
  const auto is_plain = [](char c) { return c >= ' ' && c < 0x7F; };
  const bool plain = is_plain(text[at]);
  const char32_t first = next_character(text, at);
  if (at == text.size() || (plain && is_plain(text[at]))) return at;
  Cluster cluster(first);
  for (std::size_t next = at; next < text.size(); at = next) {
    if (!cluster.take(next_character(text, next))) break;
  }
  return at;
}

}  // namespace atto
