// Plans as `atto show` prints them, word for word. The first line of a golden/*.txt is the command,
// the rest what it prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/golden.h"
#include "tests/tools/atto.h"

namespace atto {
namespace {

const std::string kPrompt = "$ atto ";

std::vector<std::string> golden_files() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(ATTO_SOURCE_DIR "/tests/plan/golden"))
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenPlan : public ::testing::TestWithParam<std::string> {};

TEST_P(GoldenPlan, IsPrinted) {
  const std::string path = ATTO_SOURCE_DIR "/tests/plan/golden/" + GetParam() + ".txt";
  std::ifstream file(path);
  std::string command;
  std::getline(file, command);
  ASSERT_TRUE(command.starts_with(kPrompt)) << path;
  const testing::AttoResult result =
      testing::run_atto(command.substr(kPrompt.size()), ATTO_SOURCE_DIR);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  testing::expect_golden(path, command + "\n" + result.out);
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenPlan, ::testing::ValuesIn(golden_files()),
                         [](const auto& file) { return file.param; });

}  // namespace
}  // namespace atto
