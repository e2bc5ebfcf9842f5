#include "framework/text/pre_tokenizer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "framework/core/characters.h"
#include "framework/text/byte_level.h"
#include "framework/text/unicode.h"
#include "tests/error_of.h"

namespace atto {
namespace {

struct Case {
  const char* pre_tokenizer;
  const char* text;
  const char*
      pieces;  // a line for each: where it comes from, in characters of the text; what it is
};

struct Digest {
  const char* pre_tokenizer;
  std::uint32_t hash;  // FNV-1a of the pieces of all characters, by blocks of 256
};

#include "tests/text/pre_tokenizer_reference.inc"

std::unique_ptr<const PreTokenizer> pre_tokenizer_of(std::string_view json) {
  const Json value = Json::parse(json, "test");
  return make_pre_tokenizer(JsonPlace(value, "pre_tokenizer"));
}

std::string pieces_of(const PreTokenizer& pre_tokenizer, std::string_view text) {
  std::string pieces;
  std::size_t byte = 0, character = 0;  // pieces come in order
  const auto characters_before = [&](std::size_t end) {
    if (end < byte) byte = character = 0;
    character += characters_in(text.substr(byte, end - byte));
    byte = end;
    return std::to_string(character);
  };
  pre_tokenizer.split({text}, [&](const Piece& piece) {
    const Span origin = piece.origin(0, piece.text.size());
    pieces += characters_before(origin.begin) + '-';
    pieces += characters_before(origin.end) + ' ';
    pieces.append(piece.text) += '\n';
  });
  return pieces;
}

TEST(PreTokenizer, CutsAsTheReferenceDoes) {
  for (const Case& row : kCases)
    EXPECT_EQ(pieces_of(*pre_tokenizer_of(row.pre_tokenizer), row.text), row.pieces)
        << row.pre_tokenizer << " of " << row.text;
}

TEST(PreTokenizer, KnowsEveryCharacterAsTheReferenceDoes) {
  for (const Digest& row : kDigests) {
    const auto pre_tokenizer = pre_tokenizer_of(row.pre_tokenizer);
    std::uint32_t hash = 0x811C9DC5;
    for (char32_t block = 0; block < 0x110000; block += 256) {
      if (block >= 0xD800 && block < 0xE000) continue;
      std::string text;
      for (char32_t c = block; c < block + 256; ++c) {
        text += 'a';
        append_character(text, c);
        text += "1 ";
      }
      for (const char byte : pieces_of(*pre_tokenizer, text))
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193u;
    }
    EXPECT_EQ(hash, row.hash) << row.pre_tokenizer;
  }
}

TEST(PreTokenizer, KeepsTheOriginsOfWhatItIsGiven) {
  // What a normalizer made of 2 characters: a ligature of 3 bytes at byte 5, then a blank.
  const Span origins[] = {{5, 8}, {5, 8}, {8, 9}};
  const struct {
    const char* pre_tokenizer;
    const char* pieces;
  } rows[] = {
      {R"({"type": "WhitespaceSplit"})", "fi[5,8)"},
      {R"({"type": "FixedLength", "length": 1})", "f[5,8)i[5,8) [8,9)"},
      {R"({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": false})",
       "\u0120fi[5,8)\u0120[8,9)"},
      {R"({"type": "Metaspace", "replacement": "_"})", "_fi[5,8)_[8,9)"},
      {R"({"type": "Metaspace", "replacement": "_", "prepend_scheme": "first"})", "fi[5,8)_[8,9)"}};
  for (const auto& row : rows) {
    std::string pieces;
    pre_tokenizer_of(row.pre_tokenizer)->split({"fi ", origins, 5}, [&](const Piece& piece) {
      const Span origin = piece.origin(0, piece.text.size());
      pieces += text(piece.text, '[', origin.begin, ',', origin.end, ')');
    });
    EXPECT_EQ(pieces, row.pieces) << row.pre_tokenizer;
  }
}

TEST(PreTokenizer, TakesALongPiece) {
  const std::string text(1000000, ' ');
  for (const char* json :
       {R"({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true})",
        R"({"type": "Metaspace", "replacement": "\u2581", "split": false})"}) {
    std::size_t pieces = 0, bytes = 0;
    pre_tokenizer_of(json)->split({text}, [&](const Piece& piece) {
      ++pieces;
      bytes += piece.text.size();
    });
    EXPECT_EQ(pieces, 1u) << json;
    EXPECT_GE(bytes, 2 * text.size()) << json;
  }
}

TEST(PreTokenizer, NamesWhatIsWrong) {
  const struct {
    const char* json;
    const char* message;
  } rows[] = {
      {"[]", "pre_tokenizer: "},
      {"{}", "type"},
      {R"({"type": "Whitspace"})", "did you mean 'Whitespace'"},
      {R"({"type": "Whitespace", "extra": 1})", "extra"},
      {R"({"type": "Digits"})", "individual_digits"},
      {R"({"type": "Digits", "individual_digits": 1})", "individual_digits"},
      {R"({"type": "Split", "pattern": {"String": "a"}, "behavior": "Isolate", "invert": false})",
       "did you mean 'Isolated'"},
      {R"({"type": "Split", "pattern": {"Regex": "["}, "behavior": "Isolated", "invert": false})",
       "pre_tokenizer.pattern.Regex: "},
      {R"({"type": "Split", "pattern": {"String": "a"}, "behavior": "Isolated"})", "invert"},
      {R"({"type": "Punctuation", "behavior": 1})", "pre_tokenizer.behavior: "},
      {R"({"type": "ByteLevel"})", "add_prefix_space"},
      {R"({"type": "Metaspace"})", "replacement"},
      {R"({"type": "Metaspace", "replacement": "ab"})", "one character, not 'ab'"},
      {R"({"type": "Metaspace", "replacement": "_", "prepend_scheme": "last"})",
       "'always', 'first' or 'never', not 'last'"},
      {R"({"type": "Metaspace", "replacement": "_", "add_prefix_space": false})",
       "prepend_scheme has to be 'never'"},
      {R"({"type": "CharDelimiterSplit", "delimiter": ""})", "one character, not ''"},
      {R"({"type": "FixedLength", "length": 0})", "1 at least, not 0"},
      {R"({"type": "Sequence", "pretokenizers": [{"type": "Digits"}]})",
       "pre_tokenizer.pretokenizers[0]"}};
  for (const auto& row : rows) {
    const std::string message = error_of([&] { pre_tokenizer_of(row.json); }).message();
    EXPECT_NE(message.find(row.message), std::string::npos) << row.json << "\n" << message;
  }
}

TEST(ByteLevel, HasACharacterForEachByte) {
  const struct {
    unsigned char byte;
    const char* character;
  } rows[] = {{0, "\u0100"},    {' ', "\u0120"},  {'!', "!"},
              {'~', "~"},       {0x7F, "\u0121"}, {0xA0, "\u0142"},
              {0xA1, "\u00A1"}, {0xAD, "\u0143"}, {0xFF, "\u00FF"}};
  for (const auto& row : rows) EXPECT_EQ(byte_character(row.byte), row.character) << int{row.byte};
  std::string bytes, characters, back = "x";
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
    characters += byte_character(static_cast<unsigned char>(byte));
  }
  EXPECT_TRUE(append_bytes_of(characters, back));
  EXPECT_EQ(back, "x" + bytes);
  for (const char* none : {"a ", "a\u0144", "a\U0001F600", "\u00AD"}) {
    EXPECT_FALSE(append_bytes_of(none, back)) << none;
    EXPECT_EQ(back, "x" + bytes);
  }
}

}  // namespace
}  // namespace atto
