#include "framework/text/pattern.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "framework/text/unicode.h"
#include "tests/error_of.h"

namespace atto {
namespace {

struct Case {
  const char* expression;
  const char* text;
  const char* parts;  // the text, cut where matches begin and end
};

struct Digest {
  const char* set;     // an expression for one character
  std::uint32_t hash;  // FNV-1a of the parts of all characters, by blocks of 256
};

#include "tests/text/pattern_reference.inc"

std::string parts_of(const Pattern& pattern, std::string_view text) {
  std::string parts;
  std::size_t last = 0;
  const auto add = [&](std::size_t from, std::size_t to) {
    if (from == to) return;
    if (!parts.empty()) parts += '|';
    parts += text.substr(from, to - from);
  };
  pattern.for_each_match(text, [&](std::size_t from, std::size_t to) {
    add(last, from);
    add(from, to);
    last = to;
  });
  add(last, text.size());
  return parts;
}

std::size_t matches_in(const Pattern& pattern, std::string_view text) {
  std::size_t matches = 0;
  pattern.for_each_match(text, [&](std::size_t, std::size_t) { ++matches; });
  return matches;
}

Pattern pattern_of(const std::string& json) {
  const Json value = Json::parse(json, "test");
  return Pattern::from(JsonPlace(value, "pattern"));
}

TEST(Pattern, MatchesWhatTheReferenceDoes) {
  for (const Case& row : kCases)
    EXPECT_EQ(parts_of(Pattern::regex(row.expression), row.text), row.parts)
        << row.expression << " in " << row.text;
}

TEST(Pattern, KnowsEveryCharacterAsTheReferenceDoes) {
  for (const Digest& row : kDigests) {
    const Pattern pattern = Pattern::regex(std::string("(?:") + row.set + ")+");
    std::uint32_t hash = 0x811C9DC5;
    for (char32_t block = 0; block < 0x110000; block += 256) {
      if (block >= 0xD800 && block < 0xE000) continue;
      std::string text;
      for (char32_t c = block; c < block + 256; ++c) append_character(text, c);
      for (const char byte : parts_of(pattern, text))
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193u;
    }
    EXPECT_EQ(hash, row.hash) << row.set;
  }
}

TEST(Pattern, FindsALiteral) {
  const struct {
    const char* literal;
    const char* text;
    const char* parts;
  } rows[] = {
      {"a", "banana", "b|a|n|a|n|a"},   {"aa", "aaa", "aa|a"}, {"", "a\u00E9b", "a|\u00E9|b"},
      {".*", "a.*b", "a|.*|b"},         {"\u2581", "x", "x"},  {"a", "", ""},
      {"\u00E9", "\u00E9e", "\u00E9|e"}};
  for (const auto& row : rows)
    EXPECT_EQ(parts_of(Pattern::literal(row.literal), row.text), row.parts) << row.literal;
}

TEST(Pattern, IsReadFromJson) {
  EXPECT_EQ(parts_of(pattern_of(R"({"String": "."})"), "a.b"), "a|.|b");
  EXPECT_EQ(parts_of(pattern_of(R"({"Regex": "[.]"})"), "a.b"), "a|.|b");
  for (const char* wrong : {R"("a")", "{}", R"({"Regex": 1})", R"({"String": "a", "Regex": "b"})",
                            R"({"String": "a", "x": 1})", "[]", "null"})
    EXPECT_NE(error_of([&] { pattern_of(wrong); }).message(), "") << wrong;
}

TEST(Pattern, NamesWhatIsWrong) {
  const struct {
    const char* expression;
    const char* message;
  } rows[] = {{"[a", "']' is missing"},
              {"[]", "']' is missing"},
              {"(a", "')' is missing"},
              {"a)", "unmatched ')'"},
              {"*a", "there is nothing to repeat before '*'"},
              {"a|+", "there is nothing to repeat before '+'"},
              {"\\", "ends too early"},
              {"(?", "ends too early"},
              {"(?<n", "'>' is missing"},
              {"[z-a]", "the range ends before it begins"},
              {"\\p{Klingon}", "\\p{Klingon} is not supported"},
              {"\\p{L", "'}' is missing"},
              {"[[:foo:]]", "there is no class [:foo:]"},
              {"\\x{110000}", "110000 is no character"},
              {"\\uD800", "D800 is no character"},
              {"\\xE9", "write \\x{..}"},
              {"\\X", "text segments, \\X, are not supported"},
              {"(?~a)", "absent operators"},
              {"(?(1)a|b)", "conditions"},
              {"(*FAIL)", "callouts"},
              {"\\g<1>", "calls of groups"},
              {"(?u:a)", "the option 'u' of a group is not supported"},
              {"\\C-a", "\\C- and \\M- are not supported"},
              {"\\1", "reference to non-existent subpattern"},
              {"(?<=a+)b", "lookbehind assertion is not fixed length"},
              {"a{3,1}", "numbers out of order"}};
  for (const auto& row : rows) {
    const std::string message = error_of([&] { Pattern::regex(row.expression); }).message();
    EXPECT_NE(message.find(row.message), std::string::npos) << message;
    EXPECT_NE(message.find(row.expression), std::string::npos) << message;
    EXPECT_NE(message.find("byte"), std::string::npos) << message;
  }
  const std::string deep(100000, '(');
  EXPECT_NE(error_of([&] { Pattern::regex(deep); }).message(), "");
  EXPECT_NE(error_of([&] { Pattern::regex(std::string(100000, '[')); }).message(), "");
}

TEST(Pattern, TakesLinearTimeAndLittleStack) {
  const std::size_t million = 1000000;
  const struct {
    const char* expression;
    const char* repeated;
    std::size_t matches;
  } rows[] = {{"(?:a|b)+", "ab", 1},
              {"((a)|(b))+?$", "ab", 1},
              {"\\s+(?!\\S)|\\s+", " ", 1},
              {"\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+", " ", 1},
              {"\\p{Lu}*\\p{Ll}+|\\p{Lu}+", "A", 1},
              {"[\\p{L}&&[^\\p{Han}]]+", "a", 1},
              {"", "a", million + 1}};
  for (const auto& row : rows) {
    std::string text;
    while (text.size() < million) text += row.repeated;
    EXPECT_EQ(matches_in(Pattern::regex(row.expression), text), row.matches) << row.expression;
  }
}

TEST(Pattern, GivesUpWhereEveryWayIsTried) {
  const std::string message = error_of([&] {
                                matches_in(Pattern::regex("^(a+)+$"), std::string(100, 'a') + "b");
                              }).message();
  EXPECT_NE(message.find("takes too many steps"), std::string::npos) << message;
}

TEST(Pattern, MayBeUsedByThreads) {
  const Pattern pattern = Pattern::regex("(?:a|b)+|\\s");
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "abba ";
  std::vector<std::size_t> matches(4);
  std::vector<std::thread> threads;
  for (std::size_t& found : matches)
    threads.emplace_back([&] { found = matches_in(pattern, text); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(matches, std::vector<std::size_t>(4, 40000));
}

}  // namespace
}  // namespace atto
