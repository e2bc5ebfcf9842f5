#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "framework/describe/load.h"
#include "tests/graph/nodes_of.h"

namespace atto {
namespace {

const std::string kInput = "inputs: {x: {shape: [T, 3]}}\n";

TEST(Blocks, HaveParams) {
  const std::string block = "params: {D: 3}\n" + kInput +
                            "blocks:\n"
                            "  mlp:\n"
                            "    params: {width: 4*D, bent: 2*width, act: none}\n"
                            "    inputs: {x: [T, D]}\n"
                            "    graph:\n"
                            "      - a: {dense: x, prefix: a, to: width, activation: $(act)}\n"
                            "      - y: {dense: a, prefix: b, to: bent}\n"
                            "    outputs: [y]\n"
                            "graph:\n";
  const auto shapes = [&](const std::string& call) {
    const auto graph = graph_of(block + "  - h: {" + call + "}\noutputs: [h]\n");
    return text_of(value_of(*graph, "h.a").shape) + text_of(value_of(*graph, "h").shape) +
           graph->nodes[0].attributes.substr(0, 19);
  };
  EXPECT_EQ(shapes("mlp: x"), "[T, 12][T, 24]{activation: 'none'");
  EXPECT_EQ(shapes("mlp: x, width: D"), "[T, 3][T, 6]{activation: 'none'");
  EXPECT_EQ(shapes("mlp: x, bent: D + 2, act: relu"), "[T, 12][T, 5]{activation: relu, ");
}

TEST(Blocks, ParamsFollowTheLoop) {
  const auto graph = graph_of(
      "params: {W: 7}\n" + kInput +
      "blocks:\n"
      "  layer:\n"
      "    params: [axis, window]\n"
      "    inputs: {x: [T, 3]}\n"
      "    graph:\n"
      "      - y: {softmax: x, axis: axis, when: window == none}\n"
      "      - y: {softmax: x, axis: -1, when: window != none}\n"
      "    outputs: [y]\n"
      "graph:\n"
      "  - h: {layer: x, repeat: 3, as: i, axis: i // 2, window: W if i % 2 == 0 else none}\n"
      "outputs: [h]\n");
  EXPECT_EQ(graph->nodes[0].attributes + graph->nodes[1].attributes + graph->nodes[2].attributes,
            "{axis: -1}{axis: 0}{axis: -1}");
}

TEST(Blocks, HaveDimsOfTheirOwn) {
  const auto graph = graph_of(
      "params: {D: 3}\n"
      "inputs: {x: {shape: [S, D]}, z: {shape: [2*S, D]}}\n"
      "blocks:\n"
      "  double: {inputs: {x: [T, D]}, graph: [y: {concat: [x, x], axis: 0, shape: [2*T, D]}],"
      " outputs: [y]}\n"
      "  cross:\n"
      "    inputs: {a: [T, D], b: [2*T, D]}\n"
      "    graph:\n"
      "      - y: {matmul: [a, b], transpose_b: true, shape: [T, 2*T]}\n"
      "    outputs: [y]\n"
      "graph:\n"
      "  - a: {double: x}\n"
      "  - b: {double: a}\n"
      "  - c: {cross: , a: x, b: z}\n"
      "outputs: [b, c]\n");
  EXPECT_EQ(text_of(value_of(*graph, "b").shape), "[4*S, 3]");
  EXPECT_EQ(text_of(value_of(*graph, "c").shape), "[S, 2*S]");
  EXPECT_TRUE(graph->constraints.empty());
}

TEST(Blocks, TakeInputsInOrderOrByName) {
  const auto graph = graph_of(
      "inputs: {x: {shape: [T, 3]}, m: {shape: [S, 3]}}\n"
      "blocks:\n"
      "  cross: {inputs: {x: [T, 3], memory: [S, 3]},"
      " graph: [s: {matmul: [x, memory], transpose_b: true}, y: {matmul: [s, memory]}],"
      " outputs: [y]}\n"
      "graph:\n"
      "  - a: {cross: [x, m]}\n"
      "  - b: {cross: a, memory: m}\n"
      "  - c: {cross: , memory: m, x: b}\n"
      "  - d: {cross: c, memory: m, repeat: 2}\n"
      "outputs: [d]\n");
  EXPECT_EQ(nodes_of(*graph),
            "a.s: matmul(x, m) -> [T, S]\na.y: matmul(a.s, m) -> [T, 3]\n"
            "b.s: matmul(a.y, m) -> [T, S]\nb.y: matmul(b.s, m) -> [T, 3]\n"
            "c.s: matmul(b.y, m) -> [T, S]\nc.y: matmul(c.s, m) -> [T, 3]\n"
            "d.0.s: matmul(c.y, m) -> [T, S]\nd.0.y: matmul(d.0.s, m) -> [T, 3]\n"
            "d.1.s: matmul(d.0.y, m) -> [T, S]\nd.1.y: matmul(d.1.s, m) -> [T, 3]\n");
}

TEST(Blocks, MayHaveSeveralOutputsAndNone) {
  const auto graph = graph_of(
      kInput +
      "blocks:\n"
      "  halves: {inputs: {x: [T, 3]}, graph: ['a, b': {split: x, axis: 1, sizes: [1, 2]}],"
      " outputs: [b, a, x]}\n"
      "  table: {weights: {W: {shape: [2, 3]}}, graph: [], outputs: [W]}\n"
      "graph:\n"
      "  - p, _, q: {halves: x}\n"
      "  - t: {table: }\n"
      "  - y: {concat: [q, t], axis: 0}\n"
      "outputs: [p, y]\n");
  EXPECT_EQ(value_of(*graph, "p").name, "p.b");
  EXPECT_EQ(value_of(*graph, "q").name, "x");
  EXPECT_EQ(value_of(*graph, "t").name, "W");
  EXPECT_EQ(nodes_of(*graph), "p.a: split(x) -> [T, 1] [T, 2]\ny: concat(x, W) -> [T + 2, 3]\n");
}

TEST(Blocks, CallBlocksAndNestNamesAndPrefixes) {
  const auto graph = graph_of(
      kInput +
      "blocks:\n"
      "  inner: {inputs: {x: [T, 3]}, graph: [y: {dense: x, prefix: proj, to: 3}], outputs: [y]}\n"
      "  outer:\n"
      "    inputs: {x: [T, 3]}\n"
      "    graph:\n"
      "      - a: {inner: x, prefix: first}\n"
      "      - b: {inner: a, repeat: 2, as: j, prefix: rest.$(j + 1)}\n"
      "      - c: {inner: b}\n"
      "    outputs: [c]\n"
      "graph:\n"
      "  - h: {outer: x, repeat: 2, as: i, prefix: model.layers.$(i)}\n"
      "outputs: [h]\n");
  EXPECT_EQ(nodes_of(*graph).substr(0, nodes_of(*graph).find("h.0.c.y:")),
            "h.0.a.y: dense(x, model.layers.0.first.proj.weight, -) -> [T, 3]\n"
            "h.0.b.0.y: dense(h.0.a.y, model.layers.0.rest.1.proj.weight, -) -> [T, 3]\n"
            "h.0.b.1.y: dense(h.0.b.0.y, model.layers.0.rest.2.proj.weight, -) -> [T, 3]\n");
  EXPECT_EQ(value_of(*graph, "h.1.c").name, "h.1.c.y");
  EXPECT_EQ(value_of(*graph, "h.1.b").name, "h.1.b.1.y");
  EXPECT_EQ(value_of(*graph, "h").name, "h.1.c.y");
  EXPECT_EQ(graph->nodes[5].chain.size(), 2u);
  EXPECT_EQ(value_of(*graph, "model.layers.1.proj.weight").is, Value::Is::weight)
      << "without a prefix of its own a block adds nothing";
}

TEST(Blocks, MayHaveTheNameOfAParamsOrAValuesElsewhere) {
  const auto graph = graph_of(
      "params: {x: 2}\ninputs: {y: {shape: [T, 3]}}\n"
      "blocks:\n"
      "  layer: {params: [x], inputs: {y: [T, 3]},"
      " graph: [layer: {softmax: y, axis: x}], outputs: [layer]}\n"
      "graph:\n"
      "  - layer: {layer: y, x: x - 2}\n"
      "outputs: [layer]\n");
  EXPECT_EQ(nodes_of(*graph), "layer.layer: softmax(y) -> [T, 3]\n");
  EXPECT_EQ(graph->nodes[0].attributes, "{axis: 0}");
}

TEST(Blocks, AreNoLargerThanTheLimit) {
  const std::string start = kInput + "graph:\n  - h: {softmax: x, axis: 0, repeat: ";
  EXPECT_EQ(graph_of(start + "20000}\noutputs: [h]\n")->nodes.size(), 20'000u);
  EXPECT_EQ(error_of(start + "100001}\noutputs: [h]\n"), "'repeat' is 100001, more than 100000");
}

/// The article's model, lifted to attention with projections one file at a time.
class Ladder : public testing::Test {
 protected:
  Ladder() {
    std::filesystem::create_directories(folder_);
    write("1.yaml", "extends: " + std::string(ATTO_SOURCE_DIR) +
                        "/models/article.yaml\n"
                        "weights:\n"
                        "  word_embeddings: {shape: [4, D], init: uniform}\n");
    write("2.yaml",
          "extends: 1.yaml\n"
          "params: {Dk: D}\n"
          "blocks:\n"
          "  self_attention:\n"
          "    weights:\n"
          "      Wq: {shape: [D, Dk], init: uniform}\n"
          "      Wk: {shape: [D, Dk], init: uniform}\n"
          "      Wv: {shape: [D, Dk], init: uniform}\n"
          "    graph:\n"
          "      - q: {matmul: [x, Wq]}\n"
          "      - k: {matmul: [x, Wk]}\n"
          "      - v: {matmul: [x, Wv]}\n"
          "      - scores: {matmul: [q, k], transpose_b: true}\n"
          "      - output: {matmul: [weights, v]}\n");
    write("4.yaml",
          "extends: 2.yaml\n"
          "blocks: {self_attention: {graph: [weights: {softmax: scores, axis: -1}]}}\n");
    write("5.yaml",
          "extends: 4.yaml\n"
          "graph:\n"
          "  - head: {self_attention: embeddings, repeat: heads, mode: parallel, as: n,"
          " prefix: head.$(n)}\n");
    write("6.yaml",
          "extends: 5.yaml\n"
          "weights: {Wo: {shape: [heads*Dk, D], init: uniform}}\n"
          "graph:\n"
          "  - multi_head: {concat: head, axis: -1}\n"
          "  - mixed: {matmul: [multi_head, Wo]}\n"
          "  - hidden: {dense: mixed, weight: W1, bias: b1, activation: relu}\n");
  }
  ~Ladder() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + name) << "attograph: 1\n" << content;
  }
  Graph step(const std::string& name) const { return build(load(folder_ + name)); }

  const std::string folder_ = testing::TempDir() + "atto_ladder_" + std::to_string(getpid()) + "/";
};

TEST_F(Ladder, LearnedEmbeddings) {
  EXPECT_EQ(weights_of(step("1.yaml")).substr(0, 44),
            "word_embeddings [4, 3] <- word_embeddings ma");
}

TEST_F(Ladder, Projections) {
  const std::string nodes = nodes_of(step("2.yaml"));
  EXPECT_EQ(nodes.substr(nodes.find("head.0."), nodes.find("head.1.") - nodes.find("head.0.")),
            "head.0.q: matmul(embeddings, Wq) -> [T, 3]\n"
            "head.0.k: matmul(embeddings, Wk) -> [T, 3]\n"
            "head.0.v: matmul(embeddings, Wv) -> [T, 3]\n"
            "head.0.scores: matmul(head.0.q, head.0.k) -> [T, T]\n"
            "head.0.weights: softmax(head.0.scores) -> [T, T]\n"
            "head.0.output: matmul(head.0.weights, head.0.v) -> [T, 3]\n");
  EXPECT_NE(nodes.find("head.1.q: matmul(embeddings, Wq)"), std::string::npos)
      << "the heads share the weights";
}

TEST_F(Ladder, OwnHeadsAndTheirProjection) {
  const Graph graph = step("6.yaml");
  EXPECT_EQ(weights_of(graph),
            "word_embeddings [4, 3] <- word_embeddings made\n"
            "W1 [3, 6] <- W1 made\nb1 [6] <- b1 made\nW2 [6, 3] <- W2 made\nb2 [3] <- b2 made\n"
            "Wo [6, 3] <- Wo made\n"
            "head.0.Wq [3, 3] <- head.0.Wq made\nhead.0.Wk [3, 3] <- head.0.Wk made\n"
            "head.0.Wv [3, 3] <- head.0.Wv made\nhead.1.Wq [3, 3] <- head.1.Wq made\n"
            "head.1.Wk [3, 3] <- head.1.Wk made\nhead.1.Wv [3, 3] <- head.1.Wv made\n");
  EXPECT_EQ(nodes_of(graph).substr(nodes_of(graph).find("multi_head:")),
            "multi_head: concat(head.0.output, head.1.output) -> [T, 6]\n"
            "mixed: matmul(multi_head, Wo) -> [T, 3]\n"
            "hidden: dense(mixed, W1, b1) -> [T, 6]\n"
            "output: dense(hidden, W2, b2) -> [T, 3]\n");
  EXPECT_EQ(graph.nodes[5].attributes, "{axis: -1}");
}

}  // namespace
}  // namespace atto
