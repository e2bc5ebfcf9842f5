// The schema that `atto schema` prints, by the judgement of Python's jsonschema.
#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

#include "framework/core/error.h"
#include "tests/golden.h"
#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = ATTO_SOURCE_DIR;
const fs::path kSchema = kRoot / "configs/schema.json";

std::vector<std::string> yaml_files(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// What the program prints, in a file of its own.
class SchemaTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run_program("/usr/bin/python3 -c 'import jsonschema, yaml'").exit_code != 0)
      GTEST_SKIP() << "Debian's python3-jsonschema and python3-yaml are missing, which check the "
                      "schema of the language";
    fs::create_directory(folder_);
    print_schema("");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void print_schema(const std::string& flags) const {
    const AttoResult result = run_atto("schema " + flags);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::ofstream(schema_) << result.out;
  }
  /// What validate.py says of each file.
  std::map<std::string, std::string> verdicts(const std::vector<std::string>& files) const {
    std::string arguments = text(" '", schema_, "'");
    for (const std::string& file : files) arguments += " '" + file + "'";
    const AttoResult result =
        run_program("/usr/bin/python3 tests/tools/validate.py" + arguments, kRoot.string());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::map<std::string, std::string> out;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) {
      const auto colon = line.find(": ");
      out[line.substr(0, colon)] = line.substr(colon + 2);
    }
    EXPECT_GE(out.size(), files.size());
    return out;
  }
  void accepts(const std::vector<std::string>& files) const {
    for (const auto& [file, verdict] : verdicts(files)) EXPECT_EQ(verdict, "ok") << file;
  }
  /// Of a model with this node, and a block.
  std::string verdict_of_node(const std::string& node) const {
    const std::string path = folder_ + "/model.yaml";
    std::ofstream(path)
        << "attograph: 1\nblocks: {layer: {inputs: {x: [T]}, params: [scale, tanh], "
           "graph: [], outputs: [x]}}\ngraph:\n  - y: "
        << node << "\noutputs: [y]\n";
    return verdicts({path}).at(path);
  }

  const std::string folder_ = text(::testing::TempDir(), "schema-", getpid());
  const std::string schema_ = folder_ + "/schema.json";
};

TEST_F(SchemaTest, accepts_every_model) { accepts(yaml_files(kRoot / "models")); }
TEST_F(SchemaTest, accepts_every_config) { accepts(yaml_files(kRoot / "configs")); }
TEST_F(SchemaTest, accepts_every_example_of_the_language) { accepts({"configs/README.md"}); }

TEST_F(SchemaTest, knows_a_node_by_its_operator) {
  EXPECT_EQ(verdict_of_node("{softmax: x, axis: last - 1}"), "ok");
  EXPECT_EQ(verdict_of_node("{softmax: x, axs: 0}"), "graph.0.y: 'axis' is a required property");
  EXPECT_EQ(verdict_of_node("{layer: x, anything: 3, tanh: 0.5}"), "ok");
  // `scale` is an operator, an attribute of another, and a param of the block.
  EXPECT_EQ(verdict_of_node("{scale: x, by: 2}"), "ok");
  EXPECT_EQ(verdict_of_node("{scale: x}"), "graph.0.y: 'by' is a required property");
  EXPECT_EQ(verdict_of_node("{attention: [x, x, x], mask: none, scale: by}"), "ok");
  EXPECT_EQ(verdict_of_node("{layer: x, scale: by}"), "ok");
}

TEST_F(SchemaTest, knows_the_operators_of_a_plug_in) {
  const std::string file = "tests/plugin/leaky_relu.yaml";
  EXPECT_EQ(verdicts({file}).at(file).find("graph.0.y: 'leaky_relu' is not one of"), 0u);
  print_schema(text("--plugin '", ATTO_EXAMPLE_PLUGIN, "'"));
  accepts({file});
}

// What a schema can know of the mistakes in tests/bad/: those files are listed.
TEST_F(SchemaTest, refuses_what_it_can_of_the_bad_files) {
  std::string refused;
  for (const auto& [file, verdict] : verdicts(yaml_files(kRoot / "tests/bad")))
    if (verdict != "ok" && verdict.find("no YAML") != 0)
      refused += fs::path(file).filename().string() + "\n";
  expect_golden(kRoot / "tests/tools/schema_refuses.txt", refused);
}

TEST(Schema, is_what_the_editors_get) {
  const AttoResult result = run_atto("schema");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_golden(kSchema, result.out);
}

// An editor finds the schema by the first line.
TEST(Schema, is_named_by_every_model_and_config) {
  for (const char* folder : {"models", "configs"})
    for (const std::string& path : yaml_files(kRoot / folder)) {
      std::ifstream file(path);
      std::string line;
      std::getline(file, line);
      EXPECT_EQ(line, "# yaml-language-server: $schema=" +
                          fs::relative(kSchema, fs::path(path).parent_path()).string())
          << path;
    }
}

}  // namespace
}  // namespace atto::testing
