#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace atto::testing {

/// That a file holds the text. With ATTO_UPDATE_GOLDEN=1 it is written anew, to be read before it
/// is committed.
inline void expect_golden(const std::string& path, const std::string& text) {
  const char* update = std::getenv("ATTO_UPDATE_GOLDEN");
  if (update && std::string(update) == "1") {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream file(path);
  const std::string held{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(held == text) << path << " is not up to date: ATTO_UPDATE_GOLDEN=1 tools/test "
                            << ::testing::UnitTest::GetInstance()->current_test_info()->name()
                            << " writes it anew";
}

}  // namespace atto::testing
