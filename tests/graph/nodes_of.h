#pragma once
#include <string>
#include <vector>

#include "framework/graph/graph.h"
#include "tests/model_of.h"

namespace atto {

inline const Value& value_of(const Graph& graph, const std::string& name) {
  return graph.value(graph.find(name));
}

/// One node a line: `h.0.y: softmax(x) -> [T, 3]`, absent inputs as `-`.
inline std::string nodes_of(const Graph& graph) {
  std::string out;
  for (const Node& node : graph.nodes) {
    out += node.name + ": " + node.entry->name + "(";
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
      out += (i ? ", " : "") + (node.inputs[i] < 0 ? "-" : graph.value(node.inputs[i]).name);
    out += ") ->";
    for (const ValueId id : node.outputs) out += " " + text_of(graph.value(id).shape);
    out += "\n";
  }
  return out;
}

/// One weight a line: `h.0.W [3, 4] <- h.0.W`, its tensors' names last.
inline std::string weights_of(const Graph& graph) {
  std::string out;
  for (const Weight& weight : graph.weights) {
    out += graph.value(weight.value).name + " " + text_of(graph.value(weight.value).shape);
    if (weight.stacked) out += text(" stacks ", *weight.stacked);
    out += " <-";
    for (const std::string& tensor : weight.tensors) out += " " + tensor;
    out += std::string(weight.optional ? " or nothing" : "") + (weight.literal ? " literal" : "") +
           (weight.init ? " made" : "") + "\n";
  }
  return out;
}

/// The first message of a model that is wrong.
inline std::string error_of(const std::string& model) {
  try {
    graph_of(model);
  } catch (const Problems& problems) {
    return problems.errors()[0].message();
  }
  return "no error";
}

}  // namespace atto
