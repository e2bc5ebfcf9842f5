// `atto ops` as its user sees it.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <regex>

#include "framework/op/registry.h"
#include "tests/data/helpers.h"
#include "tests/golden.h"
#include "tests/tools/atto.h"

namespace atto {
namespace {

using testing::AttoResult;
using testing::run_atto;
using Json = nlohmann::ordered_json;

std::string ops(const std::string& arguments) {
  const AttoResult result = run_atto("ops " + arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

/// The library's own; other tests of this process may have loaded plug-ins.
std::size_t library_operators() {
  const auto all = Registry::instance().all();
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [](const OpEntry* entry) { return entry->origin.empty(); }));
}

TEST(Ops, OneLineEach) {
  const std::string out = ops("");
  EXPECT_EQ(static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n')),
            library_operators());
  EXPECT_TRUE(std::regex_search(
      out, std::regex("\nsoftmax +Makes x positive and sum to 1 along `axis`. +x\\[...\\] ->")))
      << out;
}

TEST(Ops, ExplainsOne) {
  EXPECT_EQ(ops("softmax"), R"(softmax: Makes x positive and sum to 1 along `axis`.

signature
  x[...] -> y[...]

attributes
  axis  int  required  axis that sums to 1; -1 is the last

traits
  is Softmax-13 of ONNX
  has a gradient
  has a fast kernel beside its definition

example
  - y: {softmax: x, axis: -1}
)");
}

TEST(Ops, UnknownName) {
  const AttoResult result = run_atto("ops sofmax");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(
      result.err,
      "error: there is no operator 'sofmax'; did you mean 'softmax'?; 'atto ops' lists them\n");
}

TEST(Ops, JsonHasEverything) {
  const Json json = Json::parse(ops("softmax --json"));
  EXPECT_EQ(json["name"], "softmax");
  EXPECT_EQ(json["signature"], "x[...] -> y[...]");
  EXPECT_EQ(json["onnx"], "Softmax-13");
  EXPECT_EQ(json["attributes"][0]["name"], "axis");
  EXPECT_EQ(json["attributes"][0]["type"], "int");
  EXPECT_EQ(json["attributes"][0]["required"], true);
  EXPECT_TRUE(json["attributes"][0]["default"].is_null());
  EXPECT_EQ(json["gradient"], true);
  EXPECT_TRUE(json["plugin"].is_null());
  EXPECT_EQ(json["example"], "- y: {softmax: x, axis: -1}");
  const Json all = Json::parse(ops("--json"));
  EXPECT_EQ(all.size(), library_operators());
  EXPECT_NE(std::find(all.begin(), all.end(), json), all.end());
}

TEST(Ops, ThoseOfAPlugin) {
  const std::string plugin = " --plugin " ATTO_PLUGIN;
  EXPECT_NE(ops(plugin).find("\ntwice "), std::string::npos);
  EXPECT_NE(ops("twice" + plugin).find("comes from the plug-in " ATTO_PLUGIN), std::string::npos);
  EXPECT_EQ(run_atto("ops twice").exit_code, 1);
}

// The table in ops/README.md, between two comments.
TEST(Ops, catalogue) {
  const std::string path = ATTO_SOURCE_DIR "/ops/README.md";
  std::ifstream file(path);
  const std::string readme{std::istreambuf_iterator<char>(file), {}};
  const auto begin = readme.find("tools/test catalogue' writes it anew. -->\n");
  const auto end = readme.find("<!-- The end of the table. -->");
  ASSERT_TRUE(begin < end && end != std::string::npos);
  const std::string head = readme.substr(0, readme.find('\n', begin) + 1);
  testing::expect_golden(path, head + ops("--markdown") + readme.substr(end));
}

/// The example of an operator is a line that builds, on inputs and weights of fitting shapes.
class OpsExample : public testing::InTemporaryFolder {
 protected:
  static void expect_builds(const std::string& name, const std::string& inputs,
                            const std::string& weights = {}) {
    const Json example = Json::parse(ops(name + " --json"))["example"];
    ASSERT_TRUE(example.is_string()) << name;
    const std::string line = example;
    const std::string outputs = line.substr(2, line.find(':') - 2);
    write_file("example.yaml", text("attograph: 1\ninputs: {", inputs, "}\nweights: {", weights,
                                    "}\ngraph:\n  ", line, "\noutputs: [", outputs, "]\n"));
    const AttoResult result = run_atto("check example.yaml");
    EXPECT_EQ(result.out, "example.yaml: ok\n") << line << "\n" << result.err;
  }
};

TEST_F(OpsExample, Builds) {
  const std::string x = "x: {shape: [B, T, 4]}";
  expect_builds("argmax", x);
  expect_builds("attention", "q: {shape: [T, 2, 4]}, k: {shape: [T, 2, 4]}, v: {shape: [T, 2, 4]}");
  expect_builds("concat", "xs0: {shape: [T, 2]}, xs1: {shape: [T, 3]}");
  expect_builds("dense", x, "weight: {shape: [4, 2]}");
  expect_builds("embedding", "ids: {dtype: int64, shape: [T]}", "weight: {shape: [4, 2]}");
  expect_builds("matmul", "a: {shape: [T, 2]}, b: {shape: [2, 3]}");
  expect_builds("reshape", "x: {shape: [B, T, D]}");
  expect_builds("softmax", x);
  expect_builds("split", x);
  expect_builds("where", "condition: {dtype: bool, shape: [T]}, a: {shape: [T]}, b: {shape: [T]}");
}

}  // namespace
}  // namespace atto
