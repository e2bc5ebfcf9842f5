#include "tools/show_graph.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "tools/table.h"

namespace atto::tools {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kColumns = 100;         // that a table keeps to if it can
constexpr std::size_t kNarrowestInputs = 30;  // characters

const char* name_of(Input::Default fallback) {
  switch (fallback) {
    case Input::Default::none: return "";
    case Input::Default::zeros: return "zeros";
    case Input::Default::ones: return "ones";
    case Input::Default::positions: return "positions";
  }
  return "";
}

const Port& port_of(const Node& node, std::size_t input) {
  const Signature& signature = node.entry->signature;
  return signature.inputs[signature.port_of(input, node.inputs.size())];
}

bool is_optional_output(const Node& node, std::size_t output) {
  const Signature& signature = node.entry->signature;
  return signature.outputs[signature.output_port_of(output, node.outputs.size())].optional;
}

/// Elements of the weights among some values, each counted once.
Dim parameters_of(const Graph& graph, const std::vector<ValueId>& values) {
  Dim sum = 0;
  for (const ValueId id : std::set<ValueId>(values.begin(), values.end()))
    if (id >= 0 && graph.value(id).is == Value::Is::weight)
      sum += product_of(graph.value(id).shape);
  return sum;
}

Dim parameters_of(const Graph& graph) {
  std::vector<ValueId> all;
  for (const Weight& weight : graph.weights) all.push_back(weight.value);
  return parameters_of(graph, all);
}

Dim flops_of(const Graph& graph) {
  Dim sum = 0;
  for (const Node& node : graph.nodes) sum += node.flops;
  return sum;
}

std::string plural(std::size_t count, const std::string& thing) {
  return text(count, " ", thing, count == 1 ? "" : "s");
}

/// What a node reads, in at most `width` characters if that can be.
std::string inputs_text(const Graph& graph, const Node& node, std::size_t width) {
  std::vector<std::string> values, weights;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] < 0) continue;
    const Signature& signature = node.entry->signature;
    const Port& port = port_of(node, i);
    const bool weight = signature.is_weight(signature.port_of(i, node.inputs.size()));
    const std::string name = graph.value(node.inputs[i]).name;
    (weight ? weights : values)
        .push_back(port.optional && !weight ? port.name + ": " + name : name);
  }
  const auto joined = [](const std::vector<std::string>& names) {
    return list_of(names, names.size());
  };
  if (weights.empty()) return names_within(values, width);
  const std::string full = joined(values) + "; " + joined(weights);
  if (full.size() <= width) return full;
  const std::string count = "; " + plural(weights.size(), "weight");
  return names_within(values, width - std::min(width, count.size())) + count;
}

std::string how_made(const Weight& weight, const std::string& name) {
  std::ostringstream out;
  if (weight.literal) {
    out << "value in the file";
  } else if (weight.init) {
    const Initializer& init = *weight.init;
    if (init.is == Initializer::Is::value) out << "all " << init.a;
    if (init.is == Initializer::Is::uniform) out << "uniform from " << init.a << " to " << init.b;
    if (init.is == Initializer::Is::normal)
      out << "normal around " << init.a << ", deviation " << init.b;
  } else {
    out << "from a checkpoint";
    if (weight.stacked) out << ", " << *weight.stacked << " times";
    for (const std::string& tensor : weight.tensors)
      if (&tensor != &weight.tensors.front())
        out << ", else " << tensor;
      else if (weight.tensors.size() > 1 || tensor != name)
        out << ": " << tensor;
  }
  if (weight.optional) out << "; may be missing";
  if (!weight.trained) out << "; not trained";
  return out.str();
}

Rows input_rows(const Graph& graph, const Sizes& sizes) {
  Rows rows = {{"name", "dtype", "shape", ""}};
  for (const Input& input : graph.inputs) {
    const Value& value = graph.value(input.value);
    std::string note;
    if (!input.words.empty()) note = "words: " + list_of(input.words);
    if (input.fallback != Input::Default::none)
      note += text(note.empty() ? "" : "; ", "default: ", name_of(input.fallback));
    if (input.hold) note += note.empty() ? "hold" : "; hold";
    rows.push_back({value.name, name_of(value.kind), sizes.text(value.shape), note});
  }
  return rows;
}

Rows output_rows(const Graph& graph, const Sizes& sizes) {
  Rows rows = {{"name", "dtype", "shape", ""}};
  for (const auto& [name, id] : graph.outputs) {
    const Value& value = graph.value(id);
    rows.push_back({name, name_of(value.kind), sizes.text(value.shape),
                    value.name == name ? "" : "the value " + value.name});
  }
  return rows;
}

Rows node_rows(const Graph& graph, const Sizes& sizes) {
  Rows rows = {{"node", "operator", "inputs", "shape", "parameters", "FLOP"}};
  std::vector<const Node*> node_of_row = {nullptr};
  for (const Node& node : graph.nodes) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      const Value& value = graph.value(node.outputs[i]);
      if (i == 0)
        rows.push_back({node.name, node.entry->name, "", shape_text(value, sizes),
                        sizes.text(parameters_of(graph, node.inputs)), sizes.text(node.flops)});
      else
        rows.push_back({value.name, "", is_optional_output(node, i) ? "(computed when read)" : "",
                        shape_text(value, sizes), "", ""});
      node_of_row.push_back(i == 0 ? &node : nullptr);
    }
  }
  std::size_t rest = 2 + 2 * 5;  // the indent and what parts the columns
  for (const std::size_t column : {0, 1, 3, 4, 5}) {
    std::size_t widest = 0;
    for (const auto& row : rows) widest = std::max(widest, row[column].size());
    rest += widest;
  }
  const std::size_t width = std::max(kNarrowestInputs, kColumns - std::min(kColumns, rest));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (node_of_row[i]) rows[i][2] = inputs_text(graph, *node_of_row[i], width);
  rows.push_back({"total", plural(graph.nodes.size(), "node"), "", "",
                  sizes.text(parameters_of(graph)), sizes.text(flops_of(graph))});
  return rows;
}

/// `[B, +T, 2, 64]`: the axis that grows has the size by which it does.
std::string state_shape_text(const StateShape& state, const Sizes& sizes) {
  std::string out = "[";
  for (std::size_t i = 0; i < state.dims.size(); ++i)
    out += text(i ? ", " : "", i == state.growing_axis ? "+" : "", sizes(state.dims[i]));
  return out + "]";
}

Rows state_rows(const Graph& graph, const Sizes& sizes) {
  Rows rows = {{"node", "tensor", "shape"}};
  for (const Node& node : graph.nodes)
    for (std::size_t i = 0; i < node.state.size(); ++i)
      rows.push_back(
          {node.name, node.entry->signature.state[i].name, state_shape_text(node.state[i], sizes)});
  return rows;
}

Rows weight_rows(const Graph& graph, const Sizes& sizes) {
  Rows rows = {{"name", "shape", "made"}};
  for (const Weight& weight : graph.weights) {
    const Value& value = graph.value(weight.value);
    rows.push_back({value.name, shape_text(value, sizes), how_made(weight, value.name)});
  }
  return rows;
}

Json input_json(const Graph& graph, const Input& input, const Sizes& sizes) {
  const Value& value = graph.value(input.value);
  Json json;
  json["name"] = value.name;
  json["dtype"] = name_of(value.kind);
  json["shape"] = sizes.json(value.shape);
  json["words"] = input.words;
  json["default"] = input.fallback == Input::Default::none ? Json() : Json(name_of(input.fallback));
  json["hold"] = input.hold;
  return json;
}

Json node_json(const Graph& graph, const Node& node, const Sizes& sizes) {
  Json json;
  json["name"] = node.name;
  json["operator"] = node.entry->name;
  json["attributes"] = node.attributes;
  json["inputs"] = Json::array();
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    if (node.inputs[i] >= 0)
      json["inputs"].push_back(
          {{"port", port_of(node, i).name}, {"value", graph.value(node.inputs[i]).name}});
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    const Value& value = graph.value(node.outputs[i]);
    json["outputs"].push_back({{"name", value.name},
                               {"dtype", name_of(value.kind)},
                               {"shape", sizes.json(value.shape)},
                               {"optional", is_optional_output(node, i)}});
  }
  json["parameters"] = sizes.json(parameters_of(graph, node.inputs));
  json["flops"] = sizes.json(node.flops);
  json["state"] = Json::array();
  for (std::size_t i = 0; i < node.state.size(); ++i)
    json["state"].push_back({{"name", node.entry->signature.state[i].name},
                             {"shape", sizes.json(node.state[i].dims)},
                             {"growing_axis", node.state[i].growing_axis}});
  json["file"] = node.position ? Json(node.position.source->name) : Json();
  json["line"] = node.position.line;
  return json;
}

Json weight_json(const Graph& graph, const Weight& weight, const Sizes& sizes) {
  const Value& value = graph.value(weight.value);
  Json json;
  json["name"] = value.name;
  json["dtype"] = name_of(value.kind);
  json["shape"] = sizes.json(value.shape);
  json["made"] = how_made(weight, value.name);
  json["tensors"] = weight.tensors;
  json["trained"] = weight.trained;
  return json;
}

}  // namespace

std::string shape_text(const Value& value, const Sizes& sizes) {
  return sizes.text(value.shape) + (value.kind == Kind::real ? "" : text(" ", name_of(value.kind)));
}

std::string names_within(const std::vector<std::string>& names, std::size_t width) {
  for (std::size_t shown = names.size(); shown > 1; --shown) {
    const std::string out = list_of(names, shown);
    if (out.size() <= width) return out;
  }
  return list_of(names, 1);
}

std::string section(const std::string& title, const std::vector<std::vector<std::string>>& rows,
                    const std::vector<bool>& right) {
  if (rows.size() < 2) return {};
  std::string out = title + "\n";
  std::istringstream lines(table(rows, right));
  for (std::string line; std::getline(lines, line);) out += "  " + line + "\n";
  return out + "\n";
}

std::string graph_text(const Graph& graph, const Sizes& sizes) {
  std::string out =
      section("inputs", input_rows(graph, sizes)) + section("outputs", output_rows(graph, sizes)) +
      section("nodes", node_rows(graph, sizes), {false, false, false, false, true, false}) +
      section("kept between runs", state_rows(graph, sizes)) +
      section("weights", weight_rows(graph, sizes));
  out.pop_back();  // one newline at the end
  return out;
}

Json graph_json(const Graph& graph, const Sizes& sizes) {
  Json json;
  for (const char* list : {"inputs", "outputs", "show", "nodes", "weights"})
    json[list] = Json::array();
  for (const Input& input : graph.inputs) json["inputs"].push_back(input_json(graph, input, sizes));
  for (const auto& [name, id] : graph.outputs) {
    const Value& value = graph.value(id);
    json["outputs"].push_back({{"name", name},
                               {"value", value.name},
                               {"dtype", name_of(value.kind)},
                               {"shape", sizes.json(value.shape)}});
  }
  for (const auto& [label, id] : graph.show)
    json["show"].push_back({{"label", label}, {"value", graph.value(id).name}});
  for (const Node& node : graph.nodes) json["nodes"].push_back(node_json(graph, node, sizes));
  for (const Weight& weight : graph.weights)
    json["weights"].push_back(weight_json(graph, weight, sizes));
  json["totals"] = {{"nodes", graph.nodes.size()},
                    {"parameters", sizes.json(parameters_of(graph))},
                    {"flops", sizes.json(flops_of(graph))}};
  return json;
}

}  // namespace atto::tools
