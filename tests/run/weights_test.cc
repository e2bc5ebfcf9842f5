// The literals: weights_literals.py, which stands beside this file.
#include "framework/run/weights.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model_of.h"

namespace atto {
namespace {

std::vector<double> values_of(const Tensor& tensor) {
  const auto data = tensor.data<double>();
  return {data.begin(), data.end()};
}

std::vector<Tensor> weights_of(const std::string& yaml, const RandomOptions& random) {
  return make_weights(*graph_of(yaml), DType::float64, random);
}

constexpr const char* kRandom = R"(
inputs: {x: {shape: [T, 2]}}
weights:
  a: {shape: [2], init: uniform}
  b: {shape: [2], init: {uniform: [-1, 2]}}
  c: {shape: [3], init: {normal: 1 / 2}}
  d: {shape: [2], init: ones}
  e: {shape: [1], init: {value: -0.5}}
graph:
  - y: {concat: [a, b, c, d, e, x0], axis: 0}
  - x0: {reshape: x, to: [2*T]}
outputs: [y]
)";

std::string ordered(std::string yaml) {  // x0 before it is used
  const std::string line = "  - x0: {reshape: x, to: [2*T]}\n";
  yaml.erase(yaml.find(line), line.size());
  return yaml.insert(yaml.find("  - y:"), line);
}

TEST(Weights, numpy_stream_in_the_order_of_the_file) {
  const auto weights = weights_of(ordered(kRandom), {RandomOptions::Stream::numpy, 7});
  const std::vector<std::vector<double>> expected = {
      {0.07630828937395717, 0.7799187922401146},
      {0.3152276943226804, 1.1703955334928238},
      {0.0164100818392922, 0.20375814149825391, -0.3944615143128693},
      {1, 1},
      {-0.5}};
  ASSERT_EQ(weights.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto values = values_of(weights[i]);
    ASSERT_EQ(values.size(), expected[i].size());
    for (std::size_t k = 0; k < values.size(); ++k)
      EXPECT_NEAR(values[k], expected[i][k], 1e-15) << i << " " << k;
  }
}

TEST(Weights, named_stream_does_not_shift) {
  const char* one = R"(
inputs: {x: {shape: [T, 4]}}
weights: {a: {shape: [4, 2], init: normal}}
graph: [{y: {matmul: [x, a]}}]
outputs: [y]
)";
  const char* two = R"(
inputs: {x: {shape: [T, 4]}}
weights: {b: {shape: [2, 2], init: normal}, a: {shape: [4, 2], init: normal}}
graph: [{p: {matmul: [x, a]}}, {y: {matmul: [p, b]}}]
outputs: [y]
)";
  const auto first = weights_of(one, {RandomOptions::Stream::named, 3});
  const auto second = weights_of(two, {RandomOptions::Stream::named, 3});
  EXPECT_EQ(values_of(first[0]), values_of(second[1]));
  EXPECT_NE(values_of(first[0])[0], values_of(second[0])[0]);
  EXPECT_NE(values_of(first[0]), values_of(weights_of(one, {RandomOptions::Stream::named, 4})[0]));
}

TEST(Weights, float32_holds_the_same_numbers_rounded) {
  const auto graph = graph_of(ordered(kRandom));
  const auto wide = make_weights(*graph, DType::float64, {RandomOptions::Stream::named, 1});
  const auto narrow = make_weights(*graph, DType::float32, {RandomOptions::Stream::named, 1});
  for (std::size_t i = 0; i < wide.size(); ++i)
    for (std::size_t k = 0; k < static_cast<std::size_t>(wide[i].size()); ++k)
      EXPECT_EQ(narrow[i].data<float>()[k], static_cast<float>(wide[i].data<double>()[k]));
}

TEST(Weights, names_every_weight_that_cannot_be_made) {
  try {
    weights_of(R"(
inputs: {ids: {dtype: int64, shape: [T]}}
weights: {W: {shape: [2, 2]}}
graph:
  - x: {embedding: ids, prefix: table, rows: 3, to: [2]}
  - y: {matmul: [x, W]}
outputs: [y]
)",
               {});
    FAIL();
  } catch (const Problems& problems) {
    ASSERT_EQ(problems.errors().size(), 2u);
    EXPECT_EQ(
        problems.errors()[0].message(),
        "the weight 'W' has neither a value nor an 'init', and no checkpoint is given: add 'init: "
        "uniform' or a rule under the top-level 'init:', or give --checkpoint");
    EXPECT_EQ(problems.errors()[1].position().line, 6);
  }
}

TEST(Weights, what_a_repeated_node_lacks_is_one_problem) {
  try {
    weights_of(R"(
inputs: {x: {shape: [B, 2]}}
blocks:
  layer:
    inputs: {x: [B, 2]}
    graph:
      - y: {linear: x, to: [2]}
    outputs: [y]
graph:
  - y: {layer: x, repeat: 5, as: i, prefix: layer.$(i)}
outputs: [y]
)",
               {});
    FAIL();
  } catch (const Problems& problems) {
    ASSERT_EQ(problems.errors().size(), 1u);
    EXPECT_TRUE(problems.errors()[0].message().starts_with("5 weights ("))
        << problems.errors()[0].message();
  }
}

TEST(Weights, numpy_seed_is_32_bits) {
  EXPECT_THROW(weights_of(ordered(kRandom), {RandomOptions::Stream::numpy, std::uint64_t{1} << 32}),
               Error);
}

}  // namespace
}  // namespace atto
