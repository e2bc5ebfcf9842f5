#include "framework/describe/load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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

TEST_F(Load, WithoutProblemsIsAskedForByThrowing) {
  write("a.yaml", model_);
  EXPECT_NO_THROW(load(folder_ + "a.yaml"));
  EXPECT_THROW(load(folder_ + "a.yaml", {"E=3"}), Problems);
}

}  // namespace
}  // namespace atto
