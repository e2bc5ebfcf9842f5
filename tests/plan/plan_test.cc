#include "framework/plan/plan.h"

#include <gtest/gtest.h>

#include "tests/model_of.h"

namespace atto {
namespace {

std::vector<std::string> nodes_of(const Plan& plan, const std::vector<Step>& steps) {
  std::vector<std::string> names;
  for (const Step& step : steps)
    names.push_back(plan.graph->nodes[static_cast<std::size_t>(step.node)].name);
  return names;
}

Plan plan_of(const std::string& yaml, const PlanOptions& options = {}) {
  const auto graph = graph_of(yaml);
  std::vector<ValueId> wanted;
  for (const auto& [name, id] : graph->outputs) wanted.push_back(id);
  return plan(graph, wanted, options);
}

using Names = std::vector<std::string>;

constexpr const char* kTwins = R"(
inputs: {x: {shape: [T, 3]}}
graph:
  - a: {softmax: x, axis: 0}
  - b: {softmax: x, axis: 0}
  - c: {softmax: x, axis: 1}
  - y: {concat: [a, b, c], axis: 0}
outputs: [y]
)";

TEST(Plan, computes_equal_nodes_once) {
  const Plan made = plan_of(kTwins);
  EXPECT_EQ(nodes_of(made, made.steps), (Names{"a", "c", "y"}));
  ASSERT_EQ(made.merged.size(), 1u);
  EXPECT_EQ(made.merged[0], std::pair(1, 0));
  const Step& last = made.steps.back();
  EXPECT_EQ(last.inputs[0], last.inputs[1]);
  EXPECT_NE(last.inputs[0], last.inputs[2]);
}

TEST(Plan, follows_equal_nodes_through_what_reads_them) {
  const Plan made = plan_of(R"(
inputs: {x: {shape: [T, 3]}}
graph:
  - a: {softmax: x, axis: 0}
  - b: {softmax: x, axis: 0}
  - p: {softmax: a, axis: 1}
  - q: {softmax: b, axis: 1}
  - y: {concat: [p, q], axis: 0}
outputs: [y]
)");
  EXPECT_EQ(nodes_of(made, made.steps), (Names{"a", "p", "y"}));
}

TEST(Plan, keeps_nodes_apart_that_keep_state) {
  const Plan made = plan_of(R"(
inputs: {x: {shape: [T, 1, 3]}}
graph:
  - a: {attention: [x, x, x], mask: causal, scale: 1}
  - b: {attention: [x, x, x], mask: causal, scale: 1}
  - c: {attention: [x, x, x], mask: none, scale: 1}
  - d: {attention: [x, x, x], mask: none, scale: 1}
  - y: {concat: [a, b, c, d], axis: 0}
outputs: [y]
)");
  EXPECT_EQ(nodes_of(made, made.steps), (Names{"a", "b", "c", "y"}));
}

TEST(Plan, as_written_runs_every_node) {
  const Plan made = plan_of(kTwins, {.optimize = false});
  EXPECT_EQ(nodes_of(made, made.steps), (Names{"a", "b", "c", "y"}));
  EXPECT_TRUE(made.merged.empty());
  EXPECT_EQ(made.buffers.size(), 4u);
}

constexpr const char* kSideBranch = R"(
inputs: {x: {shape: [T, 3]}, z: {shape: [S, 3]}}
graph:
  - a: {softmax: x, axis: 0}
  - b: {softmax: z, axis: 0}
outputs: [a, b]
)";

TEST(Plan, leaves_out_what_is_not_wanted) {
  const auto graph = graph_of(kSideBranch);
  const Plan made = plan(graph, {graph->find("b")});
  EXPECT_EQ(nodes_of(made, made.steps), (Names{"b"}));
  EXPECT_EQ(made.removed, (std::vector<int>{0}));
  EXPECT_EQ(made.inputs, (std::vector<ValueId>{graph->find("z")}));
}

TEST(Plan, computes_once_what_depends_on_weights_alone) {
  const Plan made = plan_of(R"(
inputs: {x: {shape: [T, 2]}}
weights: {W: {value: [[1, 2], [3, 4]]}}
graph:
  - s: {softmax: W, axis: 0}
  - t: {matmul: [s, W]}
  - y: {matmul: [x, t]}
outputs: [y]
)");
  EXPECT_EQ(nodes_of(made, made.once), (Names{"s", "t"}));
  EXPECT_EQ(nodes_of(made, made.steps), (Names{"y"}));
}

constexpr const char* kReshapes = R"(
inputs: {x: {shape: [T, 4]}}
graph:
  - a: {softmax: x, axis: 1}
  - b: {reshape: a, to: [T, 2, 2]}
  - c: {reshape: b, to: [2*T, 2]}
  - y: {softmax: c, axis: 1}
outputs: [y]
)";

TEST(Plan, writes_in_place_where_nothing_reads_the_old_value_again) {
  const Plan made = plan_of(kReshapes);
  const Graph& graph = *made.graph;
  const auto buffer = [&](const char* name) {
    return made.buffer_of[static_cast<std::size_t>(graph.find(name))];
  };
  EXPECT_EQ(buffer("a"), buffer("b"));
  EXPECT_EQ(buffer("b"), buffer("c"));
  EXPECT_NE(buffer("c"), buffer("y"));
  EXPECT_EQ(made.buffers[static_cast<std::size_t>(buffer("a"))].first, 0);
  EXPECT_EQ(made.buffers[static_cast<std::size_t>(buffer("a"))].last, 3);
}

TEST(Plan, does_not_overwrite_what_is_wanted_or_given) {
  const auto graph = graph_of(kReshapes);
  const Plan made = plan(graph, {graph->find("a"), graph->find("y")});
  EXPECT_NE(made.buffer_of[static_cast<std::size_t>(graph->find("a"))],
            made.buffer_of[static_cast<std::size_t>(graph->find("b"))]);
  const Plan of_input = plan_of(R"(
inputs: {x: {shape: [T, 4]}}
graph:
  - y: {reshape: x, to: [2*T, 2]}
outputs: [y]
)");
  EXPECT_EQ(of_input.buffers.size(), 1u);
}

TEST(Plan, asks_for_an_optional_output_only_if_somebody_reads_it) {
  const auto graph = graph_of(R"(
inputs: {x: {shape: [T, 1, 3]}}
graph:
  - a: {attention: [x, x, x], mask: none, scale: 1}
outputs: [a]
)");
  EXPECT_EQ(plan(graph, {graph->find("a")}).steps[0].outputs[1], -1);
  const ValueId weights = graph->find("a.weights");
  EXPECT_EQ(plan(graph, {weights}).steps[0].outputs[1], weights);
}

}  // namespace
}  // namespace atto
