// Whole tokenizers against what the reference made of the same texts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "framework/core/json.h"
#include "framework/text/tokenizer.h"
#include "tests/error_of.h"
#include "tests/text/small_tokenizer.h"

namespace atto {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<TokenId> ids_of(const Json& list) {
  std::vector<TokenId> ids;
  for (const Json& id : *list.as<Json::Array>())
    ids.push_back(static_cast<TokenId>(*id.as<std::int64_t>()));
  return ids;
}

std::string streamed(const Tokenizer& tokenizer, const std::vector<TokenId>& ids) {
  DecodeStream stream(tokenizer);
  std::string all;
  for (const TokenId id : ids) all += stream.push(id);
  return all + stream.finish();
}

const Tokenizer& small() {
  static const Tokenizer tokenizer = Tokenizer::parse(small_tokenizer_json(), "small.json");
  return tokenizer;
}

TEST(Tokenizer, AgreesWithTheReferenceOnStories) {
  const char* data = std::getenv("ATTO_TEST_DATA");
  if (!data) GTEST_SKIP() << "ATTO_TEST_DATA names no folder of test data";
  const std::filesystem::path folder = std::filesystem::path(data) / "stories260k";
  const Tokenizer tokenizer = Tokenizer::load(folder.string());
  const Json vectors = Json::parse(read(folder / "tokenizer_vectors.json"), "vectors");
  const auto& list = *vectors.find("vectors")->as<Json::Array>();
  ASSERT_EQ(list.size(), 45u);
  for (const Json& vector : list) {
    const std::string& text = *vector.find("text")->as<std::string>();
    const std::vector<TokenId> expected = ids_of(*vector.find("ids"));
    EXPECT_EQ(tokenizer.encode(text).ids, expected) << text;
    EXPECT_EQ(tokenizer.decode(expected), *vector.find("decoded")->as<std::string>());
    EXPECT_EQ(streamed(tokenizer, expected), *vector.find("decoded")->as<std::string>());
  }
}

TEST(Tokenizer, SpecialTokensOffsetsAndSegments) {
  const Encoding encoding = small().encode("he h\u00e9 <pad>  x");
  EXPECT_EQ(encoding.ids, (std::vector<TokenId>{257, 256, ' ', 'h', 0xC3, 0xA9, 258, 'x'}));
  const std::vector<Span> offsets = {{0, 0}, {0, 2}, {2, 3},  {3, 4},
                                     {4, 6}, {4, 6}, {6, 14}, {14, 15}};
  EXPECT_EQ(encoding.offsets, offsets);
  EXPECT_EQ(encoding.special_mask[0], 1);
  EXPECT_EQ(encoding.special_mask[6], 0);
  EXPECT_EQ(small().encode("he", false).ids, (std::vector<TokenId>{256}));
  const Encoding pair = small().encode_pair("h", "<s>");
  EXPECT_EQ(pair.ids, (std::vector<TokenId>{'h', 257}));
  EXPECT_EQ(pair.type_ids, (std::vector<TokenId>{0, 1}));
  EXPECT_EQ(small().encode("").ids, (std::vector<TokenId>{257}));
}

TEST(Tokenizer, BytesThatAreNoTextAreReadAsReplacement) {
  const Encoding encoding = small().encode("a\xF0\x9F\x98z\x80", false);
  EXPECT_EQ(small().decode(encoding.ids), "a\uFFFDz\uFFFD");
  EXPECT_EQ(encoding.offsets[1], (Span{1, 4}));
  EXPECT_EQ(encoding.offsets.back(), (Span{5, 6}));
}

TEST(Tokenizer, DecodesAsItEncoded) {
  for (const std::string text :
       {"", "hello", "h\u00e9llo \U0001F600\n", "<pad>he", "\u4f60\u597d"}) {
    const std::vector<TokenId> ids = small().encode(text).ids;
    EXPECT_EQ(small().decode(ids), text);
    EXPECT_EQ(streamed(small(), ids), text);
  }
  EXPECT_EQ(small().decode(std::vector<TokenId>{257, 'a', 100000, -1}), "a");
  EXPECT_EQ(small().decode(std::vector<TokenId>{257, 'a'}, false), "<s>a");
}

TEST(DecodeStream, NeverGivesHalfACharacter) {
  DecodeStream stream(small());
  EXPECT_EQ(stream.push('a'), "a");
  EXPECT_EQ(stream.push(0xF0), "");
  EXPECT_EQ(stream.push(0x9F), "");
  EXPECT_EQ(stream.push(0x98), "");
  EXPECT_EQ(stream.push(0x80), "\U0001F600");
  EXPECT_EQ(stream.push(0xC3), "");
  EXPECT_EQ(stream.finish(), "\uFFFD");
  EXPECT_EQ(stream.push('b'), "b");
}

TEST(Tokenizer, ThreadsMayShareOne) {
  const std::string text = "he said <pad> h\u00e9, and hehe";
  const std::vector<TokenId> expected = small().encode(text).ids;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 200; ++k) EXPECT_EQ(small().encode(text).ids, expected);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(Tokenizer, PiecesAndIds) {
  EXPECT_EQ(small().find("he"), 256);
  EXPECT_EQ(small().find("<s>"), 257);
  EXPECT_EQ(small().find("nothing"), std::nullopt);
  EXPECT_EQ(small().piece(256), "he");
  EXPECT_EQ(small().piece(999), "");
  EXPECT_FALSE(small().has(999));
  EXPECT_EQ(small().end(), 259);
  EXPECT_EQ(small().role("eos_token"), std::nullopt);
}

struct Mistake {
  std::string from, to, message;
};

TEST(Tokenizer, Mistakes) {
  const std::vector<Mistake> rows = {
      {R"("type": "ByteLevel", "add_prefix_space": false)", R"("type": "ByteLvel")",
       "pre_tokenizer.type: 'ByteLvel' is not supported; did you mean 'ByteLevel'?"},
      {R"("version": "1.0",)", R"("version": "2.0",)",
       "version: '2.0' is not supported; there is 1.0"},
      {R"("version": "1.0",)", R"("versions": "1.0",)", "'versions' is not supported"},
      {R"(, "merges": ["h e"])", "", "model: 'merges' is missing"},
      {R"("pair": [)", R"("pair": [{"SpecialToken": {"id": "</s>", "type_id": 0}}, )",
       "post_processor.pair[0].SpecialToken.id: '</s>' is not among special_tokens"},
      {R"("ids": [257])", R"("ids": [-1])",
       "post_processor.special_tokens.<s>.ids[0]: -1 is no token id; they count from 0"},
  };
  for (const auto& [from, to, message] : rows) {
    std::string json = small_tokenizer_json();
    const std::size_t at = json.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    json.replace(at, from.size(), to);
    const Error error = error_of([&] { Tokenizer::parse(json, "small.json"); });
    EXPECT_TRUE(error.message().starts_with(message)) << error.message();
  }
}

TEST(Tokenizer, PaddingIsNotLongerThanMemory) {
  std::string json = small_tokenizer_json();
  json.insert(1, R"("padding": {"strategy": {"Fixed": 1000000000000}, "direction": "Right",
                   "pad_id": 0, "pad_type_id": 0, "pad_token": "x"}, )");
  EXPECT_EQ(
      error_of([&] { Tokenizer::parse(json, "small.json"); }).message(),
      "padding.strategy.Fixed: padding to 1000000000000 tokens is not supported; 16777216 are "
      "the most");
}

}  // namespace
}  // namespace atto
