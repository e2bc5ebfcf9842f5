#include <gtest/gtest.h>

#include "framework/graph/builder.h"
#include "tests/graph/nodes_of.h"

namespace atto {
namespace {

/// The weights of a model of x [T, 3] whose graph is the lines.
std::string weights(const std::string& lines, const std::string& outputs,
                    const std::string& parts = "") {
  return weights_of(*graph_of(parts + "inputs: {x: {shape: [T, 3]}}\ngraph:\n" + lines +
                              "outputs: [" + outputs + "]\n"));
}

TEST(Weights, TakeTheirPortsNameBelowThePrefix) {
  EXPECT_EQ(weights("  - y: {dense: x, prefix: mlp.up, to: 4}\n", "y"),
            "mlp.up.weight [3, 4] <- mlp.up.weight\n")
      << "an optional port is named";
  EXPECT_EQ(weights("  - y: {dense: x, prefix: mlp.up, bias: bias, to: 4}\n", "y"),
            "mlp.up.weight [3, 4] <- mlp.up.weight\nmlp.up.bias [4] <- mlp.up.bias\n");
  EXPECT_EQ(weights("  - y: {dense: x, prefix: mlp, weight: kernel, to: [2, 2]}\n", "y"),
            "mlp.kernel [3, 4] <- mlp.kernel\n");
  EXPECT_EQ(weights("  - y: {dense: x, weight: lm_head.weight, to: 4}\n", "y"),
            "lm_head.weight [3, 4] <- lm_head.weight\n");
  EXPECT_EQ(
      weights("  - y: {dense: x, weight: \"$(side).w\", to: 4}\n", "y", "params: {side: left}\n"),
      "left.w [3, 4] <- left.w\n");
}

TEST(Weights, DeclaredOnesAreNamed) {
  const std::string declared =
      "params: {D: 3}\n"
      "weights:\n"
      "  W: {shape: [D, 2*D], init: {normal: 1 / D}}\n"
      "  b: {value: [1, 2, 3, 4, 5, 2*D]}\n";
  const auto graph = graph_of(declared +
                              "inputs: {x: {shape: [T, D]}}\ngraph:\n"
                              "  - y: {dense: x, weight: W, bias: b}\n"
                              "  - z: {matmul: [y, W], transpose_b: true}\n"
                              "outputs: [z]\n");
  EXPECT_EQ(weights_of(*graph), "W [3, 6] <- W made\nb [6] <- b literal\n");
  EXPECT_EQ(nodes_of(*graph), "y: dense(x, W, b) -> [T, 6]\nz: matmul(y, W) -> [T, 3]\n")
      << "a declared weight is a value too";
  EXPECT_EQ(graph->weights[0].init->is, Initializer::Is::normal);
  EXPECT_DOUBLE_EQ(graph->weights[0].init->b, 1.0 / 3);
  EXPECT_EQ(graph->weights[1].literal->data<double>()[5], 6);
  EXPECT_TRUE(graph->weights[0].trained);
}

TEST(Weights, AValueMayStandForOne) {
  const auto graph = graph_of(
      "inputs: {x: {shape: [T, 3]}, w: {shape: [3, 5]}}\ngraph:\n"
      "  - y: {dense: x, weight: {node: w}}\noutputs: [y]\n");
  EXPECT_EQ(nodes_of(*graph), "y: dense(x, w, -) -> [T, 5]\n");
  EXPECT_TRUE(graph->weights.empty());
}

TEST(Weights, ReferToTensorsOfACheckpoint) {
  EXPECT_EQ(weights("  - y: {dense: x, weight: [lm_head.weight, wte.weight], to: 4}\n", "y"),
            "wte.weight [3, 4] <- lm_head.weight wte.weight\n")
      << "a fresh model takes the last";
  EXPECT_EQ(weights("  - y: {dense: x, prefix: h.0, weight: {from: w}, bias: {from: b, optional: "
                    "true}, to: 4}\n",
                    "y"),
            "h.0.w [3, 4] <- h.0.w\nh.0.b [4] <- h.0.b or nothing\n");
  EXPECT_EQ(
      weights("  - y: {dense: x, weight: {from: w, shape: [3, 2*E]}}\n", "y", "params: {E: 2}\n"),
      "w [3, 4] <- w\n");
  EXPECT_EQ(weights("  - y: {matmul: [x, W]}\n", "y",
                    "weights: {W: {from: [model.w, w], shape: [3, 4]}}\n"),
            "w [3, 4] <- model.w w\n");
}

TEST(Weights, AreStacked) {
  EXPECT_EQ(weights("  - y: {matmul: [x, W]}\n", "y",
                    "params: {E: 5}\n"
                    "weights: {W: {from: e.$(e).w, repeat: E, as: e, shape: [E, 3, 2]}}\n"),
            "e.$(e).w [5, 3, 2] stacks 5 <- e.$(e).w\n");
  EXPECT_EQ(
      weights("  - h: {layer: x, repeat: 2, as: i, prefix: h.$(i)}\n", "h",
              "blocks:\n  layer:\n    inputs: {x: [T, 3]}\n    graph:\n"
              "      - y: {dense: x, to: 3, weight: {from: '$(n).e.$(e).w', repeat: 4, as: e}}\n"
              "    outputs: [y]\n"
              "params: {n: mlp}\n"),
      "h.0.mlp.e.$(e).w [3, 3] stacks 4 <- h.0.mlp.e.$(e).w\n"
      "h.1.mlp.e.$(e).w [3, 3] stacks 4 <- h.1.mlp.e.$(e).w\n")
      << "other expressions in the name are evaluated";
}

TEST(Weights, NamedTwiceAreOne) {
  const auto graph = graph_of(
      "inputs: {ids: {dtype: int64, shape: [T]}}\ngraph:\n"
      "  - a: {embedding: ids, prefix: wte, rows: 9, to: 4}\n"
      "  - b: {dense: a, prefix: back, to: 9}\n"
      "  - c: {dense: b, weight: wte.weight}\n"
      "outputs: [c]\n");
  EXPECT_EQ(weights_of(*graph),
            "wte.weight [9, 4] <- wte.weight\nback.weight [4, 9] <- back.weight\n");
  EXPECT_EQ(nodes_of(*graph).substr(nodes_of(*graph).find("c:")),
            "c: dense(b, wte.weight, -) -> [T, 4]\n");
}

TEST(Weights, SizesMayBeSaidByALaterUse) {
  EXPECT_EQ(weights("  - a: {dense: x, prefix: mlp, to: 4}\n"
                    "  - h: {layer: a}\n",
                    "h",
                    "blocks:\n  layer:\n    inputs: {x: [T, 4]}\n"
                    "    weights: {back: {from: mlp.weight, shape: [3, 4], init: zeros}}\n"
                    "    graph:\n      - y: {matmul: [x, back], transpose_b: true}\n"
                    "    outputs: [y]\n"),
            "mlp.weight [3, 4] <- mlp.weight made\n");
}

TEST(Weights, OfABlockStandBelowItsPrefix) {
  const std::string block =
      "blocks:\n  layer:\n    inputs: {x: [T, 3]}\n    weights: {W: {shape: [3, 3], init: ones}}\n"
      "    graph:\n      - y: {matmul: [x, W]}\n    outputs: [y]\n";
  EXPECT_EQ(weights("  - h: {layer: x, repeat: 2, as: i, prefix: h.$(i)}\n", "h", block),
            "h.0.W [3, 3] <- h.0.W made\nh.1.W [3, 3] <- h.1.W made\n");
  EXPECT_EQ(weights("  - h: {layer: x, repeat: 2}\n", "h", block), "W [3, 3] <- W made\n")
      << "without a prefix all rounds share it";
}

TEST(Weights, AreMadeByTheFirstRuleThatMatches) {
  const auto graph = graph_of(
      "params: {deviation: 0.02}\n"
      "inputs: {x: {shape: [T, 3]}}\n"
      "weights: {W: {shape: [3, 3], init: ones}, V: {value: [[1, 0, 0]]}}\n"
      "init:\n"
      "  - {match: h.0.*, zeros: true}\n"
      "  - {match: bias, value: 2}\n"
      "  - {match: '*', normal: deviation}\n"
      "graph:\n"
      "  - h: {dense: x, prefix: h.$(i), bias: bias, to: 3, repeat: 2, as: i}\n"
      "  - y: {dense: h, weight: W}\n"
      "  - z: {concat: [y, V], axis: 0}\n"
      "outputs: [z]\n");
  std::map<std::string, double> made;
  for (const Weight& weight : graph->weights)
    if (weight.init)
      made[graph->value(weight.value).name] =
          weight.init->is == Initializer::Is::value ? weight.init->a : -weight.init->b;
  EXPECT_EQ(
      made,
      (std::map<std::string, double>{
          {"W", 1}, {"h.0.weight", 0}, {"h.0.bias", 0}, {"h.1.weight", -0.02}, {"h.1.bias", 2}}));
}

TEST(Weights, PrefixesNest) {
  EXPECT_EQ(below("", ""), "");
  EXPECT_EQ(below("a", ""), "a");
  EXPECT_EQ(below("", "b"), "b");
  EXPECT_EQ(below("a.b", "c"), "a.b.c");
}

}  // namespace
}  // namespace atto
