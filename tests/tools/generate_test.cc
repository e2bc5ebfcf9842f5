// `atto generate` as a user meets it.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/tools/alphabet.h"

namespace atto::testing {
namespace {

using Json = nlohmann::json;

class GenerateTest : public AlphabetTest {
 protected:
  /// With the model of this folder.
  AttoResult generate(const std::string& arguments) const {
    return run("generate alphabet.yaml --checkpoint . " + arguments);
  }
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
}

TEST_F(GenerateTest, StopsInFrontOfATextAndAtTheContext) {
  EXPECT_EQ(generate("--prompt a --stop fg").out, "bcde\n");
  EXPECT_EQ(generate("--prompt a --stop nothing --stop d").out, "bc\n");
  EXPECT_EQ(generate("--prompt a --stop efx --max-tokens 5").out,
            "bcdef\n");  // held back, then given
  const AttoResult full = generate("--prompt 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' --json");
  const Json json = Json::parse(full.out);
  EXPECT_EQ(json["sequences"][0]["finish"], "context");
  EXPECT_EQ(json["sequences"][0]["text"],
            "bcd");  // 36 letters and the special token in front leave three
}

TEST_F(GenerateTest, RunsSeveralPromptsTogether) {
  EXPECT_EQ(generate("--prompt xy --prompt abc --max-tokens 3").out, "[1] xy\nz\n\n[2] abc\ndef\n");
  const Json json = Json::parse(generate("--prompt xy --prompt abc --max-tokens 3 --json").out);
  EXPECT_EQ(json["sequences"][0]["finish"], "end");
  EXPECT_EQ(json["sequences"][1]["finish"], "length");
  EXPECT_EQ(json["sequences"][1]["prompt_ids"], Json({257, 'a', 'b', 'c'}));
  EXPECT_EQ(json["sequences"][1]["ids"], Json({'d', 'e', 'f'}));
}

TEST_F(GenerateTest, DrawsByTheSeed) {
  const std::string hot = "--prompt a --temperature 3 --max-tokens 20 --seed ";
  EXPECT_EQ(generate(hot + "1").out, generate(hot + "1").out);
  EXPECT_NE(generate(hot + "1").out, generate(hot + "2").out);
  EXPECT_EQ(generate("--prompt x --temperature 3 --top-k 1").out, "yz\n");
}

TEST_F(GenerateTest, EndsWhereTheFolderSays) {
  const struct {
    const char *generation, *config, *text;
  } rows[] = {{R"({"eos_token_id": 121})", "", "wx\n"},
              {R"({"eos_token_id": [7, 120]})", "", "w\n"},
              {R"({"eos_token_id": null})", R"(, "eos_token_id": 119)", "\n"},
              {R"({})", R"(, "eos_token_id": [120])", "w\n"},
              {R"({"eos_token_id": 121})", R"(, "eos_token_id": 120)", "wx\n"},
              {R"({})", "", "wxyz"}};
  for (const auto& row : rows) {
    write("generation_config.json", row.generation);
    write("config.json",
          text(R"({"model_type": "alphabet", "n": 259, "context": 40)", row.config, "}"));
    const AttoResult result = generate("--prompt uv --max-tokens 7");
    EXPECT_EQ(result.out.substr(0, std::string(row.text).size()), row.text) << row.generation;
    EXPECT_EQ(result.err, "") << row.generation;
  }
  write("generation_config.json", R"({"eos_token_id": "z"})");
  EXPECT_EQ(generate("--prompt uv").exit_code, 1);
}

TEST_F(GenerateTest, GivesIdsWithoutATokenizer) {
  remove("tokenizer.json");
  EXPECT_EQ(generate("--prompt-ids '[117,118]'").out, "119, 120, 121, 122\n");
  EXPECT_EQ(generate("--prompt-ids 120 --prompt-ids 121").out, "[1] \n[121,122]\n\n[2] \n[122]\n");
  const Json json = Json::parse(generate("--prompt-ids 120 --json").out);
  EXPECT_EQ(json["sequences"], Json::parse(R"([{"prompt": "", "prompt_ids": [120],
                                                "ids": [121, 122], "finish": "end"}])"));
}

TEST_F(GenerateTest, TheRecordedStory) {
  const char* data = std::getenv("ATTO_TEST_DATA");
  if (!data) GTEST_SKIP() << "ATTO_TEST_DATA names no folder of test data";
  std::ifstream file(std::string(data) + "/stories260k/expected.json");
  const std::string story = Json::parse(file)["greedy_text"];
  for (const char* flags : {"", "--kernels definition --dtype float64 --threads 1"}) {
    const AttoResult result =
        run_program(text("ATTO_MODELS='", ATTO_SOURCE_DIR, "/models' '", ATTO_RUNNER,
                         "' generate '", data, "/stories260k' --max-tokens 199 ", flags));
    EXPECT_EQ(result.out, story + "\n") << result.err;
  }
}

TEST_F(GenerateTest, PrintsStatistics) {
  const AttoResult result = generate("--prompt uv --stats");
  EXPECT_EQ(result.out, "wxyz\n");
  for (const char* part : {"load    ", "prompt  3 tokens in ", "text    4 tokens in ", "memory  "})
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
}

TEST_F(GenerateTest, PrintsStatisticsAsJson) {
  const Json stats = Json::parse(generate("--prompt uv --prompt w --json").out)["stats"];
  EXPECT_EQ(stats["prompt_tokens"], 5);
  EXPECT_EQ(stats["tokens"], 7);
  for (const char* what : {"load_seconds", "prompt_seconds", "seconds", "peak_bytes"})
    EXPECT_GT(stats[what].get<double>(), 0) << what;
}

TEST_F(GenerateTest, PromptsStayInTheirOrder) {
  write("prompt.txt", "c");
  EXPECT_EQ(
      generate("--prompt-ids 97 --prompt b --prompt-file prompt.txt --prompt d --max-tokens 1").out,
      "[1] \nb\n\n[2] b\nc\n\n[3] c\nd\n\n[4] d\ne\n");
}

TEST_F(GenerateTest, AnInterruptedTextIsGivenAsFarAsItCame) {
  write("config.json", R"({"model_type": "alphabet", "n": 259, "context": 1000000000})");
  write("generation_config.json",
        R"({"eos_token_id": 258})");  // `z` is followed by id 0, and so on
  write(
      "interrupt.sh",
      "\"$1\" generate alphabet.yaml --checkpoint . --prompt a --max-tokens 1000000000 >out.txt &\n"
      "until [ $(wc -c <out.txt) -gt 30 ] || ! kill -0 $!; do sleep 0.02; done\n"
      "kill -INT $!; wait $!; code=$?; cat out.txt; exit $code\n");
  const AttoResult result = run_program(text("sh interrupt.sh '", ATTO_RUNNER, "'"), folder_);
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_TRUE(result.out.starts_with("bcdefghijklmnopqrstuvwxyz")) << result.out.substr(0, 60);
  EXPECT_TRUE(result.out.ends_with("\n"));
}

TEST_F(GenerateTest, AFullDiskIsNoticed) {
  for (const char* command : {"generate alphabet.yaml --checkpoint . --prompt a",
                              "check alphabet.yaml", "ops", "--help", "generate --help"}) {
    const AttoResult result =
        run_program(text("('", ATTO_RUNNER, "' ", command, " >/dev/full)"), folder_);
    EXPECT_EQ(result.exit_code, 1) << command;
    EXPECT_TRUE(result.err.starts_with("error: standard output could not be written"))
        << command << result.err;
  }
}

TEST_F(GenerateTest, SaysWhatIsWrong) {
  const std::pair<std::string, std::string> rows[] = {
      {"--prompt-ids 300",
       "error: --prompt-ids has the token id 300, but the model has ids below 259 only\n"},
      {"--prompt-ids x", "error: --prompt-ids takes ids such as '1, 2, 3'; 'x' is none"},
      {"--prompt a --top-p 0", "error: top_p is above 0 and at most 1, not 0"},
      {"--prompt a --top-k -1", "error: top_k is 0 (all) or more, not -1"},
      {"--prompt a --min-p 2", "error: min_p is from 0 to 1, not 2"},
      {"--prompt a --temperature -1", "error: the temperature is 0 (greedy) or more, not -1"},
      {"--prompt a --repeat-penalty 0", "error: the repeat penalty is above 0, not 0"},
      {"--prompt-ids -1", "error: --prompt-ids has the token id -1"},
      {"--prompt-ids '[[1],[2]]'", "error: --prompt-ids takes ids such as '1, 2, 3'; '[1],[2]]'"},
      {"--prompt-ids '1,,2'", "error: --prompt-ids takes ids such as '1, 2, 3'; ',2' is none"},
      {"--prompt-ids '1 2]'", "error: --prompt-ids takes ids such as '1, 2, 3'; ']' is one thing"},
      {"--prompt-ids '[1, 2'", "error: --prompt-ids takes ids such as '[1, 2, 3]': the ']' is "},
      {"--prompt-ids '1,'", "error: --prompt-ids takes ids such as '1, 2, 3'; '' is none"},
      {"--prompt-file - --prompt-file - </dev/null", "error: standard input gives one prompt only"},
      {"--prompt-file - </", "error: standard input cannot be read: Is a directory"},
      {"--checkpoint nope --prompt a", "error: there is no checkpoint 'nope'"},
      {"--prompt-ids ''", "error: sequence 0 has no tokens: it needs one to begin with"},
      {"--prompt aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
       "error: sequence 0 has 48 tokens, and the model's context has room for 40"},
      {"--prompt a --stop ''", "error: --stop takes a text that is not empty"},
      {"--prompt a --max-tokens -1", "error: --max-tokens is 0 or more, not -1"},
      {"--prompt-file missing", "missing: error: "},
      {"--prompt ''", ""}};
  for (const auto& [arguments, message] : rows) {
    const AttoResult result = generate(arguments);
    EXPECT_EQ(result.exit_code, message.empty() ? 0 : 1) << arguments;
    EXPECT_TRUE(result.err.starts_with(message)) << result.err;
  }
  for (const char* flags : {"--temperature hot", "--max-tokens many", "--threads 0", "--top-j 1"})
    EXPECT_NE(generate(text("--prompt a ", flags)).exit_code, 0) << flags;
  write("silent.yaml",
        "attograph: 1\ninputs: {ids: {dtype: int64, shape: [B, T]}}\n"
        "graph: [{y: {embedding: ids, prefix: next, rows: 259, to: [259]}}]\n"
        "outputs: [y]\n");
  EXPECT_TRUE(run("generate silent.yaml --checkpoint . --prompt a")
                  .err.find("silent.yaml says nothing of how text is generated") !=
              std::string::npos);
  EXPECT_TRUE(run("generate .").err.find("no file describes the architecture 'alphabet'") !=
              std::string::npos);
  write("tokenizer.json", "version https://git-lfs.github.com/spec/v1\n");
  EXPECT_TRUE(generate("--prompt a").err.find("this is a git-LFS pointer") != std::string::npos);
  remove("tokenizer.json");
  EXPECT_TRUE(generate("--prompt a").err.starts_with("error: . has no tokenizer"));
  std::filesystem::create_symlink("tokenizer.json", folder_ + "/tokenizer.json");
  EXPECT_EQ(generate("--prompt a").exit_code, 1);  // a link that leads to itself
  remove("tokenizer.json");
  EXPECT_EQ(run("generate " + std::string(300, 'a')).exit_code, 1);
  remove("config.json");
  EXPECT_TRUE(generate("--prompt a").err.find("config.json is missing") != std::string::npos);
}

TEST_F(GenerateTest, AFolderFindsItsArchitecture) {
  const AttoResult result =
      run_program(text("ATTO_MODELS=. '", ATTO_RUNNER, "' generate . --prompt uv"), folder_);
  EXPECT_EQ(result.out, "wxyz\n") << result.err;
}

}  // namespace
}  // namespace atto::testing
