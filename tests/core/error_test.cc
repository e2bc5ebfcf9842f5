#include "framework/core/error.h"

#include <gtest/gtest.h>

#include <string>

namespace atto {
namespace {

Position place(const std::string& content, int line, int column,
               const std::string& name = "a.yaml") {
  return {std::make_shared<Source>(Source{name, content}), line, column};
}

TEST(Error, WithoutAPlace) {
  EXPECT_EQ(Error("it is wrong").report(), "error: it is wrong");
  EXPECT_STREQ(Error("it is wrong").what(), "error: it is wrong");
  EXPECT_EQ(Error("it is wrong").message(), "it is wrong");
}

TEST(Error, ACaretStandsBelowTheColumn) {
  const std::string content = "graph:\n  - y: {sofmax: x}\n  - z: y";
  EXPECT_EQ(Error("unknown operator 'sofmax'", place(content, 2, 9)).report(),
            "a.yaml:2:9: error: unknown operator 'sofmax'\n"
            "      - y: {sofmax: x}\n"
            "            ^");
  EXPECT_EQ(Error("here", place(content, 1, 1)).report(),
            "a.yaml:1:1: error: here\n"
            "    graph:\n"
            "    ^");
  EXPECT_EQ(Error("the last line", place(content, 3, 8)).report(),
            "a.yaml:3:8: error: the last line\n"
            "      - z: y\n"
            "           ^");
}

TEST(Error, AColumnBehindTheLine) {
  EXPECT_EQ(Error("an end", place("ab", 1, 3)).report(),
            "a.yaml:1:3: error: an end\n"
            "    ab\n"
            "      ^");
  EXPECT_EQ(Error("far", place("ab", 1, 1000)).report(),
            "a.yaml:1:1000: error: far\n"
            "    ab\n"
            "      ^");
}

TEST(Error, ColumnsCountCharactersAndTabsAreOne) {
  EXPECT_EQ(Error("here", place("\xC3\xA4\xE2\x82\xAC: x", 1, 5)).report(),
            "a.yaml:1:5: error: here\n"
            "    \xC3\xA4\xE2\x82\xAC: x\n"
            "        ^");
  EXPECT_EQ(Error("here", place("\tx\r\ny", 1, 2)).report(),
            "a.yaml:1:2: error: here\n"
            "     x\n"
            "     ^");
  EXPECT_EQ(Error("here", place(std::string("a\x01\x7F") + "b", 1, 4)).report(),
            "a.yaml:1:4: error: here\n"
            "    a??b\n"
            "       ^");
}

TEST(Error, ALongLineIsCutAroundTheColumn) {
  const std::string line = std::string(500, 'a') + "b" + std::string(500, 'c');
  EXPECT_EQ(Error("here", place(line, 1, 501)).report(),
            "a.yaml:1:501: error: here\n"
            "    " +
                std::string(79, 'a') + "b" + std::string(80, 'c') + "\n" + "    " +
                std::string(79, ' ') + "^");
  EXPECT_EQ(Error("here", place(line, 1, 2)).report(),
            "a.yaml:1:2: error: here\n"
            "    " +
                std::string(160, 'a') +
                "\n"
                "     ^");
}

TEST(Error, ALineThatIsEmptyOrNotThereIsNotQuoted) {
  EXPECT_EQ(Error("it is empty", place("", 1, 1)).report(), "a.yaml:1:1: error: it is empty");
  EXPECT_EQ(Error("no such line", place("a\nb", 7, 1)).report(), "a.yaml:7:1: error: no such line");
  EXPECT_EQ(Error("of the file", place("a\nb", 0, 0)).report(), "a.yaml: error: of the file");
}

TEST(Error, TheInnermostPlaceStays) {
  Error error("here");
  error.at({}).at(place("ab", 1, 2)).at(place("cd", 1, 1, "b.yaml"));
  EXPECT_EQ(error.report(),
            "a.yaml:1:2: error: here\n"
            "    ab\n"
            "     ^");
}

TEST(Error, TheFirstSubjectStays) {
  Error error("here");
  EXPECT_EQ(error.subject(), "");
  error.about("axis").about("x");
  EXPECT_EQ(error.subject(), "axis");
  EXPECT_EQ(error.report(), "error: here");
}

TEST(Error, NotesFollow) {
  Error error("defined twice", place("x: 1\nx: 2", 2, 1));
  error.note("the first one", place("x: 1\nx: 2", 1, 1)).note("rename one");
  EXPECT_EQ(error.report(),
            "a.yaml:2:1: error: defined twice\n"
            "    x: 2\n"
            "    ^\n"
            "a.yaml:1:1: note: the first one\n"
            "    x: 1\n"
            "    ^\n"
            "note: rename one");
}

TEST(Error, RequireWritesItsParts) {
  EXPECT_NO_THROW(require(true, "never"));
  try {
    require(false, "x has ", 3, " rows, not ", 2.5);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "x has 3 rows, not 2.5");
  }
}

TEST(Problems, AreReportedInTheOrderOfFilesAndLines) {
  Problems problems;
  const std::string content = "a\nb\nc";
  problems.add(Error("third", place(content, 3, 1)));
  problems.add(Error("other", place(content, 1, 1, "b.yaml")));
  problems.add(Error("first", place(content, 1, 2)));
  problems.add(Error("before", place(content, 1, 1)));
  EXPECT_EQ(problems.report(),
            "a.yaml:1:1: error: before\n"
            "    a\n"
            "    ^\n\n"
            "a.yaml:1:2: error: first\n"
            "    a\n"
            "     ^\n\n"
            "a.yaml:3:1: error: third\n"
            "    c\n"
            "    ^\n\n"
            "b.yaml:1:1: error: other\n"
            "    a\n"
            "    ^");
  EXPECT_EQ(problems.what(), problems.report());
}

TEST(Problems, AreThrownIfThereAreAny) {
  Problems problems;
  EXPECT_NO_THROW(problems.throw_if_any());
  EXPECT_TRUE(problems.empty());
  problems.add(Error("one"));
  EXPECT_THROW(problems.throw_if_any(), Problems);
}

TEST(Problems, AThousandAreEnough) {
  Problems problems;
  for (int i = 1; i < 1000; ++i) problems.add(Error("wrong"));
  EXPECT_THROW(problems.add(Error("wrong")), Problems);
  EXPECT_EQ(problems.errors().size(), 1001u);
  EXPECT_EQ(problems.errors().back().message(), "there may be more problems than these 1000");
}

TEST(Problems, AnAttemptKeepsTheErrorAndGivesItAPlace) {
  Problems problems;
  EXPECT_TRUE(problems.attempt(place("ab", 1, 1), [] {}));
  EXPECT_FALSE(problems.attempt(place("ab", 1, 2), [] { throw Error("one"); }));
  EXPECT_FALSE(problems.attempt(place("ab", 1, 2), [] { throw Error("two", place("ab", 1, 1)); }));
  ASSERT_EQ(problems.errors().size(), 2u);
  EXPECT_EQ(problems.errors()[0].position().column, 2);
  EXPECT_EQ(problems.errors()[1].position().column, 1);
}

TEST(DidYouMean, TheNearestKnownWord) {
  const std::vector<std::string> known = {"softmax",  "matmul",     "add",
                                          "rms_norm", "layer_norm", "x"};
  EXPECT_EQ(did_you_mean("sofmax", known), "; did you mean 'softmax'?");
  EXPECT_EQ(did_you_mean("matmlu", known), "; did you mean 'matmul'?");
  EXPECT_EQ(did_you_mean("rmsnorm", known), "; did you mean 'rms_norm'?");
  EXPECT_EQ(did_you_mean("ad", known), "; did you mean 'add'?");
  EXPECT_EQ(did_you_mean("dad", known), "; did you mean 'add'?") << "a swap is one edit";
}

TEST(DidYouMean, NothingIsNear) {
  EXPECT_EQ(did_you_mean("conv", {"softmax", "matmul"}), "");
  EXPECT_EQ(did_you_mean("softmax", {}), "");
  EXPECT_EQ(did_you_mean("y", {"x", "", "z"}), "") << "any letter is one edit from any other";
  EXPECT_EQ(did_you_mean("", {"add"}), "");
  EXPECT_EQ(did_you_mean(std::string(100'000, 'a'), {"add", "matmul"}), "");
  EXPECT_EQ(did_you_mean(std::string(1'000'000, 'a'), {std::string(1'000'000, 'b')}), "");
}

TEST(ListOf, IsCutAtTheLimit) {
  EXPECT_EQ(list_of({}), "");
  EXPECT_EQ(list_of({"a"}), "a");
  EXPECT_EQ(list_of({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(list_of({"a", "b", "c"}, 3), "a, b, c");
  EXPECT_EQ(list_of({"a", "b", "c"}, 1), "a, ... (2 more)");
}

TEST(CheckDeathTest, NamesTheConditionAndThePlace) {
  EXPECT_DEATH(ATTO_CHECK(1 + 1 == 3),
               "error_test.cc:[0-9]+: internal check failed: 1 \\+ 1 == 3\n"
               "This is a bug of attograph.");
  ATTO_CHECK(1 + 1 == 2);
}

}  // namespace
}  // namespace atto
