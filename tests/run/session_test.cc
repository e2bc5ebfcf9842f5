#include "framework/run/session.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/error_of.h"
#include "tests/model_of.h"

namespace atto {
namespace {

Session session_of(const std::string& yaml, SessionOptions options = {.real = DType::float64}) {
  const auto graph = graph_of(yaml);
  return Session(graph, make_weights(*graph, options.real, {}), options);
}

std::vector<double> values_of(const Tensor& tensor) {
  const Tensor reals = tensor.cast(DType::float64);
  const auto data = reals.data<double>();
  return {data.begin(), data.end()};
}

constexpr const char* kProduct = R"(
inputs: {x: {shape: [T, 2]}, unused_here: {shape: [S]}}
weights: {W: {value: [[1, 2], [3, 4]]}}
graph:
  - y: {matmul: [x, W]}
  - z: {softmax: unused_here, axis: 0}
outputs: [y, z]
)";

TEST(Session, needs_only_the_inputs_of_what_is_wanted) {
  Session session = session_of(kProduct);
  const Tensor x = Tensor::of<double>({1, 2}, {1, 10});
  const auto results = session.run({{"x", x}}, {session.graph().find("y")});
  EXPECT_EQ(values_of(results[0]), (std::vector<double>{31, 42}));
  EXPECT_EQ(error_of([&] {
              session.run({{"x", x}});
            }).message(),
            "the input 'unused_here' [S] (real) is not given: say -i unused_here=VALUE, or 'feed:' "
            "in the file");
}

TEST(Session, takes_other_sizes_each_time) {
  Session session = session_of(kProduct);
  const std::vector<ValueId> y = {session.graph().find("y")};
  for (const std::int64_t rows : {1, 5, 3, 5, 0, 1}) {
    Tensor x(DType::float64, {rows, 2});
    for (double& value : x.data<double>()) value = 1;
    const Tensor result = session.run({{"x", x}}, y)[0];
    ASSERT_EQ(result.shape(), (Shape{rows, 2}));
    for (std::int64_t i = 0; i < rows; ++i) {
      EXPECT_EQ(values_of(result)[static_cast<std::size_t>(2 * i)], 4);
      EXPECT_EQ(values_of(result)[static_cast<std::size_t>(2 * i + 1)], 6);
    }
  }
}

TEST(Session, gives_weights_and_inputs_too) {
  Session session = session_of(kProduct);
  const Graph& graph = session.graph();
  const Tensor x = Tensor::of<double>({1, 2}, {1, 10});
  const auto results = session.run({{"x", x}}, {graph.find("W"), graph.find("x")});
  EXPECT_EQ(values_of(results[0]), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values_of(results[1]), (std::vector<double>{1, 10}));
  EXPECT_EQ(values_of(session.weight("W")), (std::vector<double>{1, 2, 3, 4}));
}

TEST(Session, refuses_inputs_of_another_kind_name_or_shape) {
  Session session = session_of(kProduct);
  const std::vector<ValueId> y = {session.graph().find("y")};
  EXPECT_EQ(error_of([&] {
              session.run({{"x", Tensor::of<std::int64_t>({1, 2}, {1, 2})}}, y);
            }).message(),
            "the input 'x' takes real, not int64");
  EXPECT_EQ(error_of([&] {
              session.run({{"X", Tensor()}}, y);
            }).message(),
            "there is no input 'X'; there are x, unused_here");
  EXPECT_EQ(error_of([&] {
              session.run({{"x", Tensor(DType::float64, {1, 3})}}, y);
            }).message(),
            "the input 'x' takes shape [T, 2], not [1, 3]");
}

TEST(Session, computes_weights_results_once_and_for_all_plans) {
  Session session = session_of(R"(
inputs: {x: {shape: [T, 2]}}
weights: {W: {value: [[0, 0], [0, 0]]}}
graph:
  - s: {softmax: W, axis: 0}
  - y: {matmul: [x, s]}
outputs: [y, s]
)");
  int steps = 0;
  session.set_observer([&](const StepReport&) { ++steps; });
  const Tensor x = Tensor::of<double>({1, 2}, {1, 3});
  const Graph& graph = session.graph();
  EXPECT_EQ(values_of(session.run({{"x", x}})[0]), (std::vector<double>{2, 2}));
  EXPECT_EQ(steps, 1);
  EXPECT_EQ(values_of(session.run({{"x", x}}, {graph.find("s")})[0]),
            (std::vector<double>{.5, .5, .5, .5}));
  EXPECT_EQ(steps, 1);
}

TEST(Session, names_the_node_and_the_blocks_of_an_error) {
  Session session = session_of(R"(
inputs: {ids: {dtype: int64, shape: [T]}}
weights: {table: {value: [[1], [2]]}}
blocks:
  look_up:
    inputs: {i: [T], w: [R, D]}
    graph:
      - row: {embedding: i, weight: {node: w}}
    outputs: [row]
graph:
  - y: {look_up: [ids, table]}
outputs: [y]
)");
  const Error error = error_of([&] {
    session.run({{"ids", Tensor::of<std::int64_t>({3}, {0, 1, 2})}});
  });
  EXPECT_EQ(
      error.report(),
      "test.yaml:9:15: error: in 'y.row', embedding: id 2 at position [2] is outside the 2 rows "
      "of the table (ids is 'ids')\n"
      "          - row: {embedding: i, weight: {node: w}}\n"
      "                  ^\n"
      "test.yaml:12:9: note: in block 'look_up', called as y\n"
      "      - y: {look_up: [ids, table]}\n"
      "            ^");
  const Tensor fine = session.run({{"ids", Tensor::of<std::int64_t>({1}, {1})}})[0];
  EXPECT_EQ(values_of(fine), (std::vector<double>{2}));
}

TEST(Session, finds_the_first_value_that_is_not_finite) {
  const char* yaml = R"(
inputs: {x: {shape: [T, 2]}}
graph:
  - fine: {softmax: x, axis: 0}
  - big:  {matmul: [x, x], transpose_b: true}
  - y:    {matmul: [big, fine]}
outputs: [y]
)";
  const Tensor x = Tensor::of<float>({2, 2}, {1, 2, 1e30f, 3});
  Session silent = session_of(yaml, {.real = DType::float32});
  EXPECT_TRUE(std::isinf(values_of(silent.run({{"x", x}})[0])[2]));
  Session checked = session_of(yaml, {.real = DType::float32, .check_finite = true});
  const Error error = error_of([&] { checked.run({{"x", x}}); });
  EXPECT_EQ(
      error.message(),
      "in 'big', matmul: the result has inf at [1, 1], the first value of this run that is not "
      "finite");
  EXPECT_EQ(error.position().line, 6);
  const Tensor nan = Tensor::of<float>({1, 2}, {1, NAN});
  EXPECT_EQ(error_of([&] {
              checked.run({{"x", nan}});
            }).message(),
            "the input 'x' has nan at [0, 1]");
}

TEST(Session, fills_inputs_that_have_a_default) {
  Session session = session_of(R"(
inputs:
  x: {shape: [B, T]}
  ones: {shape: [B, T], default: ones}
  zeros: {dtype: bool, shape: [T], default: zeros}
  positions: {dtype: int64, shape: [B, T], default: positions}
graph:
  - y: {where: [zeros, x, ones]}
  - p: {concat: [positions], axis: 0}
outputs: [y, p]
)");
  const auto results = session.run({{"x", Tensor(DType::float64, {2, 3})}});
  EXPECT_EQ(values_of(results[0]), (std::vector<double>{1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(values_of(results[1]), (std::vector<double>{0, 1, 2, 0, 1, 2}));
}

TEST(Session, reports_each_step) {
  Session session = session_of(kProduct, {.real = DType::float32});
  std::vector<std::string> nodes;
  std::int64_t flops = 0;
  session.set_observer([&](const StepReport& report) {
    nodes.push_back(report.node.name);
    flops += report.flops;
    EXPECT_GE(report.seconds, 0);
    EXPECT_EQ(report.y[0].shape(), (Shape{3, 2}));
    EXPECT_EQ(report.x[0].dtype, DType::float32);
  });
  session.run({{"x", Tensor(DType::float64, {3, 2})}}, {session.graph().find("y")});
  EXPECT_EQ(nodes, (std::vector<std::string>{"y"}));
  EXPECT_EQ(flops, 2 * 3 * 2 * 2);
}

}  // namespace
}  // namespace atto
