// `atto run` and `atto check` as a user meets them: what they print, where, and the exit code.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "framework/data/npy.h"
#include "framework/data/npz.h"
#include "tests/models/article_literals.h"
#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

const std::string kRoot = ATTO_SOURCE_DIR;

class RunTest : public ::testing::Test {
 protected:
  RunTest() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::path(::testing::TempDir()) / text("atto-", test->name(), "-", getpid());
    std::filesystem::create_directories(folder_);
    std::filesystem::copy(kRoot + "/models", folder_ / "models");
    std::filesystem::copy(kRoot + "/configs", folder_ / "configs");
  }
  ~RunTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
  }
  AttoResult atto(const std::string& arguments) const {
    return run_atto(arguments, folder_.string());
  }
  /// The first line on standard error of a call that must fail with 1 and print nothing else.
  std::string error(const std::string& arguments) const {
    const AttoResult result = atto(arguments);
    EXPECT_EQ(result.exit_code, 1) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err.substr(0, result.err.find('\n'));
  }

  std::filesystem::path folder_;
};

TEST_F(RunTest, prints_what_the_config_shows) {
  const AttoResult result = atto("run configs/article.yaml");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out.substr(0, result.out.find("\n\n")),
            "Embeddings [4, 3]\n[[1. 0. 0.]\n [0. 1. 0.]\n [0. 0. 1.]\n [1. 1. 0.]]");
  EXPECT_NE(result.out.find("\n\nFinal Output [8, 3]\n[[5.22323097 4.23631012 4.64827818]\n"),
            std::string::npos);
}

TEST_F(RunTest, writes_everything_that_dump_selects) {
  const AttoResult result = atto("run configs/article.yaml --dump '*' -o out.npz --print output");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "out.npz: 16 arrays written\n");
  const NpzReader written(path("out.npz"));
  const std::map<std::string, std::string> names = {{"embeddings", "embeddings"},
                                                    {"scores", "head.0.scores"},
                                                    {"weights", "head.1.weights"},
                                                    {"attention", "head.1.output"},
                                                    {"multi_head", "multi_head"},
                                                    {"W1", "W1"},
                                                    {"b1", "b1"},
                                                    {"W2", "W2"},
                                                    {"b2", "b2"},
                                                    {"output", "output"}};
  for (const auto& [name, expected] : article_arrays()) {
    const Tensor actual = written.read(names.at(name));
    ASSERT_EQ(actual.shape(), expected.shape()) << name;
    ASSERT_EQ(actual.dtype(), DType::float64);
    for (std::size_t i = 0; i < static_cast<std::size_t>(expected.size()); ++i)
      EXPECT_NEAR(actual.data<double>()[i], expected.data<double>()[i], 1e-12) << name;
  }
  EXPECT_EQ(written.read("sentence").data<std::int64_t>()[3], 3);
}

TEST_F(RunTest, takes_inputs_of_every_form) {
  const std::string print = " --print embeddings";
  const std::string expected = atto("run configs/article.yaml" + print).out;
  write_npy(path("s.npy"), Tensor::of<std::int64_t>({4}, {0, 1, 2, 3}));
  NpzWriter npz(path("s.npz"));
  npz.add("a.b", Tensor::of<std::int64_t>({4}, {0, 1, 2, 3}));
  npz.close();
  for (const char* input : {"'sentence=[the, cat, sat, \"on\"]'", "'sentence=the cat sat on'",
                            "'sentence=[0, 1, 2, 3]'", "sentence=@s.npy", "sentence=@s.npz:a.b"}) {
    const AttoResult result =
        atto(text("run models/article.yaml --dtype float64 -i ", input, print));
    EXPECT_EQ(result.out, expected) << input << result.err;
  }
  const AttoResult random = atto("run models/article.yaml -i sentence=random:T=7 --print sentence");
  EXPECT_EQ(random.out.substr(0, 13), "sentence [7]\n") << random.err;
}

TEST_F(RunTest, prints_json) {
  const AttoResult result =
      atto("run configs/article.yaml --json --profile --print output --threads 1");
  const auto json = nlohmann::json::parse(result.out);
  const auto& output = json["values"]["output"];
  EXPECT_EQ(output["dtype"], "float64");
  EXPECT_EQ(output["shape"], (std::vector<int>{8, 3}));
  EXPECT_NEAR(output["data"][0][0].get<double>(), 5.22323097, 1e-8);
  EXPECT_EQ(json["profile"].size(), 7u);
  EXPECT_EQ(json["profile"][6]["flops"], 2 * 8 * 6 * 3);
}

TEST_F(RunTest, profiles_each_node_that_runs) {
  const std::string out = atto("run configs/article.yaml --profile --print output").out;
  for (const char* word : {"node", "share", "head.0.weights", "total"})
    EXPECT_NE(out.find(word), std::string::npos) << word;
  EXPECT_EQ(out.find("head.1.weights"), std::string::npos);
  const std::string all =
      atto("run configs/article.yaml --profile --print output --no-optimize").out;
  EXPECT_NE(all.find("head.1.weights"), std::string::npos);
}

TEST_F(RunTest, every_way_prints_the_same_article) {
  const std::string expected = atto("run configs/article.yaml").out;
  for (const char* flags : {"--kernels definition", "--no-optimize", "--threads 1", "--threads 4",
                            "--check-finite", "--seed 0"})
    EXPECT_EQ(atto(text("run configs/article.yaml ", flags)).out, expected) << flags;
  EXPECT_NE(atto("run configs/article.yaml --seed 1").out, expected);
}

TEST_F(RunTest, refuses_wrong_inputs) {
  const std::string run = "run configs/article.yaml ";
  EXPECT_EQ(error(run + "-i 'sentence=[the, dog]'"),
            "-i:1:16: error: unknown word 'dog'; the known words are the, cat, sat, on");
  EXPECT_EQ(error(run + "-i 'sentence=[0, 4]'"),
            "models/article.yaml:23:18: error: in 'embeddings', embedding: id 4 at position "
            "[1] is outside the 4 rows of the table (ids is 'sentence')");
  EXPECT_EQ(error(run + "-i words=1"),
            "-i:1:7: error: there is no input 'words'; there is only sentence");
  EXPECT_EQ(error(run + "-i 'sentence=[0]' -i 'sentence=[1]'"),
            "-i:1:1: error: the input 'sentence' is given twice");
  EXPECT_EQ(error(run + "-i sentence"), "-i:1:1: error: -i takes NAME=VALUE, not 'sentence'");
  EXPECT_EQ(error("run models/article.yaml"),
            "error: the input 'sentence' [T] (int64) is not given: say -i sentence=VALUE, or "
            "'feed:' in the file");
  EXPECT_EQ(error(run + "-i sentence=@none.npy"),
            "none.npy: error: the file cannot be opened: No such file or directory");
  write_npy(path("real.npy"), Tensor::of<double>({1}, {1}));
  EXPECT_EQ(error(run + "-i sentence=@real.npy"),
            "error: the input 'sentence' takes int64, not float64");
  write_npy(path("matrix.npy"), Tensor::of<std::int64_t>({1, 1}, {1}));
  EXPECT_EQ(error(run + "-i sentence=@matrix.npy"),
            "error: the input 'sentence' takes shape [T], not [1, 1]");
}

TEST_F(RunTest, refuses_wrong_sizes_of_random_inputs) {
  const std::string run = "run models/article.yaml -i sentence=random";
  EXPECT_EQ(error(run + ":T=1x"),
            "-i:1:10: error: random: takes sizes such as T=16,B=2, not 'T=1x'");
  EXPECT_EQ(error(run + ":T"), "-i:1:10: error: random: takes sizes such as T=16,B=2, not 'T'");
  EXPECT_EQ(error(run + ":S=3"), "-i:1:10: error: no size is named 'S'; there are T");
  EXPECT_EQ(error(run),
            "-i:1:10: error: nothing says how large T of 'sentence' [T] is: write "
            "random:T=16");
}

TEST_F(RunTest, refuses_damaged_archives) {
  NpzWriter npz(path("s.npz"));
  npz.add("ids", Tensor::of<std::int64_t>({4}, {0, 1, 2, 3}));
  npz.close();
  std::filesystem::resize_file(path("s.npz"), 100);
  const std::string message = error("run configs/article.yaml -i sentence=@s.npz:ids");
  EXPECT_NE(message.find("s.npz"), std::string::npos) << message;
  EXPECT_NE(error("run configs/article.yaml -i sentence=@s.npz").find("name one, @s.npz:NAME"),
            std::string::npos);
}

TEST_F(RunTest, refuses_wrong_flags) {
  const std::string run = "run configs/article.yaml ";
  EXPECT_EQ(error(run + "--dtype float16"), "error: --dtype: float16 not in {float32,float64}");
  EXPECT_EQ(error(run + "--threads 0"), "error: --threads: Value 0 not in range 1 to 1024");
  EXPECT_EQ(error(run + "--seed -1"),
            "error: --seed: takes a whole number of at least 0, not '-1'");
  EXPECT_EQ(error(run + "--sed 1"), "error: there is no flag '--sed'; did you mean '--set'?");
  EXPECT_EQ(error(run + "more"), "error: 'more' is one argument too many");
  EXPECT_EQ(error("run"), "error: FILE is required");
  EXPECT_EQ(
      error("rum configs/article.yaml"),
      "error: there is no command 'rum'; did you mean 'run'?; there are run, generate, score, "
      "embed, check, bench, show, weights, compare, new-model, ops, tokenize, schema");
  EXPECT_EQ(error(""),
            "error: a command is missing; there are run, generate, score, embed, check, bench, "
            "show, weights, compare, new-model, ops, tokenize, schema");
  EXPECT_EQ(error(run + "--set heds=3"),
            "--set:1:1: error: there is no param 'heds'; did you mean 'heads'?");
  EXPECT_EQ(error(run + "--print 'head.2.*'"),
            "error: no value matches 'head.2.*'; 'atto show' lists them");
  EXPECT_EQ(error("run configs/article.yaml --dump '*'"),
            "error: --dump selects what -o writes: give -o FILE.npz");
  EXPECT_EQ(
      error(run + "--plugin none.so"),
      "error: cannot load the plug-in none.so: cannot open shared object file: No such file or "
      "directory");
  EXPECT_EQ(error("run no.yaml"), "no.yaml: error: there is no such file, or it cannot be read");
}

TEST_F(RunTest, names_the_node_that_is_not_finite) {
  write("big.yaml", R"(attograph: 1
inputs: {x: {shape: [T, T]}}
graph:
  - big: {matmul: [x, x]}
  - y:   {softmax: big, axis: 0}
outputs: [y]
)");
  EXPECT_EQ(
      error("run big.yaml -i 'x=[[1.0e30]]' --check-finite"),
      "big.yaml:4:11: error: in 'big', matmul: the result has inf at [0, 0], the first value of "
      "this run that is not finite");
  EXPECT_EQ(error("run big.yaml -i 'x=[[nan]]' --check-finite"),
            "error: the input 'x' has nan at [0, 0]");
  EXPECT_EQ(atto("run big.yaml -i 'x=[[1.0e30]]' --dtype float64 --check-finite").exit_code, 0);
}

TEST_F(RunTest, an_unwritable_output_says_so) {
  EXPECT_NE(error("run configs/article.yaml -o no/such/folder.npz").find("no/such/folder.npz"),
            std::string::npos);
}

TEST_F(RunTest, check_reports_every_problem_of_every_file) {
  write("bad.yaml", R"(attograph: 1
inputs: {x: {shape: [T, 3]}}
graph:
  - y: {sofmax: x, axis: 0}
  - z: {softmax: x, axs: 0}
outputs: [y, z]
)");
  const AttoResult result = atto("check configs/article.yaml bad.yaml models/article.yaml");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out,
            "configs/article.yaml: ok\nbad.yaml: 2 problems\nmodels/article.yaml: ok\n");
  EXPECT_NE(
      result.err.find("bad.yaml:4:9: error: unknown operator 'sofmax'; did you mean 'softmax'?"),
      std::string::npos);
  EXPECT_NE(result.err.find("bad.yaml:5:"), std::string::npos) << result.err;
  EXPECT_EQ(atto("check configs/article.yaml").exit_code, 0);
}

TEST_F(RunTest, every_model_and_config_is_right) {
  const AttoResult result = atto("check models/*.yaml configs/*.yaml");
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(RunTest, help_has_examples) {
  for (const char* command :
       {"", "run", "check", "show", "weights", "compare", "new-model", "ops"}) {
    const AttoResult result = atto(text(command, " --help"));
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.out.find("Examples:\n  atto "), std::string::npos) << command;
  }
}

}  // namespace
}  // namespace atto::testing
