#pragma once
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "framework/core/error.h"

namespace atto::testing {

/// What a run of the program left.
struct AttoResult {
  std::string out;     ///< standard output
  std::string err;     ///< standard error
  int exit_code = -1;  ///< 128 + the signal's number when one ended it
};

/// Runs a command, as a shell reads it, in a folder.
inline AttoResult run_program(const std::string& program, const std::string& folder = ".") {
  const std::string file = text(::testing::TempDir(), "atto-", getpid());
  const std::string command =
      text("cd '", folder, "' && ", program, " >'", file, ".out' 2>'", file, ".err'");
  const int status = std::system(command.c_str());
  const auto take = [&](const char* suffix) {
    std::ifstream stream(file + suffix, std::ios::binary);
    EXPECT_TRUE(stream.good()) << file << suffix;
    std::string content{std::istreambuf_iterator<char>(stream), {}};
    std::remove((file + suffix).c_str());
    return content;
  };
  const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {take(".out"), take(".err"), exit_code};
}

/// Runs the program that was built, with arguments as a shell reads them, in a folder.
inline AttoResult run_atto(const std::string& arguments, const std::string& folder = ".") {
  return run_program(text("'", ATTO_RUNNER, "' ", arguments), folder);
}

}  // namespace atto::testing
