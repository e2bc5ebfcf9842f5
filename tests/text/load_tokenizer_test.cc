// The formats that a tokenizer is saved in. That vocab.json, vocab.txt and ranks of real tokenizers
// give what their tokenizer.json gives is compared by reference/run.
#include <gtest/gtest.h>

#include <unistd.h>

#include <bit>
#include <filesystem>
#include <fstream>

#include "framework/text/tokenizer.h"
#include "tests/error_of.h"
#include "tests/text/small_tokenizer.h"

namespace atto {
namespace {

namespace fs = std::filesystem;

using Ids = std::vector<TokenId>;

class LoadTokenizer : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }
  Tokenizer load(const std::string& file = "") const {
    return Tokenizer::load((folder_ / file).string());
  }
  /// Of loading the folder.
  std::string message() const {
    return error_of([&] { load(); }).message();
  }

  const fs::path folder_ = fs::path(::testing::TempDir()) / text("load-tokenizer-", getpid());
};

/// A vocabulary with every byte, `he`, and what comes behind it from id 257 on.
std::string vocab_json(const std::string& more = "") {
  return "{" + byte_alphabet() + R"("he": 256)" + more + "}";
}

TEST_F(LoadTokenizer, VocabularyAndMergesOfGpt2) {
  write("vocab.json", vocab_json(R"(, "<|end|>": 257)"));
  write("merges.txt", "#version: 0.2\nh e\n");
  EXPECT_EQ(load().encode("he <|end|>").ids, (Ids{256, ' ', '<', '|', 'e', 'n', 'd', '|', '>'}));
  EXPECT_EQ(load("vocab.json").encode("he").ids, (Ids{256}));
  EXPECT_EQ(load().role("eos_token"), std::nullopt);

  write("tokenizer_config.json",
        R"({"tokenizer_class": "GPT2Tokenizer", "add_prefix_space": true, "eos_token": "<|end|>",
            "added_tokens_decoder": {"257": {"content": "<|end|>", "special": true}}})");
  EXPECT_EQ(load().encode("he<|end|>").ids, (Ids{' ', 256, 257}));
  EXPECT_EQ(load().decode(Ids{256, 257}), "he");
  EXPECT_EQ(load().role("eos_token"), 257);
}

TEST_F(LoadTokenizer, VocabularyAndMergesOfRoberta) {
  write("vocab.json", vocab_json(R"(, "<s>": 257, "</s>": 258)"));
  write("merges.txt", "h e\n");
  write("tokenizer_config.json", R"({"tokenizer_class": "RobertaTokenizer"})");
  EXPECT_EQ(load().encode("he").ids, (Ids{257, 256, 258}));
  EXPECT_EQ(load().encode_pair("he", "x").ids, (Ids{257, 256, 258, 258, 'x', 258}));
  EXPECT_EQ(load().role("eos_token"), 258);
}

TEST_F(LoadTokenizer, VocabularyAndMergesOfQwen2) {
  write("vocab.json", vocab_json());
  write("merges.txt", "h e\n");
  write("tokenizer_config.json", R"({"tokenizer_class": "Qwen2Tokenizer"})");
  // NFC, and digits one by one.
  EXPECT_EQ(load().encode("e\u0301 12").ids, (Ids{0xC3, 0xA9, ' ', '1', '2'}));
}

TEST_F(LoadTokenizer, VocabularyOfBert) {
  write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\nhe\n##llo\r\nHe\n");
  EXPECT_EQ(load().encode("Hello [PAD] x").ids, (Ids{2, 4, 5, 0, 1, 3}));
  EXPECT_EQ(load().encode_pair("he", "he").type_ids, (Ids{0, 0, 0, 1, 1}));
  EXPECT_EQ(load().role("pad_token"), 0);
  write("tokenizer_config.json", R"({"tokenizer_class": "BertTokenizer", "do_lower_case": false})");
  EXPECT_EQ(load().encode("Hello").ids, (Ids{2, 6, 5, 3}));
}

TEST_F(LoadTokenizer, RanksOfTiktoken) {
  // !, h, e, he and hel in base64; `l` and `el` have no rank, so that hel is found as a whole only.
  const std::string ranks = "IQ== 0\naA== 1\nZQ== 2\naGU= 3\naGVs 4\n";
  for (const char* name : {"r50k_base.tiktoken", "cl100k_base.tiktoken", "tokenizer.model"}) {
    write(name, ranks);
    EXPECT_EQ(load(name).encode("hehe!").ids, (Ids{3, 3, 0})) << name;
    EXPECT_EQ(load(name).encode("hel").ids, (Ids{4})) << name;
    EXPECT_EQ(load(name).decode(Ids{4, 0}), "hel!") << name;
  }
  EXPECT_EQ(load().encode("hel").ids, (Ids{4}));
  write("mine.tiktoken", ranks);
  const std::string message = error_of([&] { load("mine.tiktoken"); }).message();
  EXPECT_NE(message.find("rename the file to the one it is"), std::string::npos) << message;
}

/// A SentencePiece model of unigrams, written as its protocol buffer has it: messages of fields,
/// each a tag (number * 8 + 2 for bytes, + 5 for 32 bits, + 0 for a number) and its content.
class SentencePieceWriter {
 public:
  void add(const std::string& piece, float score, int type) {
    const auto bits = std::bit_cast<std::uint32_t>(score);
    std::string fields = bytes(1, piece) + std::string(1, 2 * 8 + 5);
    for (int shift = 0; shift < 32; shift += 8) fields += static_cast<char>(bits >> shift);
    file_ += bytes(1, fields + std::string(1, 3 * 8) + static_cast<char>(type));
  }
  const std::string& file() const { return file_; }

 private:
  static std::string bytes(int field, const std::string& content) {
    return std::string{static_cast<char>(field * 8 + 2), static_cast<char>(content.size())} +
           content;
  }

  std::string file_;
};

/// unk, <s>, </s>, then pieces whose scores make he + l better than h + el.
std::string sentence_piece_model() {
  enum { kNormal = 1, kUnknown = 2, kControl = 3 };
  SentencePieceWriter model;
  model.add("<unk>", 0, kUnknown);
  model.add("<s>", 0, kControl);
  model.add("</s>", 0, kControl);
  model.add("\u2581he", -1, kNormal);
  model.add("l", -2, kNormal);
  model.add("\u2581h", -2, kNormal);
  model.add("el", -2, kNormal);
  return model.file();
}

TEST_F(LoadTokenizer, ModelsOfSentencePiece) {
  write("tokenizer.model", sentence_piece_model());
  EXPECT_EQ(load().encode("hel").ids, (Ids{3, 4}));
  EXPECT_EQ(load().encode("hel hel?").ids, (Ids{3, 4, 3, 4, 0}));
  EXPECT_EQ(load().decode(Ids{1, 3, 4, 3, 2}), "hel he");
  EXPECT_EQ(load().role("eos_token"), 2);
  write("tokenizer_config.json", R"({"tokenizer_class": "LlamaTokenizer"})");
  EXPECT_EQ(load().encode("he").ids, (Ids{1, 3}));
  write("tokenizer_config.json", R"({"tokenizer_class": "LlamaTokenizer", "add_eos_token": true})");
  EXPECT_EQ(load().encode("he").ids, (Ids{1, 3, 2}));
  write("tokenizer_config.json", R"({"tokenizer_class": "T5Tokenizer"})");
  EXPECT_EQ(load().encode("he").ids, (Ids{3, 2}));
}

TEST_F(LoadTokenizer, RolesAreInTheFilesBeside) {
  write("tokenizer.json", small_tokenizer_json());
  EXPECT_EQ(load().role("pad_token"), std::nullopt);
  write("special_tokens_map.json", R"({"pad_token": "<pad>", "eos_token": {"content": "<s>"}})");
  EXPECT_EQ(load().role("pad_token"), 258);
  EXPECT_EQ(load().role("eos_token"), 257);
  write("tokenizer_config.json", R"({"eos_token": "he", "bos_token": null, "unk_token": "none"})");
  EXPECT_EQ(load().role("eos_token"), 256);
  EXPECT_EQ(load().role("bos_token"), std::nullopt);
  EXPECT_EQ(load().role("unk_token"), std::nullopt);  // no token has this name
}

TEST_F(LoadTokenizer, SaysWhatIsWrong) {
  EXPECT_EQ(error_of([] { Tokenizer::load("no/such/folder"); }).message(),
            "there is no file or folder 'no/such/folder'");
  EXPECT_TRUE(message().ends_with(
      "has no tokenizer: no tokenizer.json, vocab.json, vocab.txt, tokenizer.model, spiece.model "
      "or qwen.tiktoken is in it"))
      << message();

  const struct {
    const char *file, *content, *message;
  } rows[] = {
      {"vocab.txt", "a\nb\n", "vocab.txt has no '[SEP]', which BERT puts around texts"},
      {"tokenizer.json", "{", "tokenizer.json"},
      {"tokenizer.json", "[]", "this is an array, not an object"},
      {"vocab.json", "{\"a\": 0}", "merges.txt"},
      {"tokenizer.model", "nonsense", "this is no SentencePiece model that can be read"},
      {"tokenizer.model", "aA== 1\nrest\n",
       "line 2 is 'rest'; a rank of tiktoken is written BASE64 NUMBER"},
  };
  for (const auto& [file, content, expected] : rows) {
    write(file, content);
    const Error error = error_of([&] { load(file); });
    EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
    fs::remove(folder_ / file);
  }

  write("vocab.json", vocab_json());
  write("merges.txt", "h e\nhe\n");
  EXPECT_NE(message().find("line 2 of merges.txt is 'he'; a merge is two pieces"),
            std::string::npos)
      << message();
  write("merges.txt", "h e\n");
  write("tokenizer_config.json", R"({"tokenizer_class": "CodeGenTokenizer"})");
  EXPECT_NE(message().find("the tokenizer_class is 'CodeGenTokenizer'"), std::string::npos);
  write("tokenizer_config.json", R"({"add_bos_token": 1})");
  EXPECT_NE(message().find("add_bos_token"), std::string::npos) << message();
}

}  // namespace
}  // namespace atto
