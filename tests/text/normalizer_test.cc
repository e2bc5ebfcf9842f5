#include "framework/text/normalizer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "framework/core/characters.h"
#include "framework/text/precompiled.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

using namespace std::string_view_literals;

struct Case {
  const char* normalizer;
  std::string_view text;
  std::string_view normalized;
  const char* offsets;  // for each character of `normalized`, in characters of `text`
};

struct Digest {
  const char* normalizer;
  std::uint32_t alone;    // FNV-1a of what becomes of every character, each before a blank
  std::uint32_t between;  // each behind an a and in front of U+0301
};

#include "tests/text/normalizer_reference.inc"

std::unique_ptr<const Normalizer> normalizer_of(std::string json) {
  static constexpr std::string_view kPlace = "SMALL";
  for (std::size_t at = 0; (at = json.find(kPlace, at)) != std::string::npos;) {
    json.replace(at, kPlace.size(), kCharsmap);
  }
  const Json value = Json::parse(json, "test");
  return make_normalizer(JsonPlace(value, "normalizer"));
}

std::string offsets_of(const Piece& piece, std::string_view text) {
  std::string offsets;
  for (std::size_t at = 0; at < piece.text.size();) {
    const std::size_t begin = at;
    next_character(piece.text, at);
    const Span origin = piece.origin(begin, at);
    if (!offsets.empty()) offsets += ' ';
    offsets += std::to_string(characters_in(text.substr(0, origin.begin))) + '-' +
               std::to_string(characters_in(text.substr(0, origin.end)));
  }
  return offsets;
}

TEST(Normalizer, DoesWhatTheReferenceDoes) {
  for (const Case& row : kCases) {
    SCOPED_TRACE(row.normalizer);
    AlignedText text(Piece{row.text});
    normalizer_of(row.normalizer)->normalize(text);
    EXPECT_EQ(text.text(), row.normalized) << row.text;
    EXPECT_EQ(offsets_of(text.piece(), row.text), row.offsets) << row.text;
  }
}

std::uint32_t hash(std::string_view text) {
  std::uint32_t value = 0x811C9DC5;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x01000193;
  return value;
}

TEST(Normalizer, TreatsEveryCharacterAsTheReferenceDoes) {
  std::string alone;
  std::string between;
  for (char32_t c = 0; c < 0xE0200; ++c) {
    if ((c >= 0xD800 && c < 0xE000) || (c >= 0x32000 && c < 0xE0000)) continue;
    append_character(alone, c);
    alone += ' ';
    between += 'a';
    append_character(between, c);
    between += "\u0301";
  }
  for (const Digest& row : kDigests) {
    const auto normalizer = normalizer_of(row.normalizer);
    const auto hash_of = [&](const std::string& input) {
      AlignedText text(Piece{input});
      normalizer->normalize(text);
      return hash(text.text());
    };
    EXPECT_EQ(hash_of(alone), row.alone) << row.normalizer;
    EXPECT_EQ(hash_of(between), row.between) << row.normalizer;
  }
}

TEST(Normalizer, DoesNotCopyWhatItDoesNotChange) {
  const std::string text = "nothing to do here, \u00E9t\u00E9 \u4E2D\uAC00 \u0928\u092E\u094D";
  for (const char* json :
       {R"({"type":"NFC"})", R"({"type":"NFKC"})", R"({"type":"Lowercase"})", R"({"type":"Nmt"})",
        R"({"type":"Strip","strip_left":true,"strip_right":true})",
        R"({"type":"Replace","pattern":{"String":"@"},"content":"_"})"}) {
    AlignedText aligned(Piece{text});
    normalizer_of(json)->normalize(aligned);
    EXPECT_EQ(aligned.text().data(), text.data()) << json;
  }
}

TEST(Normalizer, AlignsPiecesOfText) {
  AlignedText text(Piece{"\u00E9t\u00C9", nullptr, 100});
  normalizer_of(R"({"type":"Sequence","normalizers":[
      {"type":"NFD"},{"type":"Lowercase"},{"type":"StripAccents"}]})")
      ->normalize(text);
  EXPECT_EQ(text.text(), "ete");
  EXPECT_EQ(text.piece().origin(0, 1), (Span{100, 102}));
  EXPECT_EQ(text.piece().origin(1, 3), (Span{102, 105}));
}

TEST(Normalizer, RefusesWhatIsWrong) {
  struct Row {
    const char* json;
    const char* message;
  };
  const Row rows[] = {
      {R"("NFC")", "normalizer: "},
      {R"({})", "normalizer: 'type' is missing"},
      {R"({"type":"NFE"})",
       "normalizer.type: 'NFE' is not supported; did you mean 'NFC'?; there are"},
      {R"({"type":"NFC","x":1})", "normalizer: 'x' is not supported"},
      {R"({"type":"Strip","strip_left":true})", "normalizer: 'strip_right' is missing"},
      {R"({"type":"Strip","strip_left":1,"strip_right":true})", "normalizer.strip_left: "},
      {R"({"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Prepend"}]})",
       "normalizer.normalizers[1]: 'prepend' is missing"},
      {R"({"type":"Sequence","normalizers":{}})", "normalizer.normalizers: "},
      {R"({"type":"Replace","pattern":"a","content":"b"})", "normalizer.pattern: "},
      {R"({"type":"Replace","pattern":{"String":"a"}})", "normalizer: 'content' is missing"},
      {R"({"type":"BertNormalizer","clean_text":true,"lowercase":true})",
       "normalizer: 'handle_chinese_chars' is missing"},
      {R"({"type":"Precompiled","precompiled_charsmap":null})",
       "normalizer.precompiled_charsmap: "},
      {R"({"type":"Precompiled","precompiled_charsmap":""})",
       "normalizer.precompiled_charsmap: it is cut off"},
      {R"({"type":"Precompiled","precompiled_charsmap":"AAAAAA"})",
       "normalizer.precompiled_charsmap: the text is cut off: base64 has groups of 4 characters"},
      {R"({"type":"Precompiled","precompiled_charsmap":"AA*A"})",
       "normalizer.precompiled_charsmap: '*' is no digit of base64"},
      {R"({"type":"Precompiled","precompiled_charsmap":"AAAAAA=="})",
       "normalizer.precompiled_charsmap: it is cut off, or is no charsmap: the trie has 0 bytes"},
  };
  for (const Row& row : rows) {
    try {
      normalizer_of(row.json);
      ADD_FAILURE() << row.json;
    } catch (const Error& error) {
      EXPECT_EQ(error.message().substr(0, std::string_view(row.message).size()), row.message)
          << row.json;
    }
  }
}

// Units and texts that point out of the tables are as if they were not there.
TEST(Precompiled, SurvivesTablesThatAreBroken) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    std::string charsmap = {64, 0, 0, 0};
    std::uint32_t random = seed;
    while (charsmap.size() < 72) {
      random = random * 1664525 + 1013904223;
      charsmap += static_cast<char>(charsmap.size() < 68 ? random >> 24 : random >> 25);
    }
    AlignedText text(Piece{"\u00E9 some text\r\n\u0301 to go over 0123456789"});
    Precompiled(charsmap).normalize(text);
    EXPECT_EQ(first_invalid_byte(text.text()), text.text().size());
  }
}

}  // namespace
}  // namespace atto
