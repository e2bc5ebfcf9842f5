#include "framework/text/bert_normalizer.h"

#include "framework/text/character_changes.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

/// CJK ideographs as BERT has them: U+2B820..2B91F are not among them.
bool is_chinese(char32_t c) {
  const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return in(0x3400, 0x4DBF) || in(0x4E00, 0x9FFF) || in(0xF900, 0xFAFF) || in(0x20000, 0x2A6DF) ||
         in(0x2A700, 0x2B81F) || in(0x2B920, 0x2CEAF) || in(0x2F800, 0x2FA1F);
}

void clean(AlignedText& text) {
  change_characters(text, [](char32_t c, std::string& with) {
    if (c >= ' ' && c < 0x7F) return false;
    const bool breaks = c == '\t' || c == '\n' || c == '\r';
    if (!breaks && (c == 0xFFFD || is_other(c))) return true;
    if (!breaks && !is_space(c)) return false;
    with = ' ';
    return true;
  });
}

void put_blanks_around_chinese(AlignedText& text) {
  change_characters<false>(text, [](char32_t c, std::string& with) {
    if (!is_chinese(c)) return false;
    with = ' ';
    append_character(with, c);
    with += ' ';
    return true;
  });
}

void leave_out_marks(AlignedText& text) {
  change_characters<false>(text, [](char32_t c, std::string&) { return is_nonspacing_mark(c); });
}

}  // namespace

BertNormalizer::BertNormalizer(JsonFields& fields)
    : clean_text_(fields.required("clean_text").boolean()),
      handle_chinese_chars_(fields.required("handle_chinese_chars").boolean()),
      lowercase_(fields.required("lowercase").boolean()),
      strip_accents_(fields.boolean("strip_accents", lowercase_)) {}

void BertNormalizer::normalize(AlignedText& text) const {
  if (clean_text_) clean(text);
  if (handle_chinese_chars_) put_blanks_around_chinese(text);
  if (strip_accents_) {
    decompose_.normalize(text);
    leave_out_marks(text);
  }
  if (lowercase_) to_lower(text);
}

}  // namespace atto
