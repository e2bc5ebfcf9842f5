#include "framework/text/unicode.h"

#include <unicode/uchar.h>

#include <cstdint>
#include <cstring>

#include "framework/text/newer_characters.h"
#include "framework/text/unicode_ranges.h"

namespace atto {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080u;

UChar32 code(char32_t c) { return static_cast<UChar32>(c); }

bool in_category(char32_t c, std::uint32_t mask) { return (U_GET_GC_MASK(code(c)) & mask) != 0; }

/// The version of Unicode that the character came with; 0 when the library does not know it.
int age(char32_t c) {
  UVersionInfo version;
  u_charAge(code(c), version);
  return version[0];
}

bool was_in(char32_t c, std::uint32_t mask, int version) {
  return in_category(c, mask) && age(c) <= version;
}

/// The bytes of the character at `at`; minus those of the longest beginning of one, at least one
/// byte, where there is none.
int character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](int i) {
    const std::size_t place = at + static_cast<std::size_t>(i);
    return place < text.size() ? static_cast<unsigned char>(text[place]) : 0u;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return -1;
  const int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return -1;
  for (int i = 2; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return -i;
  }
  return length;
}

}  // namespace

void append_character(std::string& text, char32_t c) {
  const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  const auto more = [&](int shift) { put(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    more(0);
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    more(6);
    more(0);
  } else {
    put(0xF0 | c >> 18);
    more(12);
    more(6);
    more(0);
  }
}

std::size_t ascii_length(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  for (std::uint64_t word; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at - begin;
}

std::size_t first_invalid_byte(std::string_view text) {
  for (std::size_t at = 0; (at += ascii_length(text, at)) < text.size();) {
    while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80) {
      const int length = character_length(text, at);
      if (length < 0) return at;
      at += static_cast<std::size_t>(length);
    }
  }
  return text.size();
}

std::size_t invalid_length(std::string_view text, std::size_t at) {
  return static_cast<std::size_t>(-character_length(text, at));
}

std::string replace_invalid(std::string_view text) {
  std::string valid;
  while (true) {
    const std::size_t length = first_invalid_byte(text);
    valid += text.substr(0, length);
    if (length == text.size()) return valid;
    valid += "\uFFFD";
    text.remove_prefix(length + invalid_length(text, length));
  }
}

bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= '\t' && c <= '\r');
  return u_isUWhiteSpace(code(c)) != 0;
}

bool is_word(char32_t c) {
  if (c < 0x80)
    return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
  if (const NewerCharacters* newer = newer_character(c)) {
    const std::string_view category = newer->category;
    return newer->alphabetic || category[0] == 'M' || category == "Nd" || category == "Pc";
  }
  constexpr std::uint32_t kWord =
      U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK | U_GC_PC_MASK;
  return (in_category(c, kWord) || u_hasBinaryProperty(code(c), UCHAR_ALPHABETIC) ||
          u_hasBinaryProperty(code(c), UCHAR_JOIN_CONTROL)) &&
         age(c) <= 15;
}

bool is_numeric(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  return was_in(c, U_GC_N_MASK, 15) || is_in(kNumericAfterUnicode15, c);
}

bool is_punctuation(char32_t c) {
  if (c < 0x80) return c > ' ' && c < 0x7F && (c == '_' || !is_word(c));
  return was_in(c, U_GC_P_MASK, 8) || c == 0x166D || c == 0x111C9;  // later So and Mn
}

bool is_other(char32_t c) { return was_in(c, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK, 8); }

bool is_nonspacing_mark(char32_t c) {
  if (c < 0x300) return false;
  switch (c) {
    case 0x1734: return true;  // later Mc
    case 0x1885:
    case 0x1886:
    case 0xA9BD:
    case 0x111C9: return false;  // Mn only later
    default: return was_in(c, U_GC_MN_MASK, 8);
  }
}

bool is_mark(char32_t c) {
  if (c < 0x300 || c == 0x111C9) return false;                     // Mn only later
  return was_in(c, U_GC_M_MASK, 9) || c == 0x1CF2 || c == 0x1CF3;  // later Lo
}

bool is_after_unicode9(char32_t c) {
  const int version = age(c);
  return version > 9 || version == 0;
}

bool append_lower(std::string& text, char32_t c) {
  auto lower = static_cast<char32_t>(u_tolower(code(c)));
  if (lower == c) {
    for (const LowerRange& range : kLowerAfterUnicode15) {
      if (c >= range.first && c <= range.last) lower = c + static_cast<char32_t>(range.distance);
    }
  }
  if (lower == c) return false;
  append_character(text, lower);
  if (c == 0x130) append_character(text, 0x307);
  return true;
}

}  // namespace atto
