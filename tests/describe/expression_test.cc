#include "framework/describe/expression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace atto {
namespace {

using Expect = AttributeSource::Expect;

const Dim T = Dim::symbol("T");
const Dim B = Dim::symbol("B");

Yaml parsed(const std::string& content) {
  return parse_yaml(std::make_shared<Source>(Source{"test", content}));
}

Scope scope_of_tests() {
  Scope scope;
  scope.set("n", Dim(3));
  scope.set("D", Dim(12));
  scope.set("r", 0.25);
  scope.set("on_top", true);
  scope.set("act", std::string("silu"));
  scope.set("absent", AttributeValue());
  scope.set("T", T);
  scope.set("B", B);
  return scope;
}

AttributeValue value_of(const std::string& expression) {
  auto source = std::make_shared<Source>(Source{"test", expression});
  const Yaml yaml = Yaml::scalar_at(expression, {source, 1, 1});
  return evaluate(yaml, scope_of_tests(), Expect::expression);
}

std::string text_of(const std::string& expression) { return value_of(expression).text(); }

/// `7: message`, the column that the caret stands below.
template <class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return text(error.position().column, ": ", error.message());
  }
  return "no error";
}

std::string error_in(const std::string& expression) {
  return error_of([&] { value_of(expression); });
}

double number_of(const AttributeValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const auto* size = std::get_if<Dim>(&value);
  return size ? static_cast<double>(size->constant().value_or(-1)) : std::nan("");
}

struct Literal {
  const char* expression;
  const char* value;
};

TEST(Expression, BindsAsInPython) {
  static const Literal kLiterals[] = {
#include "tests/describe/expression_literals.inc"
  };
  for (const auto& [expression, expected] : kLiterals) {
    const std::string word = expected;
    if (word == "division by zero") {
      EXPECT_NE(error_in(expression).find(word), std::string::npos) << expression;
    } else if (word == "true" || word == "false") {
      EXPECT_EQ(text_of(expression), word) << expression;
    } else {
      const double number = std::strtod(expected, nullptr);
      EXPECT_NEAR(number_of(value_of(expression)), number, 1e-12 * std::max(1.0, std::abs(number)))
          << expression;
    }
  }
}

TEST(Expression, WholeNumbersStayWhole) {
  for (const char* whole : {"6 / 3", "7 // 2", "7 % 4", "2**10", "-7 // 2", "D / n", "7.5 // 2"})
    EXPECT_TRUE(std::holds_alternative<Dim>(value_of(whole))) << whole;
  for (const char* real : {"7 / 2", "2**-1", "2.0", "6 / 3.0", "4**0.5", "1e0", "7.5 % 2"})
    EXPECT_TRUE(std::holds_alternative<double>(value_of(real))) << real;
  EXPECT_EQ(text_of("6 / 3"), "2");
  EXPECT_EQ(text_of("7 / 2"), "3.5");
  EXPECT_EQ(text_of("-6 / -3"), "2");
  EXPECT_EQ(text_of("9223372036854775807"), "9223372036854775807");
}

TEST(Expression, SizesArePolynomials) {
  EXPECT_EQ(text_of("2*T + T"), "3*T");
  EXPECT_EQ(text_of("(T + 1) * (T - 1)"), "T**2 - 1");
  EXPECT_EQ(text_of("T * B / B"), "T");
  EXPECT_EQ(text_of("T / 2"), "T/2");
  EXPECT_EQ(text_of("T // 2"), "T//2");
  EXPECT_EQ(text_of("6 * T % 3"), "0");
  EXPECT_EQ(text_of("-T + 1"), "-T + 1");
  EXPECT_EQ(text_of("+T**2"), "T**2");
  EXPECT_EQ(text_of("T + 1 > T"), "true");
  EXPECT_EQ(text_of("T == T"), "true");
  EXPECT_EQ(text_of("T - T == 1"), "false");
}

TEST(Expression, OtherValues) {
  EXPECT_EQ(text_of("none"), "none");
  EXPECT_EQ(text_of("absent"), "none");
  EXPECT_EQ(text_of("act"), "silu");
  EXPECT_EQ(text_of("'two words'"), "'two words'");
  EXPECT_EQ(text_of("absent == none"), "true");
  EXPECT_EQ(text_of("act == none"), "false");
  EXPECT_EQ(text_of("act if on_top else none"), "silu");
  EXPECT_EQ(text_of("true == on_top"), "true");
  EXPECT_EQ(text_of("1 == 1.0"), "true");
  EXPECT_EQ(text_of("12 ** 0.5 == sqrt(D)"), "true");
}

TEST(Expression, WhatIsNotChosenIsNotComputed) {
  EXPECT_EQ(text_of("1 / 0 if false else 2"), "2");
  EXPECT_EQ(text_of("2 if true else 1 / 0"), "2");
  EXPECT_EQ(text_of("2 if false and 1 / 0 > 1 else 3"), "3");
  EXPECT_EQ(text_of("true or 1 / 0 > 0"), "true");
  EXPECT_EQ(text_of("false and not 3"), "false");
  EXPECT_EQ(text_of("2 if T == T else 2**T"), "2");
  EXPECT_EQ(error_in("2 if 1 / 0 > 0 else 3"), "8: in '2 if 1 / 0 > 0 else 3': division by zero");
  EXPECT_EQ(error_in("2 if true else acr"),
            "16: in '2 if true else acr': unknown name 'acr'; did you mean 'act'?")
      << "a misspelt name is one everywhere";
}

TEST(Expression, TheCaretStandsBelowThePart) {
  EXPECT_EQ(error_in("n + D * (T // 0)"), "12: in 'n + D * (T // 0)': division by zero");
  EXPECT_EQ(error_in("  n +"), "6: in '  n +': a value is missing at the end");
  EXPECT_EQ(
      error_in("n + width"),
      "5: in 'n + width': unknown name 'width'; there are B, D, T, absent, act, n, on_top, r");
  EXPECT_EQ(error_in("width"),
            "1: unknown name 'width'; there are B, D, T, absent, act, n, on_top, r");
  EXPECT_EQ(error_in("3 é"), "3: in '3 é': there is 'é' where the expression should end");
  EXPECT_EQ(error_in("n * ('ä€' + 3)"), "11: in 'n * ('ä€' + 3)': + needs a number, not 'ä€'");
}

TEST(Expression, LongOnesAreReadAndShownShort) {
  std::string sum = "1", deep = "1";
  for (int i = 0; i < 2000; ++i) sum += " + 1";
  EXPECT_EQ(text_of(sum), "2001");
  for (int i = 0; i < 100; ++i) deep = "(" + deep + ")";
  EXPECT_EQ(text_of(deep), "1");
  EXPECT_EQ(error_in("(" + deep + ")"),
            "102: in '" + std::string(60, '(') + "...': nested more than 100 levels deep");
  EXPECT_EQ(error_in(std::string(10'001, '1')), "1: an expression of over 10000 characters");
}

TEST(Expression, TextsHoldExpressions) {
  const Scope scope = scope_of_tests();
  const auto text_in = [&](const std::string& content) {
    return evaluate_text(parsed(content), scope);
  };
  EXPECT_EQ(text_in("model.layers.$(n)"), "model.layers.3");
  EXPECT_EQ(text_in("$(n + 1).$((n + 1) * 2)-$(act)"), "4.8-silu");
  EXPECT_EQ(text_in("\"$('a.b')$\""), "a.b$");
  EXPECT_EQ(text_in("$ (n)"), "$ (n)");
  EXPECT_EQ(text_in("$(on_top) $(absent) $(r)"), "true none 0.25");
  EXPECT_EQ(error_of([&] { text_in("layers.$(n"); }), "8: in 'layers.$(n': '$(' has no ')'");
  EXPECT_EQ(error_of([&] { text_in("layers.$(n + acr)"); }),
            "14: in 'n + acr': unknown name 'acr'; did you mean 'act'?");
  EXPECT_EQ(error_of([&] { text_in("\"ä.$(acr)\""); }),
            "6: unknown name 'acr'; did you mean 'act'?");
  EXPECT_EQ(error_of([&] { text_in("layers.$(T)"); }),
            "8: T is known only when the model runs and cannot stand in a name");
}

TEST(Expression, WhatAScalarIsDependsOnWhatIsExpected) {
  const Scope scope = scope_of_tests();
  const auto value = [&](const std::string& content, Expect expect) {
    return evaluate(parsed(content), scope, expect).text();
  };
  EXPECT_EQ(value("n", Expect::expression), "3");
  EXPECT_EQ(value("n", Expect::word), "'n'");
  EXPECT_EQ(value("\"n\"", Expect::expression), "'n'");
  EXPECT_EQ(value("$(n)", Expect::word), "'3'");
  EXPECT_EQ(value("[n, 2*n, [act]]", Expect::expression), "[3, 6, [silu]]");
  EXPECT_EQ(value("~", Expect::expression), "none");
  EXPECT_EQ(evaluate(parsed("relu"), Scope(), Expect::expression).text(), "relu")
      << "without any name a name is a word";
  EXPECT_EQ(evaluate_param(parsed("gelu"), scope).text(), "gelu") << "an unknown name is a word";
  EXPECT_EQ(evaluate_param(parsed("D"), scope).text(), "12");
  EXPECT_EQ(evaluate_param(parsed("none"), scope).text(), "none");
  EXPECT_EQ(error_of([&] { evaluate_param(parsed("2*gelu"), scope); }).substr(0, 34),
            "3: in '2*gelu': unknown name 'gelu");
}

TEST(Expression, SizesAndCountsAndTruth) {
  const Scope scope = scope_of_tests();
  EXPECT_EQ(atto::text_of(evaluate_dims(parsed("[B, 2*T, D / n]"), scope)), "[B, 2*T, 4]");
  EXPECT_EQ(atto::text_of(evaluate_dims(parsed("n"), scope)), "[3]");
  EXPECT_EQ(atto::text_of(evaluate_dims(parsed("[]"), scope)), "[]");
  EXPECT_EQ(error_of([&] { evaluate_dims(parsed("[n, n / 2]"), scope); }),
            "5: a size must be a whole number, but n / 2 is 1.5");
  EXPECT_EQ(evaluate_count(parsed("n - 3"), scope, "'repeat'"), 0);
  EXPECT_EQ(error_of([&] { evaluate_count(parsed("n - 4"), scope, "'repeat'"); }),
            "1: 'repeat' must not be negative, but is -1");
  EXPECT_TRUE(evaluate_bool(parsed("n > 2"), scope, "'when'"));
}

TEST(Expression, ScopesNest) {
  Scope outer, inner(&outer);
  EXPECT_TRUE(inner.empty());
  outer.set("a", Dim(1));
  outer.set("b", Dim(2));
  inner.set("b", Dim(3));
  EXPECT_FALSE(inner.empty());
  EXPECT_EQ(evaluate(parsed("10*a + b"), inner, Expect::expression).text(), "13");
  outer.set_failed("a");
  EXPECT_THROW(evaluate(parsed("a"), inner, Expect::expression), NeedsFailed);
}

TEST(Expression, NamesThatMayBeRead) {
  std::set<std::string> names;
  collect_names(parsed("{a: '$(n + m)', b: [2*T, x.y], c: {d: 3e4}}"), names);
  EXPECT_EQ(names, (std::set<std::string>{"n", "m", "T", "x", "y"}));
  EXPECT_TRUE(is_name("_a1"));
  for (const char* none : {"", "1a", "a b", "a.b", "ä"}) EXPECT_FALSE(is_name(none)) << none;
}

}  // namespace
}  // namespace atto
