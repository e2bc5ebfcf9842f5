#include "framework/run/state.h"

#include <gtest/gtest.h>

#include "framework/core/random.h"
#include "framework/run/session.h"
#include "tests/error_of.h"
#include "tests/model_of.h"

namespace atto {
namespace {

constexpr const char* kCausal = R"(
inputs:
  x: {shape: [B, T, 2, 3]}
  positions: {dtype: int64, shape: [B, T], default: positions}
graph:
  - y: {attention: [x, x, x], mask: causal, scale: 0.5}
  - z: {attention: [y, y, y], mask: causal, scale: 2}
  - p: {concat: [positions], axis: 0}
outputs: [z, p]
)";

class StateTest : public ::testing::Test {
 protected:
  StateTest() : graph_(graph_of(kCausal)), session_(graph_, {}, {.real = DType::float64}) {}

  static Tensor tokens(std::int64_t batch, std::int64_t begin, std::int64_t end) {
    Tensor x(DType::float64, {batch, end - begin, 2, 3});
    const NamedRandom random(1, "x");
    std::size_t i = 0;
    for (std::int64_t b = 0; b < batch; ++b)
      for (std::int64_t t = begin; t < end; ++t)
        for (std::int64_t k = 0; k < 6; ++k)
          x.data<double>()[i++] = random.normal(static_cast<std::uint64_t>((b * 1000 + t) * 6 + k));
    return x;
  }
  /// z of the tokens [begin, end) of each sequence.
  std::vector<double> z(SessionState* state, std::int64_t batch, std::int64_t begin,
                        std::int64_t end) {
    const Tensor result = session_.run({{"x", tokens(batch, begin, end)}}, state)[0];
    const auto data = result.data<double>();
    return {data.begin(), data.end()};
  }
  template <class Work>
  static std::string message_of(Work&& work) {
    return error_of(work).message();
  }
  static void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-12) << i;
  }

  std::shared_ptr<const Graph> graph_;
  Session session_;
};

TEST_F(StateTest, pieces_give_what_one_run_gives) {
  const auto all = z(nullptr, 1, 0, 9);
  SessionState state = session_.new_state();
  std::vector<double> pieces;
  for (const auto& [begin, end] : {std::pair(0, 4), {4, 5}, {5, 5}, {5, 9}})
    for (const double value : z(&state, 1, begin, end)) pieces.push_back(value);
  expect_near(pieces, all);
  EXPECT_EQ(state.lengths(), (std::vector<std::int64_t>{9}));
}

TEST_F(StateTest, grows_over_blocks_with_several_sequences) {
  const std::int64_t count = 600;  // more than two blocks of 256 rows
  const auto all = z(nullptr, 2, 0, count);
  SessionState state = session_.new_state();
  z(&state, 2, 0, 250);
  z(&state, 2, 250, 599);
  const auto last = z(&state, 2, 599, 600);
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(last[b * 6 + i], all[(b * 600 + 599) * 6 + i], 1e-12);
}

TEST_F(StateTest, counts_positions_behind_what_it_holds) {
  SessionState state = session_.new_state();
  session_.run({{"x", tokens(2, 0, 3)}}, &state);
  const Tensor positions = session_.run({{"x", tokens(2, 3, 5)}}, &state)[1];
  const auto data = positions.data<std::int64_t>();
  EXPECT_EQ(std::vector<std::int64_t>(data.begin(), data.end()),
            (std::vector<std::int64_t>{3, 4, 3, 4}));
}

TEST_F(StateTest, a_run_without_it_stands_alone) {
  SessionState state = session_.new_state();
  z(&state, 1, 0, 4);
  expect_near(z(nullptr, 1, 0, 4), z(nullptr, 1, 0, 4));
  EXPECT_EQ(state.lengths(), (std::vector<std::int64_t>{4}));
}

TEST_F(StateTest, truncate_goes_back) {
  SessionState state = session_.new_state();
  z(&state, 1, 0, 4);
  const auto once = z(&state, 1, 4, 6);
  state.truncate(4);
  EXPECT_EQ(state.lengths(), (std::vector<std::int64_t>{4}));
  expect_near(z(&state, 1, 4, 6), once);
  EXPECT_EQ(message_of([&] { state.truncate(7); }),
            "sequence 0 holds 6 rows: it cannot be cut to 7");
  EXPECT_EQ(message_of([&] { state.truncate(-1); }),
            "sequence 0 holds 6 rows: it cannot be cut to -1");
  EXPECT_EQ(message_of([&] { state.truncate(1, 0); }), "there is no sequence 1 among 1");
}

TEST_F(StateTest, sequences_may_differ_in_length) {
  SessionState state = session_.new_state();
  z(&state, 2, 0, 5);
  state.truncate(1, 3);
  Tensor next(DType::float64, {2, 1, 2, 3});  // token 5 of sequence 0, token 3 of sequence 1
  const Tensor five = tokens(2, 5, 6), three = tokens(2, 3, 4);
  for (std::size_t i = 0; i < 6; ++i) {
    next.data<double>()[i] = five.data<double>()[i];
    next.data<double>()[6 + i] = three.data<double>()[6 + i];
  }
  const auto results = session_.run({{"x", next}}, &state);
  const auto all = z(nullptr, 2, 0, 6);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(results[0].data<double>()[i], all[5 * 6 + i], 1e-12);
    EXPECT_NEAR(results[0].data<double>()[6 + i], all[(6 + 3) * 6 + i], 1e-12);
  }
  EXPECT_EQ(results[1].data<std::int64_t>()[0], 5);
  EXPECT_EQ(results[1].data<std::int64_t>()[1], 3);
  EXPECT_EQ(state.lengths(), (std::vector<std::int64_t>{6, 4}));
}

TEST_F(StateTest, a_copy_is_independent) {
  SessionState state = session_.new_state();
  z(&state, 1, 0, 4);
  SessionState copy = state;
  const auto first = z(&state, 1, 4, 5);
  z(&copy, 1, 7, 9);
  EXPECT_EQ(state.lengths(), (std::vector<std::int64_t>{5}));
  EXPECT_EQ(copy.lengths(), (std::vector<std::int64_t>{6}));
  state.truncate(4);
  expect_near(z(&state, 1, 4, 5), first);
}

TEST_F(StateTest, reset_forgets_and_another_batch_needs_it) {
  SessionState state = session_.new_state();
  z(&state, 1, 0, 4);
  EXPECT_EQ(message_of([&] { z(&state, 2, 0, 1); }),
            "the state holds 1 sequence(s) of shape [1, 256, 2, 3], which does not fit this run's "
            "[2, 256, 2, 3]: reset it first");
  EXPECT_EQ(state.lengths(), (std::vector<std::int64_t>{4}));
  state.reset();
  expect_near(z(&state, 2, 0, 3), z(nullptr, 2, 0, 3));
}

TEST_F(StateTest, has_no_weights_to_show) {
  SessionState state = session_.new_state();
  const std::vector<ValueId> weights = {graph_->find("y.weights")};
  EXPECT_EQ(session_.run({{"x", tokens(1, 0, 2)}}, weights)[0].shape(), (Shape{1, 2, 2, 2}));
  const std::string message = message_of([&] {
    session_.run({{"x", tokens(1, 0, 2)}}, weights, &state);
  });
  EXPECT_NE(message.find("in 'y', attention:"), std::string::npos) << message;
}

}  // namespace
}  // namespace atto
