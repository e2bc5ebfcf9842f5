#include "framework/op/signature.h"

#include <gtest/gtest.h>

#include "framework/core/error.h"

namespace atto {
namespace {

std::vector<std::string> texts(const std::vector<Port>& ports) {
  std::vector<std::string> out;
  for (const Port& port : ports) out.push_back(port.text());
  return out;
}

using Texts = std::vector<std::string>;

TEST(Signature, HasValuesThenWeightsThenOutputs) {
  const std::string text = "x[...,in]; weight[out,in] bias?[out] -> y[...,out]";
  const auto s = Signature::parse(text);
  EXPECT_EQ(s.text, text);
  EXPECT_EQ(texts(s.inputs), (Texts{"x[...,in]", "weight[out,in]", "bias?[out]"}));
  EXPECT_EQ(s.values, 1u);
  EXPECT_FALSE(s.is_weight(0));
  EXPECT_TRUE(s.is_weight(1));
  EXPECT_EQ(texts(s.outputs), Texts{"y[...,out]"});
  EXPECT_TRUE(s.state.empty());
  EXPECT_TRUE(s.inputs[0].has_ellipsis());
  EXPECT_FALSE(s.inputs[1].has_ellipsis());
  EXPECT_FALSE(s.inputs[1].optional);
  EXPECT_TRUE(s.inputs[2].optional);
  EXPECT_EQ(s.input("bias"), 2u);
  EXPECT_EQ(s.input("y"), std::nullopt);
}

TEST(Signature, SpacesDoNotMatter) {
  const auto s = Signature::parse("  x [ ... , in ] ;weight[out,in]->y[...,out]  ");
  EXPECT_EQ(texts(s.inputs), (Texts{"x[...,in]", "weight[out,in]"}));
  EXPECT_EQ(texts(s.outputs), Texts{"y[...,out]"});
}

TEST(Signature, MarksStandBeforeTheKind) {
  const auto s = Signature::parse(
      "ids:i64[] valid?:bool[B,3] a:num[] xs*:any[...] -> y:any[...] n?:i64[B] parts*[12,...]");
  EXPECT_EQ(texts(s.inputs), (Texts{"ids:i64[]", "valid?:bool[B,3]", "a:num[]", "xs*:any[...]"}));
  EXPECT_EQ(texts(s.outputs), (Texts{"y:any[...]", "n?:i64[B]", "parts*[12,...]"}));
  EXPECT_EQ(s.inputs[0].kind, Kind::int64);
  EXPECT_TRUE(s.inputs[0].axes.empty());
  EXPECT_EQ(s.inputs[1].kind, Kind::boolean);
  EXPECT_EQ(s.inputs[2].kind, std::nullopt);
  EXPECT_TRUE(s.inputs[2].numeric);
  EXPECT_EQ(s.inputs[3].kind, std::nullopt);
  EXPECT_FALSE(s.inputs[3].numeric);
  EXPECT_TRUE(s.inputs[3].variadic);
  EXPECT_EQ(s.outputs[2].kind, Kind::real);
  EXPECT_EQ(s.outputs[2].axes[0].is, Axis::Is::number);
  EXPECT_EQ(s.outputs[2].axes[0].number, 12);
  EXPECT_EQ(s.outputs[2].axes[1].is, Axis::Is::ellipsis);
}

TEST(Signature, HasState) {
  const auto s = Signature::parse(
      "q[...,T,H,D] k[...,S,K,D] v[...,S,K,D] -> y[...,T,H,D] weights?[...,H,T,S]; "
      "state keys[...,+S,K,D] values[...,+S,K,D]");
  EXPECT_EQ(texts(s.state), (Texts{"keys[...,+S,K,D]", "values[...,+S,K,D]"}));
  EXPECT_TRUE(s.state[0].axes[1].grows);
  EXPECT_FALSE(s.state[0].axes[2].grows);
  EXPECT_TRUE(s.outputs[1].optional);
}

TEST(Signature, MayHaveNoInputs) {
  EXPECT_TRUE(Signature::parse("-> y[...]").inputs.empty());
  const auto s = Signature::parse("; table[T,D] -> y[T,D]");
  EXPECT_EQ(s.values, 0u);
  EXPECT_TRUE(s.is_weight(0));
}

TEST(Signature, PositionsMapToPorts) {
  const auto plain = Signature::parse("x[...,in]; weight[out,in] bias?[out] -> y[...,out]");
  EXPECT_EQ(plain.port_of(0, 2), 0u);
  EXPECT_EQ(plain.port_of(1, 2), 1u);
  EXPECT_EQ(plain.port_of(2, 3), 2u);

  const auto last = Signature::parse("mask?:bool[...] xs*[...] -> y[...]");
  EXPECT_EQ(last.port_of(0, 4), 0u);
  for (const std::size_t i : {1u, 2u, 3u}) EXPECT_EQ(last.port_of(i, 4), 1u);

  const auto middle = Signature::parse("a[...] xs*[...]; weight[D] bias?[D] -> y[...]");
  const std::vector<std::size_t> ports{0, 1, 1, 1, 2, 3};
  for (std::size_t i = 0; i < ports.size(); ++i) EXPECT_EQ(middle.port_of(i, 6), ports[i]);
  EXPECT_EQ(middle.port_of(2, 4), 2u);

  const auto split = Signature::parse("x[...] -> rest[...] parts*[...]");
  EXPECT_EQ(split.output_port_of(0, 3), 0u);
  EXPECT_EQ(split.output_port_of(1, 3), 1u);
  EXPECT_EQ(split.output_port_of(2, 3), 1u);
}

TEST(SignatureDeathTest, ThereIsNoPortBehindTheLast) {
  const auto s = Signature::parse("x[...] y[...] -> z[...]");
  EXPECT_DEATH(s.port_of(2, 3), "internal check failed");
}

struct Bad {
  const char* text;
  int column;
  const char* message;
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.text; }

class BadSignature : public testing::TestWithParam<Bad> {};

TEST_P(BadSignature, IsAnErrorAtItsColumn) {
  try {
    Signature::parse(GetParam().text);
    FAIL() << "was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), GetParam().message);
    EXPECT_EQ(error.position().column, GetParam().column);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BadSignature,
    testing::Values(
        Bad{"", 1, "expected '->'"},  //
        Bad{"x[...]", 7, "expected '->'"}, Bad{"x[...] ->", 10, "expected a port"},
        Bad{"x[...]; -> y[...]", 9, "expected a port"}, Bad{"x -> y[...]", 3, "expected '['"},
        Bad{"x[a b] -> y[a]", 5, "expected ']'"}, Bad{"x[a,] -> y[a]", 5, "expected a name"},
        Bad{"x[a -> y[a]", 5, "expected ']'"}, Bad{"1x[a] -> y[a]", 1, "expected '->'"},
        Bad{"x[...,a,...] -> y[a]", 12, "a port has at most one ellipsis"},
        Bad{"x:f16[a] -> y[a]", 6, "unknown kind 'f16': i64, bool, num and any are there"},
        Bad{"x[99999999999999999999] -> y[a]", 3, "the number does not fit 64 bits"},
        Bad{"x?*[a] -> y[a]", 4, "a variadic port cannot be optional"},
        Bad{"xs*[a] y[a] -> z[a]", 8, "the variadic port 'xs' must be the last"},
        Bad{"xs*[a]; ws*[a] -> z[a]", 23,
            "either the values or the weights may have a variadic port"},
        Bad{"x[a] x[b] -> y[a]", 18, "two ports have the name 'x'"},
        Bad{"x[a] -> x[a]", 13, "two ports have the name 'x'"},
        Bad{"x[+a] -> y[a]", 14, "only an axis of a state tensor grows, not of 'x'"},
        Bad{"x[a] -> y:any[a]", 17,
            "an output is 'num' or 'any' but no input is: nothing says of what kind it is"},
        Bad{"x[a] -> y[a]; keys[+a]", 15, "expected 'state'"},
        Bad{"x[a] -> y[a]; state", 20, "expected a port"},
        Bad{"x[a] -> y[a]; state k[a]", 25,
            "the state tensor 'k' must have one axis that grows: +T"},
        Bad{"x[a] -> y[a]; state k[+a,+b]", 29,
            "the state tensor 'k' must have one axis that grows: +T"},
        Bad{"x[a] -> y[a]; state k?[+a]", 27, "the state tensor 'k' must be a plain real one"},
        Bad{"x[a] -> y[a]; state k[+...]", 24, "expected a name"},
        Bad{"x[a] -> y[a] !", 14, "expected the end"}));

}  // namespace
}  // namespace atto
