#include <algorithm>

#include "framework/describe/attributes.h"
#include "framework/describe/suggestion.h"
#include "framework/graph/builder.h"

namespace atto {
namespace {

constexpr std::size_t kMostNotes = 8;  // inputs that a message about shapes lists

const Yaml* argument(const Line& line, const std::string& name) {
  for (const auto& [key, value] : line.arguments)
    if (key.text == name) return &value;
  return nullptr;
}

/// What a port is given by name; `none` counts as not given.
const Yaml* given_to(const Port& port, const Line& line) {
  const Yaml* value = argument(line, port.name);
  const bool none = value && value->is_scalar() && !value->quoted && value->scalar == "none";
  return none ? nullptr : value;
}

Error no_such_argument(const OpEntry& entry, const Name& name,
                       const std::vector<Attributes::Declaration>& declared) {
  std::vector<std::string> known;
  for (const auto& declaration : declared) known.push_back(declaration.name);
  for (const Port& port : entry.signature.inputs) known.push_back(port.name);
  return Error(text("'", entry.name, "' has no attribute or input '", name.text, "'",
                    suggestion(name.text, known)),
               name.position);
}

/// A misspelt name is why an input or an attribute is missing: it is looked for when a node fails.
void refuse_unknown_arguments(const OpEntry& entry, const Line& line) {
  const auto declared = entry.attributes();
  for (const auto& [name, value] : line.arguments) {
    const bool known =
        entry.signature.input(name.text) ||
        std::any_of(declared.begin(), declared.end(),
                    [&, &word = name.text](const auto& other) { return other.name == word; });
    if (!known) throw no_such_argument(entry, name, declared);
  }
}

/// The names of the values that an operator takes.
std::string ports_text(const Signature& signature) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < signature.values; ++i) {
    const Port& port = signature.inputs[i];
    names.push_back(port.name + (port.optional ? "?" : port.variadic ? "..." : ""));
  }
  return list_of(names);
}

/// `the inputs a, b`.
std::string takes_text(const Signature& signature) {
  if (signature.values == 0) return "no inputs";
  return (signature.values == 1 ? "the input " : "the inputs ") + ports_text(signature);
}

/// Where an attribute or a port of a node stands in the file; else where the operator does.
Position position_of(const std::string& subject, const OpEntry& entry, const Line& line,
                     const std::vector<Passed>& inputs) {
  if (const Yaml* value = argument(line, subject)) return value->position;
  const auto port = entry.signature.input(subject);
  const bool listed = port && *port < inputs.size() && inputs[*port].position;
  return listed ? inputs[*port].position : line.op.position;
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
  Inputs inputs;
  try {
    inputs = arrange_inputs(entry, call);
    make_operator(entry, call, inputs, node);
  } catch (const Error&) {
    refuse_unknown_arguments(entry, line);
    throw;
  }
  for (const Passed& input : inputs) node.inputs.push_back(input.id);
  infer(entry, call, inputs, node);
  std::vector<ValueId> outputs(node.outputs.begin(),
                               node.outputs.begin() + static_cast<std::ptrdiff_t>(names));
  graph_.nodes.push_back(std::move(node));
  return outputs;
}

void Builder::check_attributes(const Line& line, Frame& frame) {
  const OpEntry* entry = registry_.find(line.op.text);
  if (line.failed || !entry || description_.block(line.op.text)) return;
  try {
    if (!is_switched_on(line, frame)) return;
    auto scope = std::make_shared<Scope>(frame.scope.get());
    if (line.as) scope->set(line.as->text, Dim(0));
    refuse_unknown_arguments(*entry, line);
    Node unused;
    make_operator(*entry, Call{line, frame, std::move(scope), line.names[0].text, {}}, {}, unused);
  } catch (Error& error) {
    report(std::move(error), frame, line.position);
  } catch (const NeedsFailed&) {
  }
}

Builder::Inputs Builder::arrange_inputs(const OpEntry& entry, const Call& call) {
  const Line& line = call.line;
  const Signature& signature = entry.signature;
  Inputs arranged;
  std::size_t next = 0;  // of the listed inputs
  for (std::size_t i = 0; i < signature.values; ++i) {
    const Port& port = signature.inputs[i];
    const Yaml* named = given_to(port, line);
    const std::size_t left = call.inputs.size() - next;
    if (named) {
      if (port.variadic)
        throw Error(text("'", port.name, "' takes any number of inputs: give them as '", entry.name,
                         ": [a, b]'"),
                    named->position);
      arranged.push_back({lookup_one(*named, call.frame), named->position});
    } else if (port.variadic && left > 0) {
      arranged.insert(arranged.end(), call.inputs.begin() + static_cast<std::ptrdiff_t>(next),
                      call.inputs.end());
      next = call.inputs.size();
    } else if (left > 0) {
      arranged.push_back(call.inputs[next++]);
    } else if (port.optional) {
      arranged.push_back({});
    } else {
      throw Error(text("'", entry.name, "' takes ", takes_text(signature), "; '", port.name,
                       "' is missing"),
                  line.op.position);
    }
  }
  if (next < call.inputs.size()) {
    const std::size_t given = arranged.size() + call.inputs.size() - next;
    throw Error(text("'", entry.name, "' takes ", takes_text(signature), ", but ", given,
                     given == 1 ? " is given" : " are given"),
                call.inputs[next].position);
  }
  for (std::size_t i = signature.values; i < signature.inputs.size(); ++i) {
    const Port& port = signature.inputs[i];
    const Yaml* given = given_to(port, line);
    arranged.push_back(
        {weight_of_port(port, given, call), given ? given->position : line.op.position});
  }
  return arranged;
}

ValueId Builder::weight_of_port(const Port& port, const Yaml* given, const Call& call) {
  const Line& line = call.line;
  const std::string prefix = prefix_of(call);
  if (!given) {
    if (port.optional) return -1;
    if (prefix.empty())
      throw Error(text("the weight '", port.name, "' of ", line.op.text, " is missing: give '",
                       port.name, ": NAME', or 'prefix: NAME' for the tensor NAME.", port.name),
                  line.op.position);
    Yaml name = Yaml::scalar_at(port.name, line.op.position);
    return refer_to_weight(name, *call.scope, prefix);
  }
  if (given->is_scalar()) {
    const auto declared = call.frame.names.find(given->scalar);
    if (declared != call.frame.names.end()) {
      if (declared->second.failed) throw NeedsFailed{};
      if (!declared->second.values.empty() &&
          value(declared->second.values[0]).is == Value::Is::weight)
        return absent_.contains(declared->second.values[0]) && port.optional
                   ? -1
                   : declared->second.values[0];
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
  const ValueId id = refer_to_weight(*given, *call.scope, prefix);
  return absent_.contains(id) && port.optional ? -1 : id;
}

void Builder::make_operator(const OpEntry& entry, const Call& call, const Inputs& inputs,
                            Node& node) const {
  std::map<std::string, AttributeSource> given;
  for (const auto& [name, value] : call.line.arguments)
    if (!entry.signature.input(name.text)) given[name.text] = attribute_source(value, call.scope);
  Attributes attributes(given);
  try {
    node.op = entry.make(attributes);
  } catch (Error& error) {
    throw error.at(position_of(error.subject(), entry, call.line, inputs));
  }
  const std::vector<std::string> unread = attributes.unread();
  for (const auto& [name, value] : call.line.arguments)
    if (std::find(unread.begin(), unread.end(), name.text) != unread.end())
      throw no_such_argument(entry, name, attributes.declared());
  node.attributes = attributes.text();
  if (entry.make_kernel) node.kernel = entry.make_kernel(attributes);
}

Builder::Kinds Builder::check_kinds(const OpEntry& entry, const Call& call,
                                    const Inputs& inputs) const {
  const Signature& signature = entry.signature;
  std::optional<Kind> any;
  std::string any_name;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].id < 0) continue;
    const Port& port = signature.inputs[signature.port_of(i, inputs.size())];
    const Value& input = value(inputs[i].id);
    const Kind expected = port.kind ? *port.kind : any.value_or(input.kind);
    if (port.numeric && input.kind == Kind::boolean)
      throw Error(text("'", port.name, "' of ", entry.name, " takes numbers, but '", input.name,
                       "' is bool"),
                  inputs[i].position)
          .note(text("'", input.name, "' comes from here"), input.position);
    if (input.kind != expected)
      throw Error(text("'", port.name, "' of ", entry.name, " takes ", name_of(expected), ", but '",
                       input.name, "' is ", name_of(input.kind),
                       port.kind ? "" : text(" (as '", any_name, "' is ", name_of(expected), ")")),
                  inputs[i].position)
          .note(text("'", input.name, "' comes from here"), input.position);
    if (!port.kind && !any) {
      any = input.kind;
      any_name = input.name;
    }
  }
  const std::size_t outputs =
      has_variadic_outputs(signature) ? call.line.names.size() : signature.outputs.size();
  Kinds kinds{any.value_or(Kind::real), {}};
  for (std::size_t i = 0; i < outputs; ++i) {
    const Port& port = signature.outputs[signature.output_port_of(i, outputs)];
    kinds.outputs.push_back(port.kind.value_or(kinds.open));
  }
  return kinds;
}

void Builder::infer(const OpEntry& entry, const Call& call, const Inputs& inputs, Node& node) {
  const Kinds kinds = check_kinds(entry, call, inputs);
  std::vector<std::optional<Dims>> shapes;
  std::vector<bool> connected;
  for (const ValueId id : node.inputs) {
    connected.push_back(id >= 0);
    const bool known = id >= 0 && !unsized_.contains(id);
    shapes.push_back(known ? std::optional<Dims>(value(id).shape) : std::nullopt);
  }
  std::optional<std::size_t> outputs;
  if (has_variadic_outputs(entry.signature)) outputs = kinds.outputs.size();
  Infer inference(entry.signature, std::move(shapes), std::move(connected), outputs);
  try {
    node.op->infer(inference);
    node.flops = node.op->flops(inference);
  } catch (Error& error) {
    error.at(position_of(error.subject(), entry, call.line, inputs));
    for (std::size_t i = 0; i < inputs.size() && error.notes().size() < kMostNotes; ++i) {
      const ValueId id = inputs[i].id;
      if (id < 0 || unsized_.contains(id)) continue;
      const std::size_t index = entry.signature.port_of(i, inputs.size());
      const Port& port = entry.signature.inputs[index];
      const std::string name = port.variadic ? text(port.name, "[", i - index, "]") : port.name;
      const std::string same = name == value(id).name ? "" : text(" is '", value(id).name, "',");
      error.note(text(name, same, " of shape ", text_of(value(id).shape)), value(id).position);
    }
    throw;
  }
  ATTO_CHECK(inference.complete());
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const ValueId id = node.inputs[i];
    if (id < 0 || !unsized_.contains(id)) continue;
    require_fixed(inference[i], value(id).name, inputs[i].position);
    value(id).shape = inference[i];
    unsized_.erase(id);
  }
  for (const Constraint& constraint : inference.constraints())
    graph_.constraints.push_back({constraint, node.position});
  node.state = inference.state();
  if (node.kernel && !node.kernel->serves(kinds.open, inference)) node.kernel.reset();
  add_values(entry, call, node, inference, kinds.outputs);
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
    output.kind = shapes.kind(i).value_or(kinds[i]);
    output.shape = shapes.output(i);
    output.producer = static_cast<int>(graph_.nodes.size());
    output.output = static_cast<int>(i);
    output.position = i < names.size() ? names[i].position : call.line.position;
    node.outputs.push_back(add_value(std::move(output)));
  }
}

}  // namespace atto
