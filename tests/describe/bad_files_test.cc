// Every file in tests/bad/ has mistakes, and its first lines say what is reported about them:
//
//     # error: 4:9: unknown operator 'sofmax'; did you mean 'softmax'?
//     # note: 2:3: ...        all notes of the error above; without any, notes are not compared
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/describe/problems_of.h"

namespace atto {
namespace {

const std::string kFolder = std::string(ATTO_SOURCE_DIR) + "/tests/bad/";

std::vector<Expected> expected_of(const std::string& path) {
  const std::string error = "# error: ", note = "# note: ";
  std::vector<Expected> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(error))
      out.push_back({line.substr(error.size()), {}});
    else if (line.starts_with(note) && !out.empty())
      out.back().notes.push_back(line.substr(note.size()));
    else
      break;
  }
  return out;
}

/// One text for all, in an order that does not depend on how they were found.
std::string text_of(std::vector<Expected> problems) {
  std::sort(problems.begin(), problems.end(),
            [](const Expected& a, const Expected& b) { return a.error < b.error; });
  std::string out;
  for (const Expected& problem : problems) {
    out += "# error: " + problem.error + "\n";
    for (const std::string& note : problem.notes) out += "# note: " + note + "\n";
  }
  return out;
}

/// The notes that nobody expects to be told.
void drop_notes(std::vector<Expected>& problems, const std::vector<Expected>& expected) {
  for (Expected& problem : problems)
    for (const Expected& other : expected)
      if (other.error == problem.error && other.notes.empty()) problem.notes.clear();
}

class BadFile : public testing::TestWithParam<std::string> {};

TEST_P(BadFile, SaysWhatIsWrong) {
  const std::string path = kFolder + GetParam() + ".yaml";
  const std::vector<Expected> expected = expected_of(path);
  ASSERT_FALSE(expected.empty()) << path << " does not say in its first line what is wrong";
  std::vector<Expected> problems = problems_of(path);
  drop_notes(problems, expected);
  EXPECT_EQ(text_of(problems), text_of(expected));
}

std::vector<std::string> bad_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, BadFile, testing::ValuesIn(bad_files()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace atto
