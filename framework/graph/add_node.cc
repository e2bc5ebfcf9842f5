#include <algorithm>

#include "framework/describe/attributes.h"
#include "framework/graph/builder.h"

namespace atto {
namespace {

const Yaml* argument(const Line& line, const std::string& name) {
  for (const auto& [key, value] : line.arguments)
    if (key.text == name) return &value;
  return nullptr;
}

std::string ports_text(const Signature& signature, bool weights) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
    const Port& port = signature.inputs[i];
    if (signature.is_weight(i) == weights)
      names.push_back(port.name + (port.optional ? "?" : port.variadic ? "..." : ""));
  }
  return list_of(names);
}

/// Where a port or an attribute of a node stands in the file.
Position position_of(const std::string& subject, const OpEntry& entry, const Line& line) {
  if (const Yaml* value = argument(line, subject)) return value->position;
  const auto port = entry.signature.input(subject);
  if (port && *port < line.inputs.size()) return line.inputs[*port].position;
  return line.op.position;
}

std::size_t required_outputs(const Signature& signature) {
  return static_cast<std::size_t>(std::count_if(signature.outputs.begin(), signature.outputs.end(),
                                                [](const Port& port) { return !port.optional; }));
}

bool has_variadic_outputs(const Signature& signature) {
  return !signature.outputs.empty() && signature.outputs.back().variadic;
}

}  // namespace

std::vector<ValueId> Builder::add_node(const OpEntry& entry, Call& call) {
  const Line& line = call.line;
  const std::size_t names = line.names.size();
  const std::size_t most = entry.signature.outputs.size();
  if (!has_variadic_outputs(entry.signature) &&
      (names < required_outputs(entry.signature) || names > most))
    throw Error(text("'", entry.name, "' gives ", most, " value", most == 1 ? "" : "s", ", but ",
                     names, names == 1 ? " name stands here" : " names stand here",
                     names < most ? ": an output that nobody reads is named _" : ""),
                line.position);
  Node node;
  node.name = call.name;
  node.entry = &entry;
  node.position = line.op.position;
  node.chain = call.frame.chain;
  node.inputs = arrange_inputs(entry, call);
  make_operator(entry, call, node);
  infer(entry, call, node);
  std::vector<ValueId> outputs(node.outputs.begin(),
                               node.outputs.begin() + static_cast<std::ptrdiff_t>(names));
  graph_.nodes.push_back(std::move(node));
  return outputs;
}

std::vector<ValueId> Builder::arrange_inputs(const OpEntry& entry, const Call& call) {
  const Line& line = call.line;
  const Signature& signature = entry.signature;
  std::vector<ValueId> arranged;
  std::size_t next = 0;  // of the positional inputs
  for (std::size_t i = 0; i < signature.values; ++i) {
    const Port& port = signature.inputs[i];
    const Yaml* named = argument(line, port.name);
    const std::size_t left = call.inputs.size() - next;
    if (named) {
      if (port.variadic)
        throw Error(text("'", port.name, "' takes any number of inputs: give them as '", entry.name,
                         ": [a, b]'"),
                    named->position);
      arranged.push_back(lookup_one(*named, call.frame));
    } else if (port.variadic && left > 0) {
      arranged.insert(arranged.end(), call.inputs.begin() + static_cast<std::ptrdiff_t>(next),
                      call.inputs.end());
      next = call.inputs.size();
    } else if (left > 0) {
      arranged.push_back(call.inputs[next++]);
    } else if (port.optional) {
      arranged.push_back(-1);
    } else {
      throw Error(text("'", entry.name, "' takes the inputs ", ports_text(signature, false), ": '",
                       port.name, "' is missing"),
                  line.op.position);
    }
  }
  if (next < call.inputs.size())
    throw Error(
        text("'", entry.name, "' takes ",
             signature.values == 0 ? "no inputs" : "the inputs " + ports_text(signature, false),
             ", but ", call.inputs.size(), " are given"),
        next < line.inputs.size() ? line.inputs[next].position : line.op.position);
  for (std::size_t i = signature.values; i < signature.inputs.size(); ++i) {
    const Port& port = signature.inputs[i];
    arranged.push_back(weight_of_port(port, argument(line, port.name), call));
  }
  return arranged;
}

ValueId Builder::weight_of_port(const Port& port, const Yaml* given, const Call& call) {
  const Line& line = call.line;
  std::string prefix = call.frame.prefix;
  if (line.prefix) prefix = below(prefix, evaluate_text(*line.prefix, *call.scope));
  if (!given) {
    if (port.optional) return -1;
    if (prefix.empty())
      throw Error(text("the weight '", port.name, "' of ", line.op.text, " is missing: give '",
                       port.name, ": NAME', or 'prefix: NAME' for the tensor NAME.", port.name),
                  line.op.position);
    Yaml name = Yaml::scalar_at(port.name, line.op.position);
    return refer_to_weight(name, call.frame, *call.scope, prefix);
  }
  if (given->is_scalar()) {
    const auto declared = call.frame.names.find(given->scalar);
    if (declared != call.frame.names.end()) {
      if (declared->second.failed) throw NeedsFailed{};
      if (!declared->second.values.empty() &&
          value(declared->second.values[0]).is == Value::Is::weight)
        return declared->second.values[0];
      if (!line.prefix && call.frame.prefix.empty())
        throw Error(
            text("'", given->scalar, "' is a value, and a weight is expected here: write {node: ",
                 given->scalar, "} to use it as one"),
            given->position);
    }
  } else if (const Yaml* node = given->find("node"); given->is_map() && node) {
    if (given->entries.size() != 1) throw Error("{node: NAME} has no other keys", given->position);
    return lookup_one(*node, call.frame);
  }
  return refer_to_weight(*given, call.frame, *call.scope, prefix);
}

void Builder::make_operator(const OpEntry& entry, const Call& call, Node& node) const {
  std::map<std::string, AttributeSource> given;
  std::map<std::string, Position> keys;
  for (const auto& [name, value] : call.line.arguments) {
    if (entry.signature.input(name.text)) continue;
    given[name.text] = attribute_source(value, call.scope);
    keys[name.text] = name.position;
  }
  Attributes attributes(given);
  try {
    node.op = entry.make(attributes);
  } catch (Error& error) {
    throw error.at(position_of(error.subject(), entry, call.line));
  }
  for (const std::string& name : attributes.unread()) {
    std::vector<std::string> known;
    for (const auto& declaration : attributes.declared()) known.push_back(declaration.name);
    for (const Port& port : entry.signature.inputs) known.push_back(port.name);
    throw Error(text("'", entry.name, "' has no attribute or input '", name, "'",
                     did_you_mean(name, known), "; it has ", list_of(known, 20)),
                keys[name]);
  }
  node.attributes = attributes.text();
  if (entry.make_kernel) node.kernel = entry.make_kernel(attributes);
}

std::vector<Kind> Builder::check_kinds(const OpEntry& entry, const Call& call,
                                       const Node& node) const {
  const Signature& signature = entry.signature;
  std::optional<Kind> any;
  std::string any_name;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] < 0) continue;
    const Port& port = signature.inputs[signature.port_of(i, node.inputs.size())];
    const Value& input = value(node.inputs[i]);
    const Kind expected = port.kind ? *port.kind : any.value_or(input.kind);
    if (input.kind != expected)
      throw Error(text("'", port.name, "' of ", entry.name, " takes ", name_of(expected), ", but '",
                       input.name, "' is ", name_of(input.kind),
                       port.kind ? "" : text(" (as '", any_name, "' is ", name_of(expected), ")")),
                  position_of(port.name, entry, call.line))
          .note(text("'", input.name, "' comes from here"), input.position);
    if (!port.kind && !any) {
      any = input.kind;
      any_name = input.name;
    }
  }
  const std::size_t outputs =
      has_variadic_outputs(signature) ? call.line.names.size() : signature.outputs.size();
  std::vector<Kind> kinds;
  for (std::size_t i = 0; i < outputs; ++i) {
    const Port& port = signature.outputs[signature.output_port_of(i, outputs)];
    kinds.push_back(port.kind ? *port.kind : any.value_or(Kind::real));
  }
  return kinds;
}

void Builder::infer(const OpEntry& entry, const Call& call, Node& node) {
  const std::vector<Kind> kinds = check_kinds(entry, call, node);
  std::vector<std::optional<Dims>> shapes;
  std::vector<bool> connected;
  for (const ValueId id : node.inputs) {
    connected.push_back(id >= 0);
    const bool known = id >= 0 && !unsized_.contains(id);
    shapes.push_back(known ? std::optional<Dims>(value(id).shape) : std::nullopt);
  }
  std::optional<std::size_t> outputs;
  if (has_variadic_outputs(entry.signature)) outputs = kinds.size();
  Infer inference(entry.signature, std::move(shapes), std::move(connected), outputs);
  try {
    node.op->infer(inference);
    node.flops = node.op->flops(inference);
  } catch (Error& error) {
    error.at(position_of(error.subject(), entry, call.line));
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const ValueId id = node.inputs[i];
      if (id < 0 || unsized_.contains(id)) continue;
      const Port& port = entry.signature.inputs[entry.signature.port_of(i, node.inputs.size())];
      const std::string same =
          port.name == value(id).name ? "" : text(" is '", value(id).name, "',");
      error.note(text(port.name, same, " of shape ", text_of(value(id).shape)), value(id).position);
    }
    throw;
  }
  ATTO_CHECK(inference.complete());
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const ValueId id = node.inputs[i];
    if (id < 0 || !unsized_.contains(id)) continue;
    value(id).shape = inference[i];
    unsized_.erase(id);
  }
  for (const Constraint& constraint : inference.constraints())
    graph_.constraints.push_back({constraint, node.position});
  node.state = inference.state();
  add_values(entry, call, node, inference, kinds);
}

void Builder::add_values(const OpEntry& entry, const Call& call, Node& node, const Infer& shapes,
                         const std::vector<Kind>& kinds) {
  const std::vector<Name>& names = call.line.names;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const Port& port = entry.signature.outputs[entry.signature.output_port_of(i, kinds.size())];
    Value output;
    const bool named = i < names.size() && names[i].text != "_";
    if (named && !call.line.repeat)
      output.name = call.frame.path + names[i].text;
    else if (named && i == 0)
      output.name = call.name;
    else
      output.name = text(call.name, ".", port.name, port.variadic ? text(".", i) : "");
    output.kind = kinds[i];
    output.shape = shapes.output(i);
    output.producer = static_cast<int>(graph_.nodes.size());
    output.output = static_cast<int>(i);
    output.position = i < names.size() ? names[i].position : call.line.position;
    node.outputs.push_back(add_value(std::move(output)));
  }
}

}  // namespace atto
