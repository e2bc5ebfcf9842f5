// `atto generate`, `atto score` and `atto embed` as a user meets them, with a folder whose text is
// known: behind each letter comes the next one of `a` to `z`, and behind `z` the end.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "framework/data/safetensors.h"
#include "tests/text/small_tokenizer.h"
#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::int64_t kTokens = 259;  // of the small tokenizer

class GenerateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    write("tokenizer.json", small_tokenizer_json());
    write("config.json", R"({"model_type": "alphabet", "n": 259, "context": 40})");
    write("generation_config.json", R"({"eos_token_id": 0})");
    write("alphabet.yaml", R"(attograph: 1
config: {V: n, C: context}
inputs: {ids: {dtype: int64, shape: [B, T]}}
graph:
  - logits: {embedding: ids, prefix: next, rows: V, to: [V]}
outputs: [logits]
generate: {tokens: ids, logits: logits, context: C}
)");
    Tensor next(DType::float32, {kTokens, kTokens});
    for (std::int64_t id = 0; id < kTokens; ++id) {
      const std::int64_t behind = id == 'z' ? 0 : id >= 'a' && id < 'z' ? id + 1 : 'a';
      next.data<float>()[static_cast<std::size_t>(id * kTokens + behind)] = 5;
    }
    write_safetensors(folder_ + "/model.safetensors", {{"next.weight", next}});
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(fs::path(folder_) / name) << content;
  }
  AttoResult run(const std::string& arguments) const { return run_atto(arguments, folder_); }
  /// With the model of this folder.
  AttoResult generate(const std::string& arguments) const {
    return run("generate alphabet.yaml --checkpoint . " + arguments);
  }

  const std::string folder_ = text(::testing::TempDir(), "generate-", getpid());
};

TEST_F(GenerateTest, GoesOnWithAPrompt) {
  const AttoResult result = generate("--prompt uv");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "wxyz\n");  // then the end token
  EXPECT_EQ(generate("--prompt uv --echo").out, "uvwxyz\n");
  EXPECT_EQ(generate("--prompt-ids '117, 118'").out, "wxyz\n");
  EXPECT_EQ(generate("--prompt a --max-tokens 3").out, "bcd\n");
  EXPECT_EQ(generate("--prompt a --max-tokens 0").out, "\n");
  write("prompt.txt", "uv");
  EXPECT_EQ(generate("--prompt-file prompt.txt").out, "wxyz\n");
  EXPECT_EQ(generate("--prompt-file - <prompt.txt").out, "wxyz\n");
  write("generation_config.json", R"({"eos_token_id": [7, 121]})");
  EXPECT_EQ(generate("--prompt uv").out, "wx\n");
}

TEST_F(GenerateTest, StopsInFrontOfATextAndAtTheContext) {
  EXPECT_EQ(generate("--prompt a --stop fg").out, "bcde\n");
  EXPECT_EQ(generate("--prompt a --stop nothing --stop d").out, "bc\n");
  EXPECT_EQ(generate("--prompt a --stop efx --max-tokens 5").out,
            "bcdef\n");  // held back, then given
  const AttoResult full = generate("--prompt 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' --json");
  const Json json = Json::parse(full.out);
  EXPECT_EQ(json[0]["finish"], "context");
  EXPECT_EQ(json[0]["text"], "bcd");  // 36 letters and the special token in front leave three
}

TEST_F(GenerateTest, RunsSeveralPromptsTogether) {
  EXPECT_EQ(generate("--prompt xy --prompt abc --max-tokens 3").out, "[1] xy\nz\n\n[2] abc\ndef\n");
  const Json json = Json::parse(generate("--prompt xy --prompt abc --max-tokens 3 --json").out);
  EXPECT_EQ(json[0]["finish"], "end");
  EXPECT_EQ(json[1]["finish"], "length");
  EXPECT_EQ(json[1]["prompt_ids"], Json({257, 'a', 'b', 'c'}));
  EXPECT_EQ(json[1]["ids"], Json({'d', 'e', 'f'}));
}

TEST_F(GenerateTest, DrawsByTheSeed) {
  const std::string hot = "--prompt a --temperature 3 --max-tokens 20 --json --seed ";
  EXPECT_EQ(generate(hot + "1").out, generate(hot + "1").out);
  EXPECT_NE(generate(hot + "1").out, generate(hot + "2").out);
  EXPECT_EQ(generate("--prompt x --temperature 3 --top-k 1").out, "yz\n");
}

TEST_F(GenerateTest, PrintsStatistics) {
  const AttoResult result = generate("--prompt uv --stats");
  EXPECT_EQ(result.out, "wxyz\n");
  for (const char* part : {"load    ", "prompt  3 tokens in ", "text    4 tokens in ", "memory  "})
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
}

TEST_F(GenerateTest, SaysWhatIsWrong) {
  const std::pair<std::string, std::string> rows[] = {
      {"--prompt-ids 300",
       "error: the prompt has the token id 300, but the model has ids below 259"},
      {"--prompt-ids x", "error: --prompt-ids takes ids such as '1, 2, 3'; 'x' is none"},
      {"--prompt a --top-p 0", "error: top_p is above 0 and at most 1, not 0"},
      {"--prompt a --stop ''", "error: --stop takes a text that is not empty"},
      {"--prompt a --max-tokens -1", "error: --max-tokens is 0 or more, not -1"},
      {"--prompt-file missing", "missing: error: "},
      {"--prompt ''", ""}};
  for (const auto& [arguments, message] : rows) {
    const AttoResult result = generate(arguments);
    EXPECT_EQ(result.exit_code, message.empty() ? 0 : 1) << arguments;
    EXPECT_TRUE(result.err.starts_with(message)) << result.err;
  }
  EXPECT_TRUE(run("generate .").err.find("no file describes the architecture 'alphabet'") !=
              std::string::npos);
  fs::remove(fs::path(folder_) / "tokenizer.json");
  EXPECT_TRUE(generate("--prompt a").err.starts_with("error: . has no tokenizer"));
  fs::remove(fs::path(folder_) / "config.json");
  EXPECT_TRUE(generate("--prompt a").err.find("config.json is missing") != std::string::npos);
}

TEST_F(GenerateTest, AFolderFindsItsArchitecture) {
  const AttoResult result =
      run_program(text("ATTO_MODELS=. '", ATTO_RUNNER, "' generate . --prompt uv"), folder_);
  EXPECT_EQ(result.out, "wxyz\n") << result.err;
}

TEST_F(GenerateTest, ScoresATextInWindows) {
  // Each of the letters is the one logit of 5 among 258 zeros.
  const double right = 5 - std::log(std::exp(5) + 258), wrong = -std::log(std::exp(5) + 258);
  const std::string score = "score alphabet.yaml --checkpoint . --json ";
  // <s> a b c d f: the special token is followed by a; f does not follow d.
  for (const char* window : {"", "--window 3", "--window 3 --stride 1", "--window 2"}) {
    const Json json = Json::parse(run(score + "--text abcdf " + window).out);
    EXPECT_EQ(json["tokens"], 5) << window;
    EXPECT_NEAR(json["log_likelihood"].get<double>(), 4 * right + wrong, 1e-5) << window;
    EXPECT_NEAR(json["perplexity"].get<double>(), std::exp(-(4 * right + wrong) / 5), 1e-5);
  }
  EXPECT_EQ(run(score + "--text abc --window 41").exit_code, 1);
  EXPECT_EQ(run(score + "--text abc --window 3 --stride 3").exit_code, 1);
  EXPECT_EQ(run(score).err,
            "error: give a text by --file FILE (or - for standard input), or by --text TEXT\n");
}

TEST_F(GenerateTest, EmbedsTextsOfDifferentLengths) {
  write("mean.yaml", R"(attograph: 1
config: {V: n}
inputs:
  ids:   {dtype: int64, shape: [B, T]}
  valid: {dtype: bool, shape: [B, T], default: ones}
graph:
  - rows:  {embedding: ids, prefix: next, rows: V, to: [V]}
  - first: {slice: rows, axis: -1, from: 97, to: 101}
  - mask:  {expand_dims: valid, axis: 2}
  - zero:  {scale: first, by: 0}
  - seen:  {where: [mask, first, zero]}
outputs: [seen]
)");
  const std::string embed = "embed mean.yaml --checkpoint . --json --text ab --text abca ";
  // Columns a to d of the rows of <s>, a, b, c, a: behind <s> comes a, behind a comes b ...
  const Json mean = Json::parse(run(embed).out);
  const std::vector<std::vector<double>> expected = {{5. / 3, 5. / 3, 5. / 3, 0}, {1, 2, 1, 1}};
  for (std::size_t b = 0; b < expected.size(); ++b)
    for (std::size_t d = 0; d < 4; ++d)
      EXPECT_NEAR(mean[b][d].get<double>(), expected[b][d], 1e-6) << b << " " << d;
  EXPECT_EQ(Json::parse(run(embed + "--pool cls").out), Json({{5, 0, 0, 0}, {5, 0, 0, 0}}));
  EXPECT_EQ(Json::parse(run(embed + "--pool cls --normalize").out),
            Json({{1, 0, 0, 0}, {1, 0, 0, 0}}));
  EXPECT_EQ(run("embed mean.yaml --checkpoint . --text a").out, "2.5 2.5 0 0\n");
  EXPECT_EQ(run("embed alphabet.yaml --checkpoint . --text a --text ab").exit_code, 1);
  EXPECT_EQ(run("embed mean.yaml --checkpoint .").exit_code, 1);
}

}  // namespace
}  // namespace atto::testing
