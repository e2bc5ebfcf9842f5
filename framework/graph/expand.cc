#include <algorithm>

#include "framework/graph/builder.h"

namespace atto {
namespace {

constexpr std::size_t kMostCalls = 100'000;  // nodes and block calls of one model
constexpr std::size_t kDeepestCalls = 64;    // blocks inside each other

std::vector<std::string> names_of(const Frame& frame) {
  std::vector<std::string> names;
  for (const auto& [name, binding] : frame.names) names.push_back(name);
  return names;
}

/// What a line's node is called: its first name that is one.
const std::string& name_of(const Line& line) {
  for (const Name& name : line.names)
    if (name.text != "_") return name.text;
  return line.names[0].text;
}

bool is_plain_name(const Yaml& size) {
  std::set<std::string> names;
  collect_names(size, names);
  return names.size() == 1 && !size.quoted && *names.begin() == size.scalar;
}

}  // namespace

void Builder::expand(const Body& body, Frame& frame) {
  for (const Line& line : body.graph) {
    try {
      expand_line(line, frame);
    } catch (Error& error) {
      report(std::move(error), frame, line.position);
    } catch (const NeedsFailed&) {
    }
    for (const Name& name : line.names) {
      Binding& binding = frame.names[name.text];  // a line that failed leaves failed names
      if (binding.values.empty() && !binding.is_list && !binding.left_out) binding.failed = true;
      if (!binding.position) binding.position = name.position;
    }
  }
}

void Builder::report(Error error, const Frame& frame, const Position& position) {
  error.at(position);
  if (!reported_.insert(error.report()).second) return;
  for (auto note = frame.chain.rbegin(); note != frame.chain.rend(); ++note)
    error.note(note->message, note->position);
  problems_.add(std::move(error));
}

void Builder::expand_line(const Line& line, Frame& frame) {
  refuse_redefinition(line, frame);
  if (!description_.block(line.op.text) && !registry_.find(line.op.text)) {
    std::vector<std::string> known = registry_.names();
    for (const Block& block : description_.blocks) known.push_back(block.name.text);
    const std::string guess = did_you_mean(line.op.text, known);
    throw Error(text("unknown operator '", line.op.text, "'",
                     guess.empty() ? "; 'atto ops' lists the operators" : guess),
                line.op.position);
  }
  if (!is_switched_on(line, frame)) {
    for (const Name& name : line.names) {
      Binding& binding = frame.names[name.text];
      if (binding.values.empty() && !binding.is_list) binding.left_out = true;
      binding.position = name.position;
    }
    return;
  }
  const std::vector<Binding> results = call_repeatedly(line, frame);
  if (results.size() != line.names.size())
    throw Error(text("'", line.op.text, "' gives ", results.size(), " value",
                     results.size() == 1 ? "" : "s", ", but ", line.names.size(),
                     line.names.size() == 1 ? " name stands here" : " names stand here"),
                line.position);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string& name = line.names[i].text;
    if (name == "_") continue;
    frame.names[name] = results[i];
    frame.names[name].position = line.names[i].position;
    const std::string canonical = frame.path + name;
    if (!results[i].is_list && !graph_.names.contains(canonical))
      graph_.aliases[canonical] = results[i].values[0];
  }
}

bool Builder::is_switched_on(const Line& line, const Frame& frame) const {
  return !line.when || evaluate_bool(*line.when, *frame.scope, "'when'");
}

void Builder::refuse_redefinition(const Line& line, const Frame& frame) const {
  for (const Name& name : line.names) {
    const auto known = frame.names.find(name.text);
    if (name.text == "_" || known == frame.names.end() || known->second.left_out) continue;
    if (line.when && !is_switched_on(line, frame)) continue;
    throw Error(text("'", name.text, "' is defined twice",
                     line.when ? ": exactly one of its lines may be switched on by 'when'" : ""),
                name.position)
        .note("the first time here", known->second.position);
  }
}

const Binding& Builder::lookup(const Yaml& name, const Frame& frame) const {
  const auto found = frame.names.find(name.scalar);
  if (found == frame.names.end()) {
    std::string why = frame.blocks.empty()
                          ? "; a value is defined above the line that reads it"
                          : "; a block sees its own inputs, weights and nodes only";
    const std::string guess = did_you_mean(name.scalar, names_of(frame));
    throw Error(text("there is no value '", name.scalar, "' here", guess.empty() ? why : guess),
                name.position);
  }
  if (found->second.failed) throw NeedsFailed{};
  if (found->second.left_out)
    throw Error(text("'", name.scalar, "' is not there: its line is switched off by 'when'"),
                name.position)
        .note("it stands here", found->second.position);
  return found->second;
}

ValueId Builder::lookup_one(const Yaml& name, const Frame& frame) const {
  if (!name.is_scalar()) throw Error("the name of a value is expected here", name.position);
  const Binding& binding = lookup(name, frame);
  if (binding.is_list)
    throw Error(
        text("'", name.scalar, "' is a list of ", binding.values.size(),
             " values (mode: parallel): only an input that takes any number, such as those of "
             "concat, takes it"),
        name.position);
  return binding.values[0];
}

std::vector<Binding> Builder::call_repeatedly(const Line& line, Frame& frame) {
  const OpEntry* entry = registry_.find(line.op.text);
  const bool variadic =
      entry && std::any_of(entry->signature.inputs.begin(), entry->signature.inputs.end(),
                           [](const Port& port) { return port.variadic; });
  std::vector<ValueId> inputs;
  for (const Yaml& name : line.inputs) {
    const Binding& binding = lookup(name, frame);
    if (!binding.is_list || !variadic)
      inputs.push_back(lookup_one(name, frame));
    else
      inputs.insert(inputs.end(), binding.values.begin(), binding.values.end());
  }
  const auto single = [](ValueId id) {
    Binding binding;
    binding.values = {id};
    return binding;
  };
  std::vector<Binding> results;
  if (!line.repeat) {
    if (line.parallel) throw Error("'mode' goes with 'repeat', which is missing", line.position);
    Call once{line, frame, frame.scope, frame.path + name_of(line), inputs};
    for (const ValueId id : call(once)) results.push_back(single(id));
    return results;
  }
  const std::int64_t count = evaluate_count(*line.repeat, *frame.scope, "'repeat'");
  if (count > static_cast<std::int64_t>(kMostCalls))
    throw Error(text("repeats ", count, " times, more than ", kMostCalls), line.repeat->position);
  if (line.parallel && count == 0)
    throw Error("a parallel repeat needs at least one round, 'repeat' is 0", line.repeat->position);
  std::vector<ValueId> last(
      inputs.begin(),
      inputs.begin() + static_cast<std::ptrdiff_t>(std::min(inputs.size(), line.names.size())));
  Binding list;
  list.is_list = true;
  for (std::int64_t i = 0; i < count; ++i) {
    auto scope = std::make_shared<Scope>(frame.scope.get());
    if (line.as) scope->set(line.as->text, Dim(i));
    Call round{line, frame, scope, text(frame.path, name_of(line), ".", i), inputs};
    last = call(round);
    if (last.size() == 1) graph_.aliases.emplace(round.name, last[0]);
    if (line.parallel) {
      if (last.size() != 1)
        throw Error(text("a parallel repeat gives a list of single values, but '", line.op.text,
                         "' gives ", last.size()),
                    line.op.position);
      list.values.push_back(last[0]);
    } else {
      if (last.size() > inputs.size())
        throw Error(text("each round of a repeat feeds the next, but '", line.op.text, "' gives ",
                         last.size(), " values and takes ", inputs.size()),
                    line.op.position);
      std::copy(last.begin(), last.end(), inputs.begin());
    }
  }
  if (line.parallel) return {list};
  for (const ValueId id : last) results.push_back(single(id));
  return results;
}

std::vector<ValueId> Builder::call(Call& call) {
  if (++calls_ > kMostCalls)
    throw Error(text("the model expands to more than ", kMostCalls, " nodes and block calls"),
                call.line.position);
  const Block* block = description_.block(call.line.op.text);
  std::vector<ValueId> outputs =
      block ? call_block(*block, call) : add_node(*registry_.find(call.line.op.text), call);
  assert_shape(call, outputs);
  return outputs;
}

std::vector<ValueId> Builder::call_block(const Block& block, Call& call) {
  std::vector<std::string> path = call.frame.blocks;
  path.push_back(block.name.text);
  if (std::find(call.frame.blocks.begin(), call.frame.blocks.end(), block.name.text) !=
      call.frame.blocks.end())
    throw Error(text("the block '", block.name.text, "' calls itself: ", list_of(path, 20)),
                call.line.op.position);
  if (path.size() > kDeepestCalls)
    throw Error(text("blocks call each other more than ", kDeepestCalls, " levels deep"),
                call.line.op.position);
  Frame inner;
  inner.scope = std::make_shared<Scope>(params_.scope.get());
  inner.path = call.name + ".";
  inner.prefix = call.frame.prefix;
  if (call.line.prefix)
    inner.prefix = below(inner.prefix, evaluate_text(*call.line.prefix, *call.scope));
  inner.blocks = std::move(path);
  inner.chain = call.frame.chain;
  inner.chain.push_back(
      {text("in block '", block.name.text, "', called as ", call.name), call.line.op.position});
  pass_inputs(block, call, inner);
  bind_dims(block, call, inner);
  declare_weights(block, inner);
  expand(block, inner);
  std::vector<ValueId> outputs;
  for (const Name& name : block.outputs) {
    try {
      outputs.push_back(lookup_one(Yaml::scalar_at(name.text, name.position), inner));
    } catch (Error& error) {
      report(std::move(error), inner, name.position);
      throw NeedsFailed{};
    }
  }
  return outputs;
}

void Builder::pass_inputs(const Block& block, Call& call, Frame& inner) {
  const Line& line = call.line;
  std::vector<std::string> known;
  for (const auto& [name, shape] : block.inputs) known.push_back(name.text);
  const std::size_t takes = known.size();
  if (call.inputs.size() > takes)
    throw Error(text("the block '", block.name.text, "' takes ", takes, " input",
                     takes == 1 ? "" : "s", " (", list_of(known), "), not ", call.inputs.size()),
                line.op.position)
        .note("the block is here", block.name.position);
  for (std::size_t i = 0; i < call.inputs.size(); ++i)
    inner.names[known[i]].values = {call.inputs[i]};
  for (const auto& [name, fallback] : block.params) known.push_back(name.text);
  std::set<std::string> given;
  for (const auto& [name, yaml] : line.arguments) {
    const auto at = std::find(known.begin(), known.end(), name.text) - known.begin();
    if (at == static_cast<std::ptrdiff_t>(known.size()))
      throw Error(text("the block '", block.name.text, "' has no input or param '", name.text, "'",
                       did_you_mean(name.text, known), "; it has ", list_of(known)),
                  name.position);
    if (at >= static_cast<std::ptrdiff_t>(takes)) {
      inner.scope->set(name.text, evaluate_param(yaml, *call.scope));
      given.insert(name.text);
    } else if (inner.names.contains(name.text)) {
      throw Error(text("the input '", name.text, "' is given twice"), name.position);
    } else {
      inner.names[name.text].values = {lookup_one(yaml, call.frame)};
    }
  }
  for (const auto& [name, shape] : block.inputs) {
    if (!inner.names.contains(name.text))
      throw Error(text("the input '", name.text, "' of block '", block.name.text, "' is missing"),
                  line.op.position)
          .note("the block declares it here", name.position);
    inner.names[name.text].position = name.position;
  }
  for (const auto& [name, fallback] : block.params) {
    if (given.contains(name.text)) continue;
    if (!fallback)
      throw Error(text("the param '", name.text, "' of block '", block.name.text, "' is missing"),
                  line.op.position)
          .note("the block declares it here", name.position);
    inner.scope->set(name.text, evaluate_param(*fallback, *inner.scope));
  }
}

void Builder::bind_dims(const Block& block, const Call& call, Frame& inner) {
  const auto described = [&](const Name& name, const Yaml& shape) {
    return text("'", name.text, "' of block '", block.name.text, "' is ", flow_text(shape),
                ", but '", value(inner.names[name.text].values[0]).name, "' has shape ",
                text_of(value(inner.names[name.text].values[0]).shape));
  };
  const auto mismatch = [&](const std::string& message, const Name& name) {
    return Error(message, call.line.op.position)
        .note("the block declares it here", name.position)
        .note("the value comes from here", value(inner.names[name.text].values[0]).position);
  };
  for (const auto& [name, shape] : block.inputs) {
    const Dims& actual = value(inner.names[name.text].values[0]).shape;
    if (actual.size() != shape.items.size()) throw mismatch(described(name, shape), name);
    for (std::size_t i = 0; i < actual.size(); ++i)
      if (is_plain_name(shape.items[i]) && !inner.scope->find(shape.items[i].scalar))
        inner.scope->set(shape.items[i].scalar, actual[i]);
  }
  for (const auto& [name, shape] : block.inputs) {
    const Dims actual = value(inner.names[name.text].values[0]).shape;
    const Dims declared = evaluate_dims(shape, *inner.scope);
    for (std::size_t i = 0; i < actual.size(); ++i) {
      const std::string message =
          text(described(name, shape), ": ", shape.items[i].scalar, " is ", declared[i], " here");
      try {
        must_be_equal(declared[i], actual[i], message, call.line.op.position);
      } catch (const Error&) {
        throw mismatch(message, name);
      }
    }
  }
}

void Builder::assert_shape(const Call& call, const std::vector<ValueId>& outputs) {
  if (!call.line.shape) return;
  const Dims wanted = evaluate_dims(*call.line.shape, *call.scope);
  const Dims& actual = value(outputs[0]).shape;
  const std::string message = text("'", call.line.names[0].text, "' should have shape ",
                                   text_of(wanted), ", but has ", text_of(actual));
  if (wanted.size() != actual.size()) throw Error(message, call.line.shape->position);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    must_be_equal(wanted[i], actual[i], message, call.line.shape->position);
}

}  // namespace atto
