#include <algorithm>

#include "framework/describe/suggestion.h"
#include "framework/graph/builder.h"

namespace atto {
namespace {

constexpr std::size_t kMostNotes = 8;  // block calls that a message lists

/// What a line's node is called: its first name that is one.
const std::string& name_of(const Line& line) {
  for (const Name& name : line.names)
    if (name.text != "_") return name.text;
  return line.names[0].text;
}

Binding single(ValueId id) {
  Binding binding;
  binding.values = {id};
  return binding;
}

bool has_variadic_values(const OpEntry& entry) {
  const auto end =
      entry.signature.inputs.begin() + static_cast<std::ptrdiff_t>(entry.signature.values);
  return std::any_of(entry.signature.inputs.begin(), end,
                     [](const Port& port) { return port.variadic; });
}

std::string counted(std::size_t count, const char* what) {
  return text(count, " ", what, count == 1 ? "" : "s");
}

}  // namespace

void Builder::expand(const Body& body, Frame& frame) {
  frame.body = &body;
  for (const Line& line : body.graph) {
    try {
      expand_line(line, frame);
    } catch (Error& error) {
      report(std::move(error), frame, line.position);
    } catch (const NeedsFailed&) {
      check_attributes(line, frame);
    }
    for (const Name& name : line.names) {
      Binding& binding = frame.names[name.text];  // a line that failed leaves failed names
      if (binding.values.empty() && !binding.left_out) binding.failed = true;
      if (!binding.position) binding.position = name.position;
    }
  }
}

void Builder::report(Error error, const Frame& frame, const Position& position) {
  error.at(position);
  if (!reported_.insert(error.report()).second) return;
  for (std::size_t i = frame.chain.size(); i-- > 0;) {
    if (i > 1 && frame.chain.size() - i == kMostNotes) {  // the outermost one is the last
      error.note(text("and ", i, " blocks between"));
      i = 0;
    }
    error.note(frame.chain[i].message, frame.chain[i].position);
  }
  problems_.add(std::move(error));
}

void Builder::count(std::size_t parts, const Position& position) {
  if (too_large_) throw NeedsFailed{};  // reported where it became so
  parts_ += parts;
  too_large_ = parts_ > most_parts_;
  if (too_large_)
    throw Error(
        text("the model expands to more than ", most_parts_, " nodes, block calls and weights"),
        position);
}

void Builder::expand_line(const Line& line, Frame& frame) {
  refuse_redefinition(line, frame);
  if (line.failed || !is_known(line.op.text)) throw NeedsFailed{};
  if (!is_switched_on(line, frame)) {
    for (const Name& name : line.names) {
      Binding& binding = frame.names[name.text];
      if (!binding.values.empty() || binding.failed) continue;
      binding.left_out = true;
      binding.position = name.position;
    }
    return;
  }
  const std::vector<Binding> results = call_repeatedly(line, frame);
  if (results.size() != line.names.size())
    throw Error(text("'", line.op.text, "' gives ", counted(results.size(), "value"), ", but ",
                     counted(line.names.size(), "name"),
                     line.names.size() == 1 ? " stands here" : " stand here"),
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
                     line.when ? ": 'when' must leave exactly one of its lines" : ""),
                name.position)
        .note("the first time here", known->second.position);
  }
}

Error Builder::no_such_value(const Yaml& name, const Frame& frame) const {
  const std::string& word = name.scalar;
  const auto error = [&](const auto&... parts) { return Error(text(parts...), name.position); };
  for (const Line& line : frame.body->graph)
    for (const Name& later : line.names)
      if (later.text == word)
        return error("'", word, "' is read before it is defined")
            .note("it is defined here", later.position);
  if (frame.scope->find(word))
    return error("'", word, "' is a param or a size; an input is the name of a value");
  if (!frame.blocks.empty() && model_names_.contains(word))
    return error("a block does not see '", word,
                 "' of the model: declare it as an input of the block and pass it");
  if (word.find('.') != std::string::npos)
    return error("'", word,
                 "' cannot be read here: of the values inside a block only its outputs can");
  std::vector<std::string> known;
  for (const auto& [other, binding] : frame.names) known.push_back(other);
  return error("there is no value '", word, "' here", suggestion(word, known));
}

const Binding& Builder::lookup(const Yaml& name, const Frame& frame) const {
  if (!name.is_scalar()) throw Error("the name of a value is expected here", name.position);
  const auto found = frame.names.find(name.scalar);
  if (found == frame.names.end()) throw no_such_value(name, frame);
  if (found->second.failed) throw NeedsFailed{};
  if (found->second.left_out)
    throw Error(text("'", name.scalar, "' is not there: its line is switched off by 'when'"),
                name.position)
        .note("it stands here", found->second.position);
  return found->second;
}

ValueId Builder::lookup_one(const Yaml& name, const Frame& frame) const {
  const Binding& binding = lookup(name, frame);
  if (!binding.is_list) return binding.values[0];
  std::vector<std::string> takers;
  for (const OpEntry* entry : registry_.all())
    if (has_variadic_values(*entry)) takers.push_back(entry->name);
  throw Error(text("'", name.scalar, "' is a list of ", counted(binding.values.size(), "value"),
                   " (mode: parallel), which only an operator with any number of inputs takes: ",
                   list_of(takers)),
              name.position);
}

/// The inputs that the line lists; a list of a parallel repeat goes into a variadic port.
Builder::Inputs Builder::listed_inputs(const Line& line, const Frame& frame) const {
  const OpEntry* entry = registry_.find(line.op.text);
  const bool variadic = entry && has_variadic_values(*entry);
  Inputs inputs;
  for (const Yaml& name : line.inputs) {
    const Binding& binding = lookup(name, frame);
    if (!binding.is_list || !variadic)
      inputs.push_back({lookup_one(name, frame), name.position});
    else
      for (const ValueId id : binding.values) inputs.push_back({id, name.position});
  }
  return inputs;
}

std::vector<Binding> Builder::call_repeatedly(const Line& line, Frame& frame) {
  const Inputs inputs = listed_inputs(line, frame);
  if (line.repeat)
    return line.parallel ? repeat_parallel(line, frame, inputs) : repeat_chain(line, frame, inputs);
  if (line.mode) throw Error("'mode' goes with 'repeat', which is missing", *line.mode);
  Call once{line, frame, frame.scope, frame.path + name_of(line), inputs};
  std::vector<Binding> results;
  for (const ValueId id : call(once)) results.push_back(single(id));
  return results;
}

std::int64_t Builder::rounds_of(const Line& line, const Frame& frame) const {
  const std::int64_t rounds = evaluate_count(*line.repeat, *frame.scope, "'repeat'");
  if (rounds > static_cast<std::int64_t>(most_parts_))
    throw Error(text("'repeat' is ", rounds, ", more than ", most_parts_), line.repeat->position);
  if (line.as && frame.scope->find(line.as->text))
    throw Error(text("'", line.as->text, "' is a param or a size already: name the loop variable ",
                     "in another way"),
                line.as->position);
  return rounds;
}

std::vector<ValueId> Builder::call_round(const Line& line, Frame& frame, std::int64_t i,
                                         const Inputs& inputs) {
  auto scope = std::make_shared<Scope>(frame.scope.get());
  if (line.as) scope->set(line.as->text, Dim(i));
  Call round{line, frame, scope, text(frame.path, name_of(line), ".", i), inputs};
  std::vector<ValueId> results = call(round);
  if (results.size() == 1) graph_.aliases.emplace(round.name, results[0]);
  return results;
}

std::vector<Binding> Builder::repeat_chain(const Line& line, Frame& frame, Inputs inputs) {
  const std::int64_t rounds = rounds_of(line, frame);
  std::size_t fed = std::min(inputs.size(), line.names.size());
  for (std::int64_t i = 0; i < rounds; ++i) {
    const std::vector<ValueId> results = call_round(line, frame, i, inputs);
    fed = results.size();
    if (fed > inputs.size())
      throw Error(
          text("each round of a repeat feeds the first inputs of the next, but '", line.op.text,
               "' gives ", counted(fed, "value"), " and lists ", counted(inputs.size(), "input")),
          line.op.position);
    for (std::size_t k = 0; k < fed; ++k) inputs[k].id = results[k];
  }
  std::vector<Binding> last;
  for (std::size_t k = 0; k < fed; ++k) last.push_back(single(inputs[k].id));
  return last;
}

std::vector<Binding> Builder::repeat_parallel(const Line& line, Frame& frame,
                                              const Inputs& inputs) {
  const std::int64_t rounds = rounds_of(line, frame);
  if (rounds == 0)
    throw Error("a parallel repeat needs at least one round, but 'repeat' is 0",
                line.repeat->position);
  Binding list;
  list.is_list = true;
  for (std::int64_t i = 0; i < rounds; ++i) {
    const std::vector<ValueId> results = call_round(line, frame, i, inputs);
    if (results.size() != 1)
      throw Error(text("a parallel repeat makes a list of single values, but '", line.op.text,
                       "' gives ", counted(results.size(), "value")),
                  line.op.position);
    list.values.push_back(results[0]);
  }
  return {list};
}

std::vector<ValueId> Builder::call(Call& call) {
  count(1, call.line.op.position);
  const Block* called = block(call.line.op.text);
  std::vector<ValueId> outputs =
      called ? call_block(*called, call) : add_node(*registry_.find(call.line.op.text), call);
  assert_shape(call, outputs);
  return outputs;
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
