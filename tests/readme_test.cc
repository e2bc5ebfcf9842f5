// Every command that the README shows with its output prints just that; models stand in it as they
// are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
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

using Texts = std::vector<std::string>;

/// The cells of each row of the ladder's table.
std::vector<Texts> ladder_rows() {
  std::ifstream file(kRoot + "/README.md");
  std::vector<Texts> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| [`") || line.find("(models/ladder/") == std::string::npos) continue;
    rows.emplace_back();
    for (std::size_t begin = 2; begin < line.size();) {
      const std::size_t end = line.find(" | ", begin);
      rows.back().push_back(line.substr(begin, end - begin));
      begin = end == std::string::npos ? line.size() : end + 3;
    }
  }
  return rows;
}

/// What a regular expression finds, its first and its second group.
std::vector<std::pair<std::string, std::string>> found(const std::string& text,
                                                       const std::string& expression) {
  const std::regex regex(expression);
  std::vector<std::pair<std::string, std::string>> out;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    out.emplace_back((*at)[1].str(), (*at)[2].str());
  return out;
}

/// The lines of a file without comments, indentation and what aligns them.
Texts lines_of(const std::string& path) {
  std::ifstream file(path);
  Texts lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(std::regex_replace(line, std::regex("^ +| *#.*| +$|( ) +"), "$1"));
  return lines;
}

/// A row of a matrix, whatever axes of one element are in front, to two decimals.
std::string row_of(nlohmann::json matrix, std::size_t row) {
  while (matrix.size() == 1) matrix = nlohmann::json(matrix[0]);
  std::string out;
  for (const double number : matrix[row]) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%s%.2f", out.empty() ? "" : " ", number);
    out += digits;
  }
  return out;
}

TEST(Readme, shows_the_ladder) {
  const auto rows = ladder_rows();
  EXPECT_EQ(rows.size(), 12u);
  for (const Texts& row : rows) {
    ASSERT_EQ(row.size(), 4u) << row[0];
    const std::string path = found(row[0], "()\\((.*)\\)").at(0).second;
    const Texts lines = lines_of(kRoot + "/" + path);
    for (const auto& [_, line] : found(row[2], "()`([^`]+)`"))
      EXPECT_NE(std::find(lines.begin(), lines.end(), line), lines.end()) << path << ": " << line;
    const auto values = nlohmann::json::parse(printed_by("run --json " + path)).at("values");
    const auto shown = found(row[3], "(head \\d[^:`]*): `([^`]+)`");
    EXPECT_FALSE(shown.empty()) << row[3];
    for (const auto& [name, numbers] : shown)
      EXPECT_EQ(row_of(values.at("Attention of " + name).at("data"), 2), numbers) << path;
  }
}

}  // namespace
}  // namespace atto
