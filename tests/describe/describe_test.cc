#include <gtest/gtest.h>

#include "framework/describe/description.h"
#include "tests/model_of.h"

namespace atto {
namespace {

/// The parts that `body` of a model has, beside a graph that reads x.
Description described(const std::string& parts) {
  return description_of(parts + "\ngraph:\n  - y: {softmax: x, axis: 0}\noutputs: [y]\n");
}

std::string text_of(const std::optional<Yaml>& yaml) { return yaml ? flow_text(*yaml) : "-"; }

std::string place(const Position& position) { return text(position.line, ":", position.column); }

TEST(Describe, Inputs) {
  const Description model = described(
      "inputs:\n"
      "  x: {shape: [B, 2*T]}\n"
      "  ids: {dtype: int64, shape: [T], words: [the, cat, \"on\"]}\n"
      "  at: {dtype: int64, shape: [T], default: positions, hold: true}\n"
      "  mask: {dtype: bool, shape: [], default: ones}\n"
      "  z: {dtype: real, shape: [3], default: zeros}\n");
  ASSERT_EQ(model.inputs.size(), 5u);
  EXPECT_EQ(model.inputs[0].name.text, "x");
  EXPECT_EQ(place(model.inputs[0].name.position), "3:3");
  EXPECT_EQ(model.inputs[0].kind, Kind::real);
  EXPECT_EQ(flow_text(model.inputs[0].shape), "[B, 2*T]");
  EXPECT_EQ(model.inputs[0].fallback, InputDeclaration::Default::none);
  EXPECT_FALSE(model.inputs[0].hold);
  EXPECT_EQ(model.inputs[1].kind, Kind::int64);
  EXPECT_EQ(model.inputs[1].words, (std::vector<std::string>{"the", "cat", "on"}));
  EXPECT_EQ(model.inputs[2].fallback, InputDeclaration::Default::positions);
  EXPECT_TRUE(model.inputs[2].hold);
  EXPECT_EQ(model.inputs[3].kind, Kind::boolean);
  EXPECT_EQ(model.inputs[3].fallback, InputDeclaration::Default::ones);
  EXPECT_EQ(model.inputs[4].fallback, InputDeclaration::Default::zeros);
}

TEST(Describe, Lines) {
  const Description model = description_of(
      "inputs: {x: {shape: [T]}}\n"
      "graph:\n"
      "  - q, k,_: {shape: [T, D], split: x, axis: -1, parts: 3, prefix: a.$(i),\n"
      "             repeat: 2*L, as: i, mode: parallel, when: L > 0}\n"
      "  - y: {where: [m, x], b: z}\n"
      "  - z: {random: }\n"
      "outputs: [y]\n");
  const Line& line = model.body.graph[0];
  ASSERT_EQ(line.names.size(), 3u);
  EXPECT_EQ(line.names[1].text, "k");
  EXPECT_EQ(line.op.text, "split") << "the first key that is not reserved";
  EXPECT_EQ(place(line.op.position), "4:29");
  ASSERT_EQ(line.inputs.size(), 1u);
  EXPECT_EQ(line.inputs[0].scalar, "x");
  ASSERT_EQ(line.arguments.size(), 2u);
  EXPECT_EQ(line.arguments[1].first.text, "parts");
  EXPECT_EQ(text_of(line.repeat), "2*L");
  EXPECT_EQ(line.as->text, "i");
  EXPECT_TRUE(line.parallel);
  EXPECT_EQ(text_of(line.when), "L > 0");
  EXPECT_EQ(text_of(line.prefix), "a.$(i)");
  EXPECT_EQ(text_of(line.shape), "[T, D]");
  EXPECT_EQ(model.body.graph[1].inputs.size(), 2u);
  EXPECT_FALSE(model.body.graph[1].repeat);
  EXPECT_TRUE(model.body.graph[2].inputs.empty()) << "an operator may take nothing";
}

TEST(Describe, Blocks) {
  const Description model = described(
      "inputs: {x: {shape: [T]}}\n"
      "blocks:\n"
      "  layer:\n"
      "    params: {width: 4*D, act: relu}\n"
      "    inputs: {x: [T, D], memory: [S, D]}\n"
      "    weights: {W: {shape: [D, width]}}\n"
      "    graph:\n"
      "      - y: {dense: x}\n"
      "    outputs: [y, x]\n"
      "  other: {params: [a, b], graph: [], outputs: [x], inputs: {x: []}}\n");
  const Block* layer = model.block("layer");
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->params[0].first.text, "width");
  EXPECT_EQ(text_of(layer->params[0].second), "4*D");
  EXPECT_EQ(layer->inputs[1].first.text, "memory");
  EXPECT_EQ(flow_text(layer->inputs[1].second), "[S, D]");
  EXPECT_EQ(layer->weights[0].name.text, "W");
  EXPECT_EQ(layer->graph.size(), 1u);
  EXPECT_EQ(layer->outputs[1].text, "x");
  const Block* other = model.block("other");
  ASSERT_TRUE(other);
  EXPECT_EQ(text_of(other->params[1].second), "-");
  EXPECT_EQ(model.block("none"), nullptr);
}

TEST(Describe, Weights) {
  const Description model = described(
      "inputs: {x: {shape: [T]}}\n"
      "weights:\n"
      "  a: {value: [[1, 0], [0, 1]], trained: false}\n"
      "  b: {shape: [D], init: uniform}\n"
      "  c: {shape: [D], init: {uniform: [-1, 1]}}\n"
      "  d: {shape: [D], init: {normal: 0.02}}\n"
      "  e: {shape: [D], init: ones, dtype: int64}\n"
      "  f: {shape: [E, D], from: [x.$(e), 'y.$(e)'], repeat: E, as: e, optional: true}\n"
      "  g: {shape: [D], init: {value: 2}}\n"
      "  h: {shape: [D], init: {zeros: true}}\n"
      "  i: {shape: [D], init: normal}\n");
  const std::vector<WeightDeclaration>& weights = model.body.weights;
  EXPECT_EQ(text_of(weights[0].value), "[[1, 0], [0, 1]]");
  EXPECT_FALSE(weights[0].trained);
  EXPECT_EQ(weights[1].init->is, Init::Is::uniform);
  EXPECT_EQ(weights[1].init->a.scalar + weights[1].init->b.scalar, "01");
  EXPECT_EQ(weights[2].init->a.scalar + weights[2].init->b.scalar, "-11");
  EXPECT_EQ(weights[3].init->is, Init::Is::normal);
  EXPECT_EQ(weights[3].init->a.scalar + " " + weights[3].init->b.scalar, "0 0.02");
  EXPECT_EQ(weights[4].init->is, Init::Is::value);
  EXPECT_EQ(weights[4].init->a.scalar, "1");
  EXPECT_EQ(weights[4].kind, Kind::int64);
  ASSERT_TRUE(weights[5].from);
  EXPECT_EQ(weights[5].from->names.size(), 2u);
  EXPECT_EQ(text_of(weights[5].from->repeat), "E");
  EXPECT_EQ(weights[5].from->as->text, "e");
  EXPECT_TRUE(weights[5].from->optional);
  EXPECT_EQ(weights[6].init->a.scalar, "2");
  EXPECT_EQ(weights[7].init->a.scalar, "0");
  EXPECT_EQ(weights[8].init->b.scalar, "1");
}

TEST(Describe, WhatACheckpointGives) {
  const Description model = described(
      "config:\n"
      "  D: hidden_size\n"
      "  C: [n_positions, n_ctx]\n"
      "  act: {key: [a, b.c], default: 4*D, map: {gelu_new: tanh, gelu: erf}}\n"
      "assume: {hidden_act: silu, rope_scaling: null, layers: [[]]}\n"
      "tensors: {strip: [transformer.], rename: {LayerNorm.gamma: LayerNorm.weight}, unused: "
      "[a.b]}\n"
      "inputs: {x: {shape: [T]}}\n");
  EXPECT_EQ(model.config[0].keys, std::vector<std::string>{"hidden_size"});
  EXPECT_EQ(model.config[1].keys, (std::vector<std::string>{"n_positions", "n_ctx"}));
  EXPECT_EQ(model.config[2].keys, (std::vector<std::string>{"a", "b.c"}));
  EXPECT_EQ(text_of(model.config[2].fallback), "4*D");
  EXPECT_EQ(model.config[2].words[0].first.text, "gelu_new");
  EXPECT_EQ(model.config[2].words[0].second.scalar, "tanh");
  ASSERT_EQ(model.assume.size(), 3u);
  EXPECT_TRUE(model.assume[1].second.is_null());
  EXPECT_EQ(model.tensors.strip[0].text, "transformer.");
  EXPECT_EQ(model.tensors.rename[0].first.text, "LayerNorm.gamma");
  EXPECT_EQ(model.tensors.unused[0].text, "a.b");
}

TEST(Describe, ARun) {
  const Description model = described(
      "inputs: {x: {shape: [T]}}\n"
      "feed: {x: [1, 2]}\n"
      "run: {dtype: float64, random: numpy, seed: 3}\n"
      "show: {The shares: y, Deep: h.0.y}\n"
      "generate: {tokens: x, logits: y, start: s}\n"
      "init:\n"
      "  - {match: '*.bias', zeros: true}\n"
      "  - {match: 'a.?', normal: 0.1}\n"
      "checkpoint: folder\n"
      "data: {anything: 1}\n"
      "train: {anything: 1}\n");
  EXPECT_EQ(model.feed[0].first.text, "x");
  EXPECT_EQ(text_of(model.run.dtype), "float64");
  EXPECT_EQ(text_of(model.run.random), "numpy");
  EXPECT_EQ(text_of(model.run.seed), "3");
  EXPECT_EQ(model.show[0].first.text, "The shares");
  EXPECT_EQ(model.show[1].second.text, "h.0.y");
  EXPECT_EQ(model.generate.size(), 3u);
  EXPECT_EQ(model.init[0].match.text, "*.bias");
  EXPECT_EQ(model.init[1].init.is, Init::Is::normal);
}

TEST(Describe, ReferencesToWeights) {
  const auto read = [](const std::string& yaml) {
    return read_weight_reference(parse_yaml(std::make_shared<Source>(Source{"test.yaml", yaml})));
  };
  EXPECT_EQ(read("lm_head.weight").names.size(), 1u);
  EXPECT_EQ(read("[lm_head.weight, wte.weight]").names[1].scalar, "wte.weight");
  const WeightReference stacked = read("{from: 'e.$(e).w', repeat: E, as: e, shape: [E, D]}");
  EXPECT_EQ(text_of(stacked.shape), "[E, D]");
  EXPECT_EQ(stacked.as->text, "e");
  EXPECT_TRUE(read("{from: bias, optional: true}").optional);
}

}  // namespace
}  // namespace atto
