// What rows cannot say of attention's state: sequences of different lengths.
#include <gtest/gtest.h>

#include "framework/testing/compare.h"
#include "framework/testing/lone_node.h"
#include "tests/error_of.h"

namespace atto::testing {
namespace {

constexpr const char* kAttributes = "{mask: causal, scale: 0.5}";

/// Token `time` of a sequence: one row of q, k or v, [1, 1, 2].
Tensor token(std::int64_t tensor, std::int64_t sequence, std::int64_t time) {
  const auto value = [&](std::int64_t i) {
    return static_cast<double>((5 * time + 3 * sequence + 7 * tensor + 2 * i) % 9) / 4 - 1;
  };
  return Tensor::of<double>({1, 1, 2}, {value(0), value(1)});
}

/// [2, 1, 1, 2]: one token of each of two sequences.
Tensor two(const Tensor& a, const Tensor& b) {
  const auto x = a.data<double>(), y = b.data<double>();
  return Tensor::of<double>({2, 1, 1, 2}, {x[0], x[1], y[0], y[1]});
}

Inputs tokens(std::int64_t sequence_a, std::int64_t time_a, std::int64_t sequence_b,
              std::int64_t time_b) {
  Inputs inputs;
  for (std::int64_t i = 0; i < 3; ++i)
    inputs.emplace_back(two(token(i, sequence_a, time_a), token(i, sequence_b, time_b)));
  return inputs;
}

const OpEntry& attention() { return *Registry::instance().find("attention"); }

/// One run of a token of each sequence.
Tensor run(const Inputs& inputs, Version version, KeptState& state) {
  const LoneNode node(attention(), kAttributes, inputs);
  const Tensor y =
      node.forward(inputs, {.version = version, .wanted = {true, false}, .state = &state})[0];
  state.advance(1);
  return y;
}

KeptState empty_state() {
  return KeptState(LoneNode(attention(), kAttributes, tokens(0, 0, 1, 0)).state(), 4,
                   DType::float64);
}

class AttentionState : public ::testing::TestWithParam<Version> {};

TEST_P(AttentionState, SequencesMayHaveDifferentLengths) {
  KeptState both = empty_state();
  run(tokens(0, 0, 1, 0), GetParam(), both);
  run(tokens(0, 1, 1, 1), GetParam(), both);
  both.lengths()[1] = 0;  // the second sequence begins anew
  const Tensor y = run(tokens(0, 2, 1, 5), GetParam(), both);

  KeptState long_one = empty_state();
  run(tokens(0, 0, 0, 0), GetParam(), long_one);
  run(tokens(0, 1, 0, 1), GetParam(), long_one);
  const Tensor third = run(tokens(0, 2, 0, 2), GetParam(), long_one);
  const Tensor first = token(2, 1, 5);  // a single key has weight 1: y is its value

  const auto values = y.data<double>(), expected = third.data<double>();
  EXPECT_DOUBLE_EQ(values[0], expected[0]);
  EXPECT_DOUBLE_EQ(values[1], expected[1]);
  EXPECT_DOUBLE_EQ(values[2], first.data<double>()[0]);
  EXPECT_DOUBLE_EQ(values[3], first.data<double>()[1]);
  EXPECT_NE(values[0], values[2]);
}

TEST_P(AttentionState, RefusesWeightsBesideState) {
  KeptState state = empty_state();
  const Inputs inputs = tokens(0, 0, 1, 0);
  const LoneNode node(attention(), kAttributes, inputs);
  const Error error =
      error_of([&] { node.forward(inputs, {.version = GetParam(), .state = &state}); });
  EXPECT_EQ(error.message(),
            "attention that keeps keys and values cannot give its weights: their size would "
            "depend on what is kept; run without state to see them");
}

TEST_P(AttentionState, ABiasCoversTheKeysThatAreKept) {
  KeptState state = empty_state();
  Inputs inputs = tokens(0, 0, 1, 0);
  inputs.push_back(std::nullopt);
  inputs.emplace_back(Tensor::of<double>({2}, {0.5, -1}));
  run(inputs, GetParam(), state);
  run(inputs, GetParam(), state);
  const Error error = error_of([&] { run(inputs, GetParam(), state); });
  EXPECT_EQ(error.message(),
            "bias has 2 columns, but there are 3 keys: it needs one for each, kept ones first");
  EXPECT_EQ(error.subject(), "bias");
}

TEST(AttentionStateTest, NoMaskKeepsNothing) {
  const LoneNode node(attention(), "{mask: none, scale: 1}", tokens(0, 0, 1, 0));
  EXPECT_TRUE(node.state().empty());
}

INSTANTIATE_TEST_SUITE_P(Versions, AttentionState,
                         ::testing::Values(Version::definition, Version::kernel));

}  // namespace
}  // namespace atto::testing
