#include "framework/text/unicode.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace atto {
namespace {

using namespace std::string_view_literals;

struct Class {
  const char* name;
  bool (*holds)(char32_t);
  std::uint32_t count;
  std::uint32_t hash;
};

#include "tests/text/unicode_reference.inc"

/// FNV-1a, of characters instead of bytes.
struct Hash {
  std::uint32_t value = 0x811C9DC5;
  void add(char32_t c) { value = (value ^ c) * 0x01000193; }
};

template <class Visit>
void for_every_character(Visit&& visit) {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c < 0xD800 || c >= 0xE000) visit(c);
  }
}

TEST(Unicode, ClassesAreThoseOfTheReference) {
  for (const Class& row : kClasses) {
    Hash hash;
    std::uint32_t count = 0;
    for_every_character([&](char32_t c) {
      if (!row.holds(c)) return;
      ++count;
      hash.add(c);
    });
    EXPECT_EQ(count, row.count) << row.name;
    EXPECT_EQ(hash.value, row.hash) << row.name;
  }
}

TEST(Unicode, LowerCaseIsThatOfTheReference) {
  Hash hash;
  for_every_character([&](char32_t c) {
    std::string lower;
    if (!append_lower(lower, c)) append_character(lower, c);
    for (std::size_t at = 0; at < lower.size();) hash.add(next_character(lower, at));
  });
  EXPECT_EQ(hash.value, kLowerHash);
}

TEST(Unicode, EveryCharacterIsReadAsItIsWritten) {
  for_every_character([](char32_t c) {
    std::string text;
    append_character(text, c);
    EXPECT_EQ(first_invalid_byte(text), text.size()) << std::uint32_t{c};
    std::size_t at = 0;
    EXPECT_EQ(std::uint32_t{next_character(text, at)}, std::uint32_t{c});
    EXPECT_EQ(at, text.size()) << std::uint32_t{c};
  });
}

TEST(Unicode, AsciiLength) {
  const std::string text = std::string(21, 'a') + "\u00E9" + "bc";
  for (std::size_t at = 0; at < 21; ++at) EXPECT_EQ(ascii_length(text, at), 21 - at);
  EXPECT_EQ(ascii_length(text, 21), 0u);
  EXPECT_EQ(ascii_length(text, 23), 2u);
  EXPECT_EQ(ascii_length(text, text.size()), 0u);
}

TEST(Unicode, InvalidUtf8) {
  struct Row {
    std::string_view text;
    std::size_t first_invalid;
    std::string_view replaced;  // as new TextDecoder().decode() has it
  };
  const Row rows[] = {
      {"", 0, ""},
      {"plain text, more than one word", 30, "plain text, more than one word"},
      {"\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80", 9, "\u00E9\u4E2D\U0001F600"},
      {"abcdefgh\x80z", 8, "abcdefgh\uFFFDz"},
      {"a\xC3", 1, "a\uFFFD"},
      {"a\xC3(", 1, "a\uFFFD("},
      {"\xC0\x80", 0, "\uFFFD\uFFFD"},
      {"\xC1\xBF", 0, "\uFFFD\uFFFD"},
      {"\xE0\x9F\xBF", 0, "\uFFFD\uFFFD\uFFFD"},
      {"\xE2\x82", 0, "\uFFFD"},
      {"\xE2\x82z", 0, "\uFFFDz"},
      {"\xE2\x28\xA1", 0, "\uFFFD(\uFFFD"},
      {"\xED\xA0\x80", 0, "\uFFFD\uFFFD\uFFFD"},  // a surrogate
      {"\xED\x9F\xBF", 3, "\uD7FF"},
      {"\xF0\x8F\xBF\xBF", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xF0\x9F\x98", 0, "\uFFFD"},
      {"\xF0\x9F\x98\xF0\x9F\x98\x80", 0, "\uFFFD\U0001F600"},
      {"\xF4\x90\x80\x80", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},  // above U+10FFFF
      {"\xF5\xFF", 0, "\uFFFD\uFFFD"},
      {"a\0b\xFF"sv, 3, "a\0b\uFFFD"sv},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(first_invalid_byte(row.text), row.first_invalid) << row.replaced;
    EXPECT_EQ(replace_invalid(row.text), row.replaced);
  }
}

}  // namespace
}  // namespace atto
