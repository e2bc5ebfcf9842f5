#include "framework/describe/literal.h"

#include <gtest/gtest.h>

#include <cmath>

namespace atto {
namespace {

Yaml parsed(const std::string& content) {
  return parse_yaml(std::make_shared<Source>(Source{"test.yaml", content}));
}

template <class T>
std::vector<T> values_of(const Tensor& tensor) {
  const auto data = tensor.data<T>();
  return {data.begin(), data.end()};
}

std::string error_of(const std::string& content, DType dtype,
                     const std::vector<std::string>& words = {}) {
  try {
    read_literal(parsed(content), dtype, Scope(), words);
  } catch (const Error& error) {
    return text(error.position().line, ":", error.position().column, ": ", error.message());
  }
  return "no error";
}

TEST(Literal, NestedListsAreRows) {
  const Tensor tensor = read_literal(parsed("[[1, 2, 3], [4, 5.5, -6e-1]]"), DType::float64);
  EXPECT_EQ(tensor.shape(), (Shape{2, 3}));
  EXPECT_EQ(values_of<double>(tensor), (std::vector<double>{1, 2, 3, 4, 5.5, -0.6}));
  EXPECT_EQ(read_literal(parsed("7"), DType::int64).shape(), Shape{});
  EXPECT_EQ(read_literal(parsed("[]"), DType::int64).shape(), Shape{0});
  EXPECT_EQ(read_literal(parsed("[[], []]"), DType::int64).shape(), (Shape{2, 0}));
  EXPECT_EQ(read_literal(parsed("[[[1]], [[2]]]"), DType::float32).shape(), (Shape{2, 1, 1}));
}

TEST(Literal, ElementsAreExpressions) {
  Scope scope;
  scope.set("D", Dim(3));
  EXPECT_EQ(values_of<float>(read_literal(parsed("[2*D, D / 2, sqrt(9)]"), DType::float32, scope)),
            (std::vector<float>{6, 1.5F, 3}));
  EXPECT_EQ(values_of<std::int64_t>(read_literal(parsed("[2*D, D // 2, -1]"), DType::int64, scope)),
            (std::vector<std::int64_t>{6, 1, -1}));
  EXPECT_EQ(values_of<bool>(read_literal(parsed("[true, D > 3]"), DType::boolean, scope)),
            (std::vector<bool>{true, false}));
}

TEST(Literal, WhatIsNotFinite) {
  const auto data = values_of<double>(
      read_literal(parsed("[nan, .nan, inf, .inf, -inf, -.inf]"), DType::float64));
  EXPECT_TRUE(std::isnan(data[0]) && std::isnan(data[1]));
  EXPECT_EQ(data[2], INFINITY);
  EXPECT_EQ(data[3], INFINITY);
  EXPECT_EQ(data[4], -INFINITY);
  EXPECT_EQ(data[5], -INFINITY);
}

TEST(Literal, WordsAreTheirIndex) {
  const std::vector<std::string> words = {"the", "cat", "2", "on"};
  const Tensor tensor =
      read_literal(parsed("[[the, \"on\"], [cat, 2], [3, \"2\"]]"), DType::int64, Scope(), words);
  EXPECT_EQ(tensor.shape(), (Shape{3, 2}));
  EXPECT_EQ(values_of<std::int64_t>(tensor), (std::vector<std::int64_t>{0, 3, 1, 2, 3, 2}));
  EXPECT_EQ(error_of("[the, \"3\"]", DType::int64, words),
            "1:7: unknown word '3'; the known words are the, cat, 2, on");
  EXPECT_EQ(error_of("[the, teh]", DType::int64, words),
            "1:7: unknown word 'teh'; the known words are the, cat, 2, on; did you mean 'the'?");
  std::vector<std::string> many;
  for (int i = 0; i < 100; ++i) many.push_back("word" + std::to_string(i));
  EXPECT_EQ(error_of("[x]", DType::int64, many).substr(0, 60),
            "1:2: unknown word 'x'; the known words are word0, word1, wor");
  EXPECT_NE(error_of("[x]", DType::int64, many).find(", ... (80 more)"), std::string::npos);
}

TEST(Literal, WhatIsWrongHasItsPlace) {
  EXPECT_EQ(error_of("[[1, 2], [3, 4,\n 5]]", DType::float64),
            "1:10: this list has length 3, the ones before have 2");
  EXPECT_EQ(error_of("[1, [2]]", DType::float64),
            "1:5: a list stands where the rows before have a number");
  EXPECT_EQ(error_of("[[1],\n2]", DType::float64),
            "2:1: a number stands where the rows before have a list");
  EXPECT_EQ(error_of("[1, {a: 2}]", DType::float64), "1:5: a number is expected here");
  EXPECT_EQ(error_of("[1, ~]", DType::float64), "1:5: a number is expected here");
  EXPECT_EQ(error_of("[1, one]", DType::float64), "1:5: a number is expected here, not one");
  EXPECT_EQ(error_of("[1, true]", DType::float64), "1:5: a number is expected here, not true");
  EXPECT_EQ(error_of("[1, 0.5]", DType::int64), "1:5: a whole number is expected here, not 0.5");
  EXPECT_EQ(error_of("[1, \"\"]", DType::int64), "1:5: a whole number is expected here, not ''");
  EXPECT_EQ(error_of("[true, 1]", DType::boolean), "1:8: true or false is expected here, not 1");
  EXPECT_EQ(error_of("[1, 2 +]", DType::float64), "1:8: in '2 +': a value is missing at the end");
}

}  // namespace
}  // namespace atto
