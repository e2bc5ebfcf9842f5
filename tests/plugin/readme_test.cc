// The worked example of ops/README.md is what is compiled and run here.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/tools/atto.h"

namespace atto {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(ATTO_SOURCE_DIR "/" + path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_shown(const std::string& language, const std::string& block) {
  EXPECT_NE(content("ops/README.md").find("\n```" + language + "\n" + block + "```\n"),
            std::string::npos)
      << "ops/README.md does not show:\n"
      << block;
}

TEST(OpsReadme, ShowsTheExampleAsItIs) {
  expect_shown("cpp", content("tests/plugin/leaky_relu.cc"));
  expect_shown("cpp", content("tests/plugin/leaky_relu_test.cc"));
  expect_shown("yaml", content("tests/plugin/leaky_relu.yaml"));
}

TEST(OpsReadme, ShowsWhatTheExamplePrints) {
  const auto result = testing::run_atto(
      "run tests/plugin/leaky_relu.yaml -i x='[-2, 3]' --plugin " ATTO_EXAMPLE_PLUGIN,
      ATTO_SOURCE_DIR);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  expect_shown("",
               "$ tools/atto run tests/plugin/leaky_relu.yaml -i x='[-2, 3]' "
               "--plugin build/leaky_relu.so\n" +
                   result.out);
}

}  // namespace
}  // namespace atto
