#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "framework/core/characters.h"

namespace atto {

/// The character that begins at byte `at` of valid UTF-8; `at` goes on behind it.
inline char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&] { return static_cast<unsigned char>(text[at++]); };
  const auto more = [&](char32_t c) { return c << 6 | (byte() & 0x3Fu); };
  const unsigned char lead = byte();
  if (lead < 0x80) return lead;
  if (lead < 0xE0) return more(lead & 0x1Fu);
  if (lead < 0xF0) return more(more(lead & 0x0Fu));
  return more(more(more(lead & 0x07u)));
}

/// Where the character in front of byte `at` begins; `at` is not 0.
inline std::size_t begin_of_last(std::string_view text, std::size_t at) {
  do --at;
  while (at > 0 && is_continuation(text[at]));
  return at;
}
/// The character in UTF-8, appended.
void append_character(std::string& text, char32_t c);

/// How many bytes of ASCII the text has from byte `at` on.
std::size_t ascii_length(std::string_view text, std::size_t at);
/// Where the first byte sequence begins that is no UTF-8; text.size() if there is none.
std::size_t first_invalid_byte(std::string_view text);
/// How many bytes such a sequence has that begins at byte `at`: the longest beginning of a
/// character, else one byte (Unicode 15, section 3.9, "U+FFFD Substitution of Maximal Subparts").
std::size_t invalid_length(std::string_view text, std::size_t at);
/// The text with one U+FFFD for each such sequence, as WHATWG's decoder does it.
std::string replace_invalid(std::string_view text);

// Classes of characters, as Hugging Face's tokenizers 0.22.2 has them: they are of different
// versions of Unicode there.

/// White_Space, which is the same in all of them.
bool is_space(char32_t c);
/// \w of regular expressions (UTS #18, annex C), of Unicode 16: letters, marks, digits, ...
bool is_word(char32_t c);
/// N (letters and symbols for numbers also), of Unicode 17.
bool is_numeric(char32_t c);
/// P and all other visible ASCII that is no letter or digit, of Unicode 8.
bool is_punctuation(char32_t c);
/// Cc, Cf and Co: control, format and private characters, of Unicode 8.
bool is_other(char32_t c);
/// Mn, of Unicode 8.
bool is_nonspacing_mark(char32_t c);
/// M, of Unicode 9.
bool is_mark(char32_t c);
/// Whether Unicode 9 has no such character: normal forms leave it alone.
bool is_after_unicode9(char32_t c);

/// Appends the lower case of the character, of Unicode 17, where that is another one; returns
/// whether it is. That of U+0130 is two characters.
bool append_lower(std::string& text, char32_t c);

}  // namespace atto
