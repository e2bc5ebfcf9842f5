// Every command in the README that is shown with its output prints just that.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "framework/core/error.h"

namespace atto {
namespace {

const std::string kRoot = ATTO_SOURCE_DIR;
const std::string kPrompt = "$ tools/atto ";

struct Example {
  std::string arguments;
  std::string output;
};

/// The commands of all ```console blocks, each with the lines below it.
std::vector<Example> examples_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<Example> examples;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with(kPrompt)) {
      examples.push_back({line.substr(kPrompt.size()), ""});
    } else if (inside) {
      EXPECT_FALSE(examples.empty()) << "output without a command: " << line;
      examples.back().output += line + "\n";
    }
  }
  return examples;
}

/// What a terminal shows: both outputs in the order in which they are written.
std::string printed_by(const std::string& arguments) {
  const std::string command = text("cd '", kRoot, "' && '", ATTO_RUNNER, "' ", arguments, " 2>&1");
  FILE* const pipe = popen(command.c_str(), "r");
  std::string printed;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) printed += static_cast<char>(c);
  pclose(pipe);
  return printed;
}

TEST(Readme, shows_what_the_commands_print) {
  const auto examples = examples_of(kRoot + "/README.md");
  EXPECT_GE(examples.size(), 4u);
  for (const Example& example : examples) {
    EXPECT_EQ(printed_by(example.arguments), example.output) << "tools/atto " << example.arguments;
  }
}

TEST(Readme, shows_the_article_model) {
  std::ifstream readme_file(kRoot + "/README.md"), model_file(kRoot + "/models/article.yaml");
  const std::string readme{std::istreambuf_iterator<char>(readme_file), {}};
  std::string model;
  for (std::string line; std::getline(model_file, line);) {
    const auto comment = line.find('#');
    if (comment == 0) continue;
    line = line.substr(0, comment);
    model += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  EXPECT_NE(readme.find("```yaml\n" + model + "```\n"), std::string::npos) << model;
}

}  // namespace
}  // namespace atto
