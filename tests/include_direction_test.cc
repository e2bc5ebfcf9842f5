// Data flows one way, and so do includes: the order of the folders is checked in every source file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Folders = std::set<std::string>;
using Texts = std::vector<std::string>;

/// The folders below framework/ that a folder may include besides itself.
const std::map<std::string, Folders> kBelow = {
    {"core", {}},
    {"data", {"core"}},
    {"text", {"core", "data"}},
    {"op", {"core"}},
    {"describe", {"core", "data", "op"}},
    {"graph", {"core", "data", "op", "describe"}},
    {"plan", {"core", "data", "op", "describe", "graph"}},
    {"run", {"core", "data", "op", "describe", "graph", "plan"}},
    {"generate", {"core", "data", "text", "op", "describe", "graph", "plan", "run"}},
    {"train", {"core", "data", "text", "op", "describe", "graph", "plan", "run"}},
    {"testing",
     {"core", "data", "text", "op", "describe", "graph", "plan", "run", "generate", "train"}},
};

/// A library of others: how its includes begin, where they may stand, and where in headers too.
/// Headers of the framework are installed and name none but xtensor.
struct Library {
  std::string include;
  std::vector<std::string> places;
  std::vector<std::string> headers = {};
};
const std::vector<Library> kLibraries = {
    {"yaml-cpp/", {"framework/describe/"}},
    {"nlohmann/", {"framework/", "tools/", "tests/"}, {"tools/"}},
    {"fmt/", {"framework/", "tools/", "tests/"}},
    {"minizip/", {"framework/data/"}},
    {"zip.h", {"framework/data/"}},
    {"CLI/", {"tools/"}, {"tools/"}},
    {"xtensor/", {"framework/op/", "ops/", "tests/"}, {"framework/op/", "ops/", "tests/"}},
    {"xtensor-blas/", {"framework/core/"}},
    {"cblas.h", {"framework/core/", "tools/bench/"}},
    {"unicode/", {"framework/text/"}},
    {"pcre2.h", {"framework/text/"}},
    {"sentencepiece_processor.h", {"framework/text/"}},
    {"gtest/", {"framework/testing/", "tests/"}, {"framework/testing/", "tests/"}},
};

bool starts_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

/// `core` of framework/core/shape.h.
std::string framework_folder(const std::string& path) {
  const std::string rest = path.substr(std::string("framework/").size());
  return rest.substr(0, rest.find('/'));
}

/// Whether the file at `path` may include the project's file `include`.
bool allowed(const std::string& path, const std::string& include) {
  if (starts_with(path, "tests/plugin/") && path.find("_test.cc") == std::string::npos)
    return include == "framework/op/op.h";
  if (starts_with(path, "tests/")) return true;
  if (starts_with(path, "tools/")) return !starts_with(include, "tests/");
  if (starts_with(path, "ops/"))
    return include == "framework/op/op.h" || starts_with(include, "ops/");
  if (!starts_with(path, "framework/") || !starts_with(include, "framework/")) return false;
  const std::string from = framework_folder(path);
  const std::string to = framework_folder(include);
  const auto below = kBelow.find(from);
  return below != kBelow.end() && (from == to || below->second.count(to) > 0);
}

/// Whether the file at `path` may include `include` of another library.
bool allowed(const std::string& path, const std::string& include, const Library& library) {
  if (!starts_with(include, library.include)) return true;
  const auto& places = path.ends_with(".h") ? library.headers : library.places;
  return std::any_of(places.begin(), places.end(),
                     [&](const std::string& place) { return starts_with(path, place); });
}

/// What a line includes, in its brackets: `"framework/op/op.h"`; empty when it includes nothing.
std::string included(std::string line) {
  line.erase(std::remove_if(line.begin(), line.end(), [](char c) { return c == ' ' || c == '\t'; }),
             line.end());
  const std::string directive = "#include";
  if (!starts_with(line, directive)) return "";
  const auto end = line.find_first_of("\">", directive.size() + 1);
  return end == std::string::npos ? "" : line.substr(directive.size(), end + 1 - directive.size());
}

/// What is wrong with the includes of `text`, the file at `path`: `path:line: may not include ...`.
Texts violations(const std::string& path, const std::string& text) {
  Texts found;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string what = included(line);
    if (what.empty()) continue;
    const std::string include = what.substr(1, what.size() - 2);
    const bool fine =
        what[0] == '"' ? allowed(path, include)
                       : std::all_of(kLibraries.begin(), kLibraries.end(),
                                     [&](const Library& l) { return allowed(path, include, l); });
    if (!fine)
      found.push_back(path + ":" + std::to_string(number) + ": may not include " + include);
  }
  return found;
}

TEST(IncludeDirection, EverySourceFileKeepsTheOrder) {
  const std::filesystem::path root = ATTO_SOURCE_DIR;
  Texts found;
  int files = 0;
  for (const std::string folder : {"framework", "ops", "tools", "tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cc") continue;
      ++files;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      for (const std::string& violation :
           violations(std::filesystem::relative(entry.path(), root).generic_string(), text.str()))
        found.push_back(violation);
    }
  }
  EXPECT_GT(files, 20) << "the sources were not found below " << root;
  EXPECT_EQ(found, Texts{});
}

TEST(IncludeDirection, FolderMayNotIncludeOneAboveIt) {
  EXPECT_EQ(violations("framework/core/shape.cc", "\n#include \"framework/op/op.h\"\n"),
            Texts{"framework/core/shape.cc:2: may not include framework/op/op.h"});
  EXPECT_EQ(violations("framework/op/infer.cc", "#include \"framework/data/npz.h\"\n").size(), 1u);
  EXPECT_EQ(violations("framework/data/npz.cc", "#include \"framework/op/op.h\"\n").size(), 1u);
  EXPECT_EQ(violations("framework/graph/a.h", "# include  \"framework/plan/plan.h\"\n").size(), 1u);
  EXPECT_EQ(violations("framework/run/a.h", "#include \"framework/testing/rows.h\"\n").size(), 1u);
  EXPECT_EQ(violations("framework/plan/a.h", "#include \"framework/graph/graph.h\"\n"), Texts{});
  EXPECT_EQ(violations("framework/plan/a.h", "#include \"framework/plan/plan.h\"\n"), Texts{});
}

TEST(IncludeDirection, FolderThatTheOrderDoesNotNameMayIncludeNothing) {
  EXPECT_EQ(violations("framework/misc/a.h", "#include \"framework/core/shape.h\"\n").size(), 1u);
}

TEST(IncludeDirection, FrameworkNamesNoOperatorRunnerOrTest) {
  EXPECT_EQ(violations("framework/run/a.cc", "#include \"ops/softmax.h\"\n").size(), 1u);
  EXPECT_EQ(violations("framework/run/a.cc", "#include \"tools/print.h\"\n").size(), 1u);
  EXPECT_EQ(violations("tools/a.cc", "#include \"tests/rows.h\"\n").size(), 1u);
}

TEST(IncludeDirection, OperatorSeesTheOperatorPageOnly) {
  EXPECT_EQ(violations("ops/softmax.cc", "#include \"framework/op/op.h\"\n"), Texts{});
  EXPECT_EQ(violations("ops/kernels/a.cc", "#include \"ops/kernels/a.h\"\n"), Texts{});
  EXPECT_EQ(violations("ops/softmax.cc", "#include \"framework/core/gemm.h\"\n").size(), 1u);
  EXPECT_EQ(violations("ops/kernels/a.cc", "#include \"framework/run/session.h\"\n").size(), 1u);
  EXPECT_EQ(violations("tests/plugin/a.cc", "#include \"framework/run/session.h\"\n").size(), 1u);
}

TEST(IncludeDirection, LibrariesHaveTheirPlaces) {
  EXPECT_EQ(violations("framework/describe/yaml.cc", "#include <yaml-cpp/yaml.h>\n"), Texts{});
  EXPECT_EQ(violations("framework/describe/yaml.h", "#include <yaml-cpp/yaml.h>\n").size(), 1u);
  EXPECT_EQ(violations("framework/graph/graph.cc", "#include <yaml-cpp/yaml.h>\n").size(), 1u);
  EXPECT_EQ(violations("framework/run/a.h", "#include <nlohmann/json.hpp>\n").size(), 1u);
  EXPECT_EQ(violations("framework/run/a.h", "#include <fmt/format.h>\n").size(), 1u);
  EXPECT_EQ(violations("framework/run/a.cc", "#include <fmt/format.h>\n"), Texts{});
  EXPECT_EQ(violations("framework/core/tensor.h", "#include<xtensor/xarray.hpp>\n").size(), 1u);
  EXPECT_EQ(violations("framework/core/tensor.h", "#include <vector>\n"), Texts{});
}

}  // namespace
