// The examples of configs/README.md: each is loaded and built, and what it says about itself in
// lines `# error: ...` is compared with what is reported.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "framework/describe/expression.h"
#include "tests/describe/problems_of.h"

namespace atto {
namespace {

using Lines = std::vector<std::string>;

struct Example {
  int line = 0;  // in the README
  Lines lines;
};

Lines readme() {
  std::ifstream file(std::string(ATTO_SOURCE_DIR) + "/configs/README.md");
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<Example> examples() {
  std::vector<Example> out;
  bool inside = false;
  const Lines lines = readme();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!inside && lines[i] == "```yaml")
      out.push_back({static_cast<int>(i) + 2, {}});
    else if (inside && lines[i] != "```")
      out.back().lines.push_back(lines[i]);
    inside = lines[i] == "```yaml" || (inside && lines[i] != "```");
  }
  return out;
}

bool has_key(const Example& example, const std::string& key) {
  return std::any_of(example.lines.begin(), example.lines.end(),
                     [&](const std::string& line) { return line.starts_with(key + ":"); });
}

/// `q, k` of the last line of the graph.
std::string last_names(const Example& example) {
  std::string names;
  for (const std::string& line : example.lines)
    if (line.starts_with("  - ") && line.find(':') != std::string::npos)
      names = line.substr(4, line.find(':') - 4);
  return names;
}

/// The example as a file, with what the README says that it leaves out.
std::string file_of(const Example& example) {
  std::string out;
  for (const std::string& line : example.lines) out += line + "\n";
  if (!has_key(example, "attograph")) out = "attograph: 1\n" + out;
  if (has_key(example, "extends")) return out;
  if (!has_key(example, "inputs")) out += "inputs: {x: {shape: [T, 6]}}\n";
  if (!has_key(example, "outputs")) out += "outputs: [" + last_names(example) + "]\n";
  return out;
}

Lines errors_of(const Example& example) {
  const std::string start = "# error: ";
  Lines out;
  for (const std::string& line : example.lines)
    if (line.starts_with(start)) out.push_back(line.substr(start.size()));
  return out;
}

TEST(Readme, ExamplesAreWhatTheySay) {
  const std::string folder = testing::TempDir() + "atto_readme_" + std::to_string(getpid()) + "/";
  for (const char* name : {"models", "configs"}) std::filesystem::create_directories(folder + name);
  const std::vector<Example> all = examples();
  EXPECT_GT(all.size(), 20u);
  for (const Example& example : all) {
    std::smatch named;  // by a comment in its first line, for others to extend
    const bool is_named =
        std::regex_match(example.lines[0], named, std::regex("# ([a-z]+/[a-z]+\\.yaml)"));
    const std::string path = folder + (is_named ? named[1].str() : "example.yaml");
    std::ofstream(path) << file_of(example);
    Lines messages;
    Problems problems;
    problems.attempt({}, [&] {
      const Description description = load(path, {}, problems);
      const Graph graph = build(description, problems);
      if (problems.empty()) check_feed(graph, description, problems);
    });
    for (const Error& error : problems.errors()) messages.push_back(error.message());
    Lines expected = errors_of(example);
    std::sort(messages.begin(), messages.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(messages, expected) << "the example in line " << example.line << " of the README";
  }
  std::filesystem::remove_all(folder);
}

TEST(Readme, ExpressionsHaveTheirValues) {
  Scope scope;
  scope.set("D", Dim(6));
  scope.set("half", 0.5);
  scope.set("act", std::string("relu"));
  scope.set("T", Dim::symbol("T"));
  int rows = 0;
  for (const std::string& line : readme()) {
    std::smatch row;
    if (!std::regex_match(line, row, std::regex("\\| `([^`]+)` \\| `([^`]+)` \\|"))) continue;
    auto source = std::make_shared<Source>(Source{"README.md", row[1].str()});
    const Yaml yaml = Yaml::scalar_at(row[1].str(), {source, 1, 1});
    EXPECT_EQ(evaluate(yaml, scope, AttributeSource::Expect::expression).text(), row[2].str())
        << line;
    ++rows;
  }
  EXPECT_GE(rows, 14);
}

}  // namespace
}  // namespace atto
