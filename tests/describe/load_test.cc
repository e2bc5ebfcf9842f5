#include "framework/describe/load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "framework/data/npy.h"
#include "framework/data/npz.h"
#include "framework/describe/emit.h"
#include "framework/graph/params.h"
#include "tests/describe/problems_of.h"

namespace atto {
namespace {

/// Files in a folder of their own.
class Load : public testing::Test {
 protected:
  Load() { std::filesystem::create_directories(folder_ + "models"); }
  ~Load() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + name, std::ios::binary) << content;
  }
  std::string param(const std::string& file, const std::string& name,
                    const std::vector<std::string>& set = {}) const {
    Problems problems;
    const Description description = load(folder_ + file, set, problems);
    const Params params = evaluate_params(description, problems);
    EXPECT_TRUE(problems.empty()) << problems.what();
    return params.scope->find(name)->text();
  }
  std::string errors(const std::string& file, const std::vector<std::string>& set = {}) const {
    std::string out;
    for (const Expected& problem : problems_of(folder_ + file, set))
      out += (out.empty() ? "" : "\n") + problem.error;
    return out;
  }

  const std::string folder_ = testing::TempDir() + "atto_load_" + std::to_string(getpid()) + "/";
  const std::string model_ =
      "attograph: 1\n"
      "params: {D: 3, width: 4*D}\n"
      "config: {eps: norm_eps, act: {key: act, default: relu}}\n"
      "inputs: {x: {shape: [T, width]}}\n"
      "graph:\n"
      "  - y: {dense: x, prefix: mlp, to: 3, activation: $(act)}\n"
      "  - z: {attention: [y, y, y], mask: none, scale: eps}\n"
      "outputs: [z]\n";
};

TEST_F(Load, AChainOfFilesIsOneDescription) {
  write("models/a.yaml", model_);
  write("models/b.yaml", "attograph: 1\nextends: a.yaml\nparams: {D: 5, H: 2}\n");
  write("c.yaml", "attograph: 1\nextends: models/../models/b.yaml\nparams: {D: 7}\n");
  Problems problems;
  const Description description = load(folder_ + "c.yaml", {}, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(description.path, folder_ + "c.yaml");
  EXPECT_EQ(description.files,
            (std::vector<std::string>{folder_ + "c.yaml", folder_ + "models/b.yaml",
                                      folder_ + "models/a.yaml"}));
  EXPECT_EQ(description.params.size(), 3u);
  EXPECT_EQ(param("c.yaml", "width"), "28") << "a default is an expression over what a child says";
  EXPECT_EQ(description.yaml.find("extends"), nullptr);
}

TEST_F(Load, SettingsWin) {
  write("a.yaml", model_);
  EXPECT_EQ(param("a.yaml", "D"), "3");
  EXPECT_EQ(param("a.yaml", "width", {"D=5"}), "20");
  EXPECT_EQ(param("a.yaml", "width", {"D=5", "width=2*D"}), "10");
  EXPECT_EQ(param("a.yaml", "D", {"D=5", "D=6"}), "6");
  EXPECT_EQ(param("a.yaml", "act", {"act=none"}), "none");
  EXPECT_EQ(param("a.yaml", "eps", {"eps=1.0e-5"}), "1e-05");
  EXPECT_EQ(param("a.yaml", "act", {"act=\"a b\""}), "'a b'");
  EXPECT_EQ(param("a.yaml", "act", {"act=[1, 2]"}), "[1, 2]");
  EXPECT_EQ(param("a.yaml", "eps"), "eps")
      << "what only a config.json could give stands for itself";
}

TEST_F(Load, WrongSettings) {
  write("a.yaml",
        "attograph: 1\nparams: {heads: 2}\ninputs: {x: {shape: [heads]}}\n"
        "graph:\n  - y: {softmax: x, axis: 0}\noutputs: [y]\n");
  EXPECT_EQ(errors("a.yaml"), "");
  EXPECT_EQ(errors("a.yaml", {"heds=3"}),
            "--set:1:1: there is no param 'heds'; did you mean 'heads'?");
  EXPECT_EQ(errors("a.yaml", {"heads"}), "--set:1:1: --set takes NAME=VALUE, not 'heads'");
  EXPECT_EQ(errors("a.yaml", {"=3"}), "--set:1:1: --set takes NAME=VALUE, not '=3'");
  EXPECT_EQ(errors("a.yaml", {"heads= "}), "--set:1:1: 'heads' has no value");
  EXPECT_EQ(errors("a.yaml", {"heads=[1"}), "--set:1:9: a ']' is missing before this");
  EXPECT_EQ(errors("a.yaml", {"heads=null"}),
            "--set:1:7: a param is a number, true, false, none, a word or a list of these");
  EXPECT_EQ(errors("a.yaml", {"heads=2 / 0"}), "--set:1:9: in '2 / 0': division by zero");
  EXPECT_EQ(errors("a.yaml", {"heads=2.5"}),
            "3:22: a size must be a whole number, but heads is 2.5");
  try {
    parse_setting("--set", "heads=[1, 2");
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(
        error.report().starts_with("--set:1:12: error: a ']' is missing before this\n"
                                   "    heads=[1, 2\n"
                                   "               ^\n"))
        << error.report() << "\nthe flag is quoted as it was written";
  }
}

TEST_F(Load, ManyFilesMayNotExtendEachOther) {
  for (int i = 0; i < 40; ++i)
    write(text("f", i, ".yaml"), text("attograph: 1\nextends: f", i + 1, ".yaml\n"));
  EXPECT_EQ(errors("f0.yaml"), "f31.yaml:2:10: more than 32 files extend each other");
}

TEST_F(Load, AFileThatIsNoneIsNamedWithWhoExtendsIt) {
  write("a.yaml", "attograph: 1\nextends: page.yaml\n");
  write("page.yaml", "<!DOCTYPE html>");
  const std::vector<Expected> problems = problems_of(folder_ + "a.yaml");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(
      problems[0].error,
      "page.yaml: this is a web page (HTML or XML), not YAML: was the right file downloaded?");
  EXPECT_EQ(problems[0].notes, std::vector<std::string>{"2:10: this file extends it"});
}

/// An array that a file names stands beside that file, whoever extends it.
class LoadArrays : public Load {
 protected:
  LoadArrays() {
    NpzWriter npz(folder_ + "models/w.npz");
    npz.add("W", Tensor::of<float>({3, 2}, {1, 2, 3, 4, 5, NAN}));
    npz.add("ids", Tensor::of<std::int64_t>({2}, {7, 8}));
    npz.close();
    write_npy(folder_ + "models/b.npy", Tensor::of<double>({2}, {0.1, 0.2}));
    write("models/a.yaml", model("W: {value: \"@w.npz:W\"}, b: {value: \"@b.npy\"}"));
  }
  static std::string model(const std::string& weights) {
    return "attograph: 1\ninputs: {x: {shape: [3, 3]}}\nweights: {" + weights +
           "}\ngraph:\n  - y: {dense: x, weight: W, bias: b}\noutputs: [y]\n";
  }
  /// What is wrong with a model whose W is `weight`, in models/e.yaml.
  std::string error(const std::string& weight) const {
    write("models/e.yaml", model("b: {value: [1, 2]}, W: {" + weight + "}"));
    std::string out;
    for (const Expected& problem : problems_of(folder_ + "models/e.yaml")) {
      out += (out.empty() ? "" : "\n") + problem.error;
      for (const std::string& note : problem.notes) out += "; " + note;
    }
    return out;
  }
};

TEST_F(LoadArrays, AsWeights) {
  write("a.yaml", "attograph: 1\nextends: models/a.yaml\n");
  const Graph graph = build(load(folder_ + "a.yaml"));
  EXPECT_EQ(graph.value(graph.find("y")).shape, (Dims{Dim(3), Dim(2)}));
  const Tensor W = *graph.weights[0].literal, b = *graph.weights[1].literal;
  EXPECT_EQ(W.dtype(), DType::float32);
  EXPECT_EQ(W.data<float>()[4], 5);
  EXPECT_TRUE(std::isnan(W.data<float>()[5]));
  EXPECT_EQ(b.data<double>()[1], 0.2);
}

TEST_F(LoadArrays, AsInputs) {
  write("models/fed.yaml", "attograph: 1\nextends: a.yaml\nfeed: {x: \"@w.npz:W\"}\n");
  EXPECT_EQ(errors("models/fed.yaml"), "");
  write("fed.yaml", "attograph: 1\nextends: models/a.yaml\nfeed: {x: \"@w.npz:W\"}\n");
  EXPECT_EQ(errors("fed.yaml"), "w.npz: the file cannot be opened: No such file or directory");
}

TEST_F(LoadArrays, WrittenInOneFile) {
  std::filesystem::create_directories(folder_ + "configs");
  write("configs/c.yaml", "attograph: 1\nextends: ../models/a.yaml\n");
  const std::string merged = emit(load(folder_ + "configs/c.yaml").yaml);
  EXPECT_NE(merged.find("{value: \"@../models/w.npz:W\"}"), std::string::npos) << merged;
  write("configs/merged.yaml", merged);
  EXPECT_EQ(errors("configs/merged.yaml"), "");
}

TEST_F(LoadArrays, ThatAreNotWhatIsNeeded) {
  const std::string named = "; 3:42: the array is named here";
  EXPECT_EQ(error("value: \"@w.npz:V\""),
            "w.npz: the archive has no array 'V'; it has W, ids" + named);
  EXPECT_EQ(error("value: \"@v.npz:W\""),
            "v.npz: the file cannot be opened: No such file or directory" + named);
  EXPECT_EQ(error("value: \"@w.npz\""),
            "3:42: an .npz file holds several arrays: name one, @w.npz:NAME");
  EXPECT_EQ(error("value: \"@w.npz:ids\""), "3:42: the array holds int64, but the weight is real");
  EXPECT_EQ(error("dtype: bool, value: \"@w.npz:W\""),
            "3:55: the array holds float32, but the weight is bool");
  EXPECT_EQ(error("value: \"@w.npz:W\", shape: [2, 3]"),
            "3:42: the value has shape [3, 2], not [2, 3]");
  EXPECT_EQ(error("value: [\"@w.npz:W\"]"), "3:43: a number is expected here, not '@w.npz:W'");
}

TEST_F(Load, WithoutProblemsIsAskedForByThrowing) {
  write("a.yaml", model_);
  EXPECT_NO_THROW(load(folder_ + "a.yaml"));
  EXPECT_THROW(load(folder_ + "a.yaml", {"E=3"}), Problems);
}

}  // namespace
}  // namespace atto
