#include "framework/graph/build.h"

#include <gtest/gtest.h>

#include "framework/describe/load.h"
#include "tests/graph/nodes_of.h"

namespace atto {
namespace {

/// A model of x [T, 3] whose graph is the lines.
std::shared_ptr<const Graph> model(const std::string& lines, const std::string& outputs,
                                   const std::string& parts = "") {
  return graph_of(parts + "inputs: {x: {shape: [T, 3]}}\ngraph:\n" + lines + "outputs: [" +
                  outputs + "]\n");
}

TEST(Build, TheArticle) {
  const Graph graph = build(load(std::string(ATTO_SOURCE_DIR) + "/models/article.yaml"));
  EXPECT_EQ(nodes_of(graph),
            "embeddings: embedding(sentence, word_embeddings) -> [T, 3]\n"
            "head.0.scores: matmul(embeddings, embeddings) -> [T, T]\n"
            "head.0.weights: softmax(head.0.scores) -> [T, T]\n"
            "head.0.output: matmul(head.0.weights, embeddings) -> [T, 3]\n"
            "head.1.scores: matmul(embeddings, embeddings) -> [T, T]\n"
            "head.1.weights: softmax(head.1.scores) -> [T, T]\n"
            "head.1.output: matmul(head.1.weights, embeddings) -> [T, 3]\n"
            "multi_head: concat(head.0.output, head.1.output) -> [2*T, 3]\n"
            "hidden: dense(multi_head, W1, b1) -> [2*T, 6]\n"
            "output: dense(hidden, W2, b2) -> [2*T, 3]\n");
  EXPECT_EQ(weights_of(graph),
            "word_embeddings [4, 3] <- word_embeddings literal\n"
            "W1 [3, 6] <- W1 made\n"
            "b1 [6] <- b1 made\n"
            "W2 [6, 3] <- W2 made\n"
            "b2 [3] <- b2 made\n");
  EXPECT_EQ(graph.outputs,
            (std::vector<std::pair<std::string, ValueId>>{{"output", graph.find("output")}}));
  EXPECT_EQ(value_of(graph, "head.1").name, "head.1.output");
  EXPECT_EQ(graph.nodes[1].chain.size(), 1u);
  EXPECT_EQ(graph.nodes[1].chain[0].message, "in block 'self_attention', called as head.0");
}

TEST(Build, ItsConfigAndSettings) {
  const std::string path = std::string(ATTO_SOURCE_DIR) + "/configs/article.yaml";
  const Graph graph = build(load(path, {"heads=3"}));
  EXPECT_EQ(text_of(value_of(graph, "multi_head").shape), "[3*T, 3]");
  ASSERT_EQ(graph.show.size(), 5u);
  EXPECT_EQ(graph.show[1].first, "Attention Weights");
  EXPECT_EQ(graph.value(graph.show[1].second).name, "head.0.weights");
}

TEST(Build, ShowsValuesWhoseNamesAreWritten) {
  const std::string model =
      "params: {rounds: 3, last: rounds - 1}\n"
      "inputs: {x: {shape: [T, 3]}}\n"
      "graph:\n  - y: {softmax: x, axis: 0, repeat: rounds}\noutputs: [y]\n";
  const auto graph = graph_of(model + "show: {Last: y.$(last)}\n");
  EXPECT_EQ(graph->value(graph->show.at(0).second).name, "y.2");
  try {
    graph_of(model + "show: {Last: y.$(last + 1), First: y.$(first)}\n");
    FAIL();
  } catch (const Problems& problems) {
    ASSERT_EQ(problems.errors().size(), 2u);
    EXPECT_EQ(problems.errors()[0].message(), "there is no value 'y.3'; did you mean 'y.0'?");
    EXPECT_EQ(problems.errors()[1].message(), "unknown name 'first'; there are last, rounds");
  }
}

TEST(Build, InputsAndTheirSymbols) {
  const auto graph = graph_of(
      "params: {D: 3}\n"
      "inputs:\n"
      "  x: {shape: [B, T, 2*D]}\n"
      "  at: {dtype: int64, shape: [B, 2*T + 1], default: positions, hold: true}\n"
      "  one: {shape: []}\n"
      "graph: []\noutputs: [x, at, one]\n");
  EXPECT_EQ(text_of(value_of(*graph, "x").shape), "[B, T, 6]");
  EXPECT_EQ(text_of(value_of(*graph, "at").shape), "[B, 2*T + 1]");
  EXPECT_EQ(value_of(*graph, "at").kind, Kind::int64);
  EXPECT_EQ(text_of(value_of(*graph, "one").shape), "[]");
  EXPECT_EQ(graph->input("at").fallback, Input::Default::positions);
  EXPECT_TRUE(graph->input("at").hold);
  EXPECT_EQ(value_of(*graph, "x").is, Value::Is::input);
}

TEST(Build, SeveralOutputs) {
  const auto graph = model(
      "  - a, _, c: {split: x, axis: 1, parts: 3}\n"
      "  - _, e: {split: x, axis: 1, sizes: [1, 2]}\n"
      "  - y: {concat: [a, c, e], axis: 1}\n",
      "y");
  EXPECT_EQ(nodes_of(*graph),
            "a: split(x) -> [T, 1] [T, 1] [T, 1]\n"
            "e: split(x) -> [T, 1] [T, 2]\n"
            "y: concat(a, c, e) -> [T, 4]\n");
  EXPECT_EQ(value_of(*graph, "a.ys.1").output, 1) << "what is named _ has a name all the same";
  EXPECT_EQ(value_of(*graph, "e.ys.0").output, 0);
  EXPECT_EQ(value_of(*graph, "e").output, 1);
}

TEST(Build, OptionalOutputs) {
  const std::string inputs = "inputs: {q: {shape: [T, 2, 4]}}\ngraph:\n";
  const auto one =
      graph_of(inputs + "  - y: {attention: [q, q, q], mask: none, scale: 1}\noutputs: [y]\n");
  EXPECT_EQ(value_of(*one, "y.weights").output, 1) << "it is there for whoever asks for it";
  const auto two = graph_of(
      inputs + "  - y, w: {attention: [q, q, q], mask: none, scale: 1}\noutputs: [y, w]\n");
  EXPECT_EQ(text_of(value_of(*two, "w").shape), "[2, T, T]");
}

TEST(Build, InputsByName) {
  const auto graph = graph_of(
      "inputs: {x: {shape: [T, 3]}, m: {dtype: bool, shape: [T, 1]}}\ngraph:\n"
      "  - y: {where: [m, x], b: x}\n"
      "  - z: {where: x, condition: m, b: y}\n"
      "outputs: [z]\n");
  EXPECT_EQ(nodes_of(*graph), "y: where(m, x, x) -> [T, 3]\nz: where(m, x, y) -> [T, 3]\n");
  EXPECT_EQ(value_of(*graph, "z").kind, Kind::real);
}

TEST(Build, ShapesArePolynomials) {
  const auto graph = graph_of(
      "params: {H: 4, Dh: 8}\n"
      "inputs: {x: {shape: [B, T, H*Dh]}}\n"
      "graph:\n"
      "  - heads: {reshape: x, to: [B, T, H, Dh], shape: [B, T, 4, 8]}\n"
      "  - joined: {concat: [heads, heads], axis: 1, shape: [B, 2*T, H, Dh]}\n"
      "  - flat: {reshape: joined, to: [2*B*T, -1]}\n"
      "outputs: [flat]\n");
  EXPECT_EQ(nodes_of(*graph),
            "heads: reshape(x) -> [B, T, 4, 8]\n"
            "joined: concat(heads, heads) -> [B, 2*T, 4, 8]\n"
            "flat: reshape(joined) -> [2*B*T, 32]\n");
  EXPECT_TRUE(graph->constraints.empty()) << "all of it is proved";
}

TEST(Build, WhatDependsOnSymbolsIsCheckedWhenItRuns) {
  const auto graph = graph_of(
      "inputs: {x: {shape: [T, 3]}, z: {shape: [S, 3]}}\n"
      "graph:\n"
      "  - a: {matmul: [x, z], transpose_a: true}\n"
      "  - b: {softmax: x, axis: 0, shape: [4, 3]}\n"
      "outputs: [a, b]\n");
  ASSERT_EQ(graph->constraints.size(), 2u);
  EXPECT_EQ(graph->constraints[0].constraint.a, Dim::symbol("T"));
  EXPECT_EQ(graph->constraints[0].constraint.b, Dim::symbol("S"));
  EXPECT_EQ(graph->constraints[0].position.line, 4);
  EXPECT_EQ(graph->constraints[1].constraint.message,
            "'b' should have shape [4, 3], but has [T, 3]");
}

TEST(Build, ChainsFeedTheFirstInputs) {
  const auto graph = graph_of(
      "inputs: {x: {shape: [T, T]}, z: {shape: [T, T]}}\n"
      "graph:\n"
      "  - h: {matmul: [x, z], repeat: 3}\n"
      "  - y: {softmax: h, axis: 0}\n"
      "outputs: [y, h.1]\n");
  EXPECT_EQ(nodes_of(*graph),
            "h.0: matmul(x, z) -> [T, T]\n"
            "h.1: matmul(h.0, z) -> [T, T]\n"
            "h.2: matmul(h.1, z) -> [T, T]\n"
            "y: softmax(h.2) -> [T, T]\n");
  EXPECT_EQ(value_of(*graph, "h").name, "h.2");
  EXPECT_EQ(graph->outputs[1].first, "h.1");
}

TEST(Build, ChainsMayFeedSeveral) {
  const auto graph = graph_of(
      "inputs: {x: {shape: [T, 3]}, z: {shape: [T, 3]}}\n"
      "blocks:\n"
      "  swap: {inputs: {a: [T, 3], b: [T, 3]}, graph: [c: {softmax: a, axis: 0}],"
      " outputs: [b, c]}\n"
      "graph:\n"
      "  - p, q: {swap: [x, z], repeat: 2}\n"
      "outputs: [p, q]\n");
  EXPECT_EQ(nodes_of(*graph), "p.0.c: softmax(x) -> [T, 3]\np.1.c: softmax(z) -> [T, 3]\n");
  EXPECT_EQ(value_of(*graph, "p").name, "p.0.c");
  EXPECT_EQ(value_of(*graph, "q").name, "p.1.c");
}

TEST(Build, RepeatZeroIsTheIdentity) {
  const auto graph = model(
      "  - h: {matmul: [x, x], repeat: 0}\n"
      "  - y: {softmax: h, axis: 0}\n",
      "y");
  EXPECT_EQ(nodes_of(*graph), "y: softmax(x) -> [T, 3]\n");
  EXPECT_EQ(value_of(*graph, "h").name, "x");
}

TEST(Build, ParallelRepeatsAreAList) {
  const auto graph = model(
      "  - a: {softmax: x, axis: i, repeat: 2, as: i, mode: parallel}\n"
      "  - y: {concat: [a, x, a], axis: 0}\n",
      "y, a.1");
  EXPECT_EQ(nodes_of(*graph),
            "a.0: softmax(x) -> [T, 3]\n"
            "a.1: softmax(x) -> [T, 3]\n"
            "y: concat(a.0, a.1, x, a.0, a.1) -> [5*T, 3]\n");
  EXPECT_EQ(graph->nodes[0].attributes, "{axis: 0}");
  EXPECT_EQ(graph->nodes[1].attributes, "{axis: 1}");
}

TEST(Build, WhenChoosesALine) {
  const auto lines = [](const char* tied) {
    const auto graph = model(
        "  - y: {softmax: x, axis: 0, when: tied}\n"
        "  - y: {softmax: x, axis: 1, when: not tied}\n"
        "  - z: {matmul: [x, y], transpose_b: true}\n",
        "z", text("params: {tied: ", tied, "}\n"));
    return graph->nodes[0].attributes + nodes_of(*graph);
  };
  EXPECT_EQ(lines("true"), "{axis: 0}y: softmax(x) -> [T, 3]\nz: matmul(x, y) -> [T, T]\n");
  EXPECT_EQ(lines("false"), "{axis: 1}y: softmax(x) -> [T, 3]\nz: matmul(x, y) -> [T, T]\n");
}

TEST(Build, AnAttributeThatIsNoneIsNotGiven) {
  const auto graph = model(
      "  - a: {dense: x, prefix: a, to: 3, activation: none, bias: none}\n"
      "  - y: {dense: a, prefix: b, to: 3, in: window, bias: bias}\n",
      "y", "params: {window: none}\n");
  EXPECT_EQ(nodes_of(*graph),
            "a: dense(x, a.weight, -) -> [T, 3]\n"
            "y: dense(a, b.weight, b.bias) -> [T, 3]\n");
}

TEST(Build, AttributesThatMeanTheSameAreEqual) {
  const auto graph = model(
      "  - a: {matmul: [x, x], transpose_b: true}\n"
      "  - b: {matmul: [x, x], transpose_b: 1 < 2, transpose_a: false}\n",
      "a, b");
  EXPECT_EQ(graph->nodes[0].attributes, graph->nodes[1].attributes);
}

TEST(Build, ReportsAllThatIsWrong) {
  Problems problems;
  const Graph graph = build(description_of("inputs: {x: {shape: [T, 3]}}\n"
                                           "graph:\n"
                                           "  - a: {sofmax: x}\n"
                                           "  - b: {softmax: a, axis: 0}\n"
                                           "  - c: {softmax: x, axis: 5}\n"
                                           "  - d: {matmul: [b, c]}\n"
                                           "outputs: [d]\n"),
                            problems);
  EXPECT_EQ(problems.errors().size(), 2u) << "what needs a line that failed has no problem";
  EXPECT_THROW(graph_of("inputs: {x: {shape: [T, 3]}}\ngraph: []\noutputs: [y]\n"), Problems);
}

TEST(Graph, FindsValues) {
  const auto graph = model("  - h: {softmax: x, axis: 0, repeat: 3}\n", "h");
  EXPECT_EQ(value_of(*graph, "h").name, "h.2");
  EXPECT_EQ(graph->match("h.*").size(), 3u);
  EXPECT_EQ(graph->match("h.?")[1], graph->find("h.1"));
  EXPECT_EQ(graph->match("*").size(), 4u);
  EXPECT_EQ(graph->match("h"), std::vector<ValueId>{graph->find("h.2")});
  EXPECT_THROW(graph->match("z*"), Error);
  EXPECT_THROW(graph->find("h.3"), Error);
  EXPECT_THROW(graph->input("h"), Error);
}

TEST(Graph, Globs) {
  EXPECT_TRUE(glob_matches("*.bias", "h.0.bias"));
  EXPECT_FALSE(glob_matches("*.bias", "bias"));
  EXPECT_TRUE(glob_matches("h.*.a*", "h.1.abc"));
  EXPECT_TRUE(glob_matches("*a*b*", "xxaxxbaxx"));
  EXPECT_FALSE(glob_matches("?", ""));
  EXPECT_TRUE(glob_matches("**", ""));
  EXPECT_FALSE(glob_matches("h.?", "h.10"));
}

}  // namespace
}  // namespace atto
