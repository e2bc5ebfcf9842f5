// `atto tokenize` as a user meets it.
#include <filesystem>
#include <fstream>

#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

namespace fs = std::filesystem;

/// A folder with the two-file form of a BERT tokenizer.
class TokenizeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\nhello\nworld\nun\n##known\n,\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(fs::path(folder_) / name) << content;
  }
  AttoResult tokenize(const std::string& arguments) const {
    return run_atto("tokenize " + arguments, folder_);
  }

  const std::string folder_ = text(::testing::TempDir(), "tokenize-", getpid());
};

TEST_F(TokenizeTest, PrintsATable) {
  const AttoResult result = tokenize(". 'Hello, unknown'");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "id  piece    bytes\n"
            " 2  [CLS]\n"
            " 4  hello    0-5\n"
            " 8  ,        5-6\n"
            " 6  un       7-9\n"
            " 7  ##known  9-14\n"
            " 3  [SEP]\n");
}

TEST_F(TokenizeTest, PrintsJson) {
  EXPECT_EQ(tokenize("vocab.txt hello --json --no-special").out,
            R"({"ids":[4],"tokens":["hello"],"offsets":[[0,5]],"type_ids":[0],)"
            R"("attention_mask":[1],"special_tokens_mask":[0]})"
            "\n");
}

TEST_F(TokenizeTest, CountsAndReadsFiles) {
  write("text", "hello\nworld");
  EXPECT_EQ(tokenize(". --file text --count").out, "4\n");
  EXPECT_EQ(tokenize(". - --count <text").out, "4\n");
  EXPECT_EQ(tokenize(". hello --pair world --count").out, "5\n");
}

TEST_F(TokenizeTest, Decodes) {
  EXPECT_EQ(tokenize(". --decode '[2, 4 7,3]'").out, "[CLS] helloknown [SEP]\n");
  EXPECT_EQ(tokenize(". --decode 2,4,3 --no-special --json").out, "\"hello\"\n");
}

struct Mistake {
  std::string arguments, message;
};

TEST_F(TokenizeTest, Mistakes) {
  write("tokenizer.json", "{\"model\": }");
  write("odd.txt2", "hello");
  const std::vector<Mistake> rows = {
      {"missing hello", "error: there is no file or folder 'missing'"},
      {"vocab.txt",
       "error: give a TEXT, --file FILE or --decode IDS; 'atto tokenize --help' has examples"},
      {"vocab.txt --decode 77",
       "error: there is no token 77; the ids of this tokenizer are below 9"},
      {"vocab.txt --decode x", "error: --decode takes ids such as '1, 2, 3'; 'x' is none"},
      {". hello", "./tokenizer.json:1:11: error: this is no valid JSON: "},
      {"odd.txt2 hello", "odd.txt2: error: this is no file of a tokenizer"},
      {"vocab.txt --file none", "none: error: "},
  };
  for (const auto& [arguments, message] : rows) {
    const AttoResult result = tokenize(arguments);
    EXPECT_EQ(result.exit_code, 1) << arguments;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.substr(0, message.size()), message) << arguments;
  }
}

}  // namespace
}  // namespace atto::testing
