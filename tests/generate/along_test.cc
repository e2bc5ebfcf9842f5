// What stays apart along time. Each row is one operator; where it is said to be apart, another
// value at one place may change the result at this place only.
#include "framework/generate/along.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "framework/core/random.h"
#include "framework/run/session.h"
#include "framework/run/weights.h"
#include "tests/model_of.h"

namespace atto {
namespace {

const std::pair<const char*, const char*> kInputs[] = {
    {"x", "{shape: [B, T, 4]}"},
    {"z", "{shape: [B, T, 4]}"},
    {"row", "{shape: [B, 1, 4]}"},
    {"heads", "{shape: [B, T, 2, 4]}"},
    {"others", "{shape: [B, T, 2, 4]}"},
    {"keys", "{shape: [B, S, 2, 4]}"},
    {"late", "{shape: [B, 4, T]}"},
    {"table", "{shape: [6, 4]}"},
    {"ids", "{dtype: int64, shape: [B, T]}"},
    {"few", "{dtype: int64, shape: [2]}"},
    {"condition", "{dtype: bool, shape: [B, T, 4]}"},
    {"valid", "{dtype: bool, shape: [B, T]}"},
    {"places", "{dtype: int64, shape: [B, T]}"},
    {"kernel", "{shape: [4, 4, 3]}"},
    {"marks", "{dtype: int64, shape: [B, S]}"}};

/// A model of one node, with the inputs that it reads.
std::shared_ptr<const Graph> graph_with(const std::string& node) {
  std::string inputs;
  for (const auto& [name, declaration] : kInputs)
    for (const char* behind : {",", "]", "}"})
      for (const char* front : {" ", "["})
        if (inputs.find(text("  ", name, ":")) == std::string::npos &&
            node.find(text(front, name, behind)) != std::string::npos)
          inputs += text("  ", name, ": ", declaration, "\n");
  const bool weights = node.find("prefix:") != std::string::npos;
  return graph_of(text(weights ? "init: [{match: '*', normal: 1}]\n" : "", "inputs:\n", inputs,
                       "graph:\n  - ", node, "\noutputs: [y]\n"));
}

constexpr std::int64_t kBatch = 2, kTime = 5, kKeys = 3;

/// Whole numbers from 0 to 3, which are ids too, or truth values.
Tensor tensor_of(const Value& value) {
  Shape shape;
  for (const Dim& size : value.shape)
    shape.push_back(size.evaluate({{"B", kBatch}, {"T", kTime}, {"S", kKeys}}));
  const int most = value.kind == Kind::boolean ? 2 : 4;
  Tensor tensor(DType::float64, shape);
  const NamedRandom random(1, value.name);
  std::uint64_t i = 0;
  for (double& x : tensor.data<double>()) x = std::floor(most * random.uniform(i++));
  return tensor;
}

/// y of the inputs.
Tensor run(Session& session, const std::map<std::string, Tensor>& inputs) {
  Feed feed;
  for (const auto& [name, tensor] : inputs) {
    const Kind kind = session.graph().value(session.graph().find(name)).kind;
    feed[name] = tensor.cast(dtype_of(kind, DType::float64));
  }
  return session.run(feed)[0].cast(DType::float64);
}

/// The places of `axis` at which two tensors differ.
std::set<std::size_t> differing(const Tensor& a, const Tensor& b, std::size_t axis) {
  std::size_t behind = 1;
  for (std::size_t i = axis + 1; i < a.shape().size(); ++i)
    behind *= static_cast<std::size_t>(a.shape()[i]);
  std::set<std::size_t> places;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.size()); ++i)
    if (a.data<double>()[i] != b.data<double>()[i])
      places.insert(i / behind % static_cast<std::size_t>(a.shape()[axis]));
  return places;
}

struct Row {
  const char* node;
  const char* input;
  bool apart;
};

const Row kRows[] = {
    {"y: {linear: x, prefix: w, to: [3]}", "x", true},
    {"y: {linear: heads, prefix: w, in: [2, 4], to: [3]}", "heads", true},
    {"y: {rms_norm: x, prefix: w, eps: 1.0}", "x", true},
    {"y: {layer_norm: x, prefix: w, eps: 1.0}", "x", true},
    {"y: {gelu: x, kind: erf}", "x", true},
    {"y: {scale: x, by: 2}", "x", true},
    {"y: {add: [x, z]}", "x", true},
    {"y: {add: [x, z]}", "z", true},
    {"y: {mul: [row, x]}", "x", true},
    {"y: {where: [condition, x, z]}", "condition", true},
    {"y: {where: [condition, x, z]}", "z", true},
    {"y: {softmax: x, axis: -1}", "x", true},
    {"y: {softmax: x, axis: 2}", "x", true},
    {"y: {softmax: x, axis: 1}", "x", false},
    {"y: {softmax: x, axis: -2}", "x", false},
    {"y: {softmax: late, axis: -1}", "late", false},
    {"y: {log_softmax: x, axis: 1}", "x", false},
    {"y: {normalize: x, axis: 1, eps: 1.0}", "x", false},
    {"y: {normalize: x, axis: -1, eps: 1.0}", "x", true},
    {"y: {cumsum: x, axis: 1}", "x", false},
    {"y: {cumsum: x, axis: 2}", "x", true},
    {"y: {rope: [heads, places], theta: 100, style: half}", "heads", true},
    {"y: {rope: [heads, places], theta: 100, style: half}", "places", true},
    {"y: {attention: [heads, keys, keys], mask: none, scale: 1}", "heads", true},
    {"y: {attention: [keys, heads, keys], mask: none, scale: 1}", "heads", false},
    {"y: {attention: [heads, others, others], mask: causal, scale: 1}", "heads", true},
    {"y: {attention: [others, heads, others], mask: causal, scale: 1}", "heads", false},
    {"y: {matmul: [x, late]}", "x", false},  // [B, T, T]
    {"y: {matmul: [x, table], transpose_b: true}", "x", true},
    {"y: {matmul: [late, x]}", "x", false},  // sums over T
    {"y: {matmul: [table, late]}", "late", true},
    {"y: {transpose: x, order: [1, 0, 2]}", "x", true},
    {"y: {transpose: x}", "x", true},
    {"y: {reshape: x, to: [B, T, 2, 2]}", "x", true},
    {"y: {reshape: heads, to: [B, T, 8]}", "heads", true},
    {"y: {reshape: x, to: [B, 4, T]}", "x", false},
    {"y: {reshape: x, to: [B * T, 4]}", "x", false},
    {"y: {reshape: x, to: [T, B, 4]}", "x", false},
    {"y: {expand_dims: x, axis: 2}", "x", true},
    {"y: {broadcast: x, to: [3, B, T, 4]}", "x", true},
    {"y: {concat: [x, z], axis: -1}", "x", true},
    {"y: {concat: [x, z], axis: -1}", "z", true},
    {"y: {concat: [x, z], axis: 1}", "x", false},
    {"y: {concat: [row, x], axis: 1}", "x", false},
    {"y: {reduce_mean: x, axis: 1}", "x", false},
    {"y: {reduce_mean: x, axis: 1, keep_dims: true}", "x", false},
    {"y: {reduce_mean: x, axis: -1}", "x", true},
    {"y: {reduce_mean: [x, valid], axis: -1}", "valid", true},
    {"y: {reduce_sum: x}", "x", false},
    {"y: {embedding: ids, prefix: w, rows: 6, to: [3]}", "ids", true},
    {"y: {one_hot: ids, classes: 6}", "ids", true},
    {"y: {gather: [table, ids], axis: 0}", "ids", true},
    {"y: {gather: [x, few], axis: 2}", "x", true},
    {"y: {gather: [x, few], axis: 1}", "x", false},
    {"y: {einsum: [x, table], equation: 'btd,vd->btv'}", "x", false},  // its letters are not read
    {"y: {conv1d: late, weight: {node: kernel}, padding: 1}", "late", false},
    {"y, _: {split: x, axis: -1, parts: 2}", "x", true},
    {"y, _: {split: x, axis: 1, sizes: [1, T - 1]}", "x", false},
    {"y: {slice: x, axis: 2, from: 1}", "x", true},
    {"y: {slice: x, axis: 1, step: -1}", "x", false},
    {"y: {pad: x, axis: -1, before: 1}", "x", true},
    {"y: {pad: x, axis: 1, before: 1}", "x", false},
    {"y: {relative_buckets: [places, marks], buckets: 4, max_distance: 8, bidirectional: true}",
     "places", true},
};

TEST(Along, IsApart) {
  for (const auto& [node, input, apart] : kRows) {
    SCOPED_TRACE(text(node, ", ", input));
    const auto graph = graph_with(node);
    const Node& last = graph->nodes.back();
    const ValueId id = graph->find(input);
    const auto port = std::find(last.inputs.begin(), last.inputs.end(), id);
    ASSERT_NE(port, last.inputs.end());
    EXPECT_EQ(is_apart(*graph, last, static_cast<std::size_t>(port - last.inputs.begin()), "T"),
              apart);
  }
}

TEST(Along, OnePlaceChangesOnlyItselfWhereItIsApart) {
  for (const auto& [node, input, apart] : kRows) {
    if (!apart) continue;
    SCOPED_TRACE(text(node, ", ", input));
    const auto graph = graph_with(node);
    Session session(graph, make_weights(*graph, DType::float64, {}), {.real = DType::float64});
    const Dims& from = graph->value(graph->find(input)).shape;
    const std::size_t axis = *sole_axis(from, "T");
    std::map<std::string, Tensor> inputs;
    for (const Input& one : graph->inputs)
      inputs[graph->value(one.value).name] = tensor_of(graph->value(one.value));
    const Tensor before = run(session, inputs);
    std::set<std::size_t> changed;
    for (std::size_t t = 0; t < kTime; ++t) {
      std::map<std::string, Tensor> other = inputs;
      Tensor& x = other[input] = tensor_of(graph->value(graph->find(input)));
      std::size_t behind = 1;
      for (std::size_t i = axis + 1; i < from.size(); ++i)
        behind *= static_cast<std::size_t>(x.shape()[i]);
      std::size_t i = 0;
      for (double& element : x.data<double>())
        if (i++ / behind % kTime == t) element = element == 0;
      const auto places = differing(before, run(session, other),
                                    *sole_axis(graph->value(graph->find("y")).shape, "T"));
      EXPECT_TRUE(places.empty() || places == std::set<std::size_t>{t}) << t;
      changed.insert(places.begin(), places.end());
    }
    EXPECT_FALSE(changed.empty()) << "no place matters";
  }
}

}  // namespace
}  // namespace atto
