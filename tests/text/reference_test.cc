#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "framework/text/tokenizer.h"
#include "tests/text/reference/answer.h"

// Tokenizers composed so that together they use every part and option, on hard strings, with what
// the reference makes of them: reference/composed.json, written by reference/save.mjs. More
// strings, and real tokenizers, are compared by reference/run.

namespace atto {
namespace {

using Value = nlohmann::json;

Value read(const std::string& path) {
  std::ifstream file(std::string(ATTO_SOURCE_DIR) + "/" + path);
  return Value::parse(file);
}

/// Puts the parts that several tokenizers share in their places.
void expand(Value& value, const Value& parts) {
  if (value.is_object() && value.size() == 1 && value.contains("part"))
    value = Value(parts.at(value["part"].get<std::size_t>()));
  if (value.is_structured())
    for (Value& element : value) expand(element, parts);
}

Value answer(const Tokenizer& tokenizer, const Value& request) {
  try {
    return Value::parse(answer_to(request.dump(), tokenizer));
  } catch (const Error&) {
    return {{"error", true}};
  }
}

/// What was left out of the expected answer because it is the same for all tokens.
Value complete(Value expected) {
  if (!expected.contains("ids")) return expected;
  const std::vector<int> zeros(expected["ids"].size(), 0), ones(expected["ids"].size(), 1);
  for (const char* key : {"types", "special"})
    if (!expected.contains(key)) expected[key] = zeros;
  if (!expected.contains("attention")) expected["attention"] = ones;
  return expected;
}

/// Of an answer, what is expected: the reference does not say all in all cases.
Value same_keys(const Value& expected, const Value& got) {
  Value same = Value::object();
  for (const auto& [key, ignored] : expected.items())
    if (got.contains(key)) same[key] = got[key];
  return same;
}

TEST(Reference, EveryPartAndOptionGivesTheSameTokens) {
  const Value file = read("tests/text/reference/composed.json");
  ASSERT_GT(file["tests"].size(), 100u);
  for (const Value& test : file["tests"]) {
    SCOPED_TRACE(test["name"].get<std::string>());
    Value json = test["tokenizer"];
    expand(json, file["parts"]);
    const Tokenizer tokenizer = Tokenizer::parse(json.dump(), test["name"]);
    for (const Value& row : test["cases"]) {
      const Value expected = complete(row["expected"]);
      EXPECT_EQ(same_keys(expected, answer(tokenizer, row["request"])), expected)
          << row["request"].dump();
    }
  }
}

}  // namespace
}  // namespace atto
