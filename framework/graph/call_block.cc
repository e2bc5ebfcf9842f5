#include <algorithm>

#include "framework/describe/suggestion.h"
#include "framework/graph/builder.h"

namespace atto {
namespace {

constexpr std::size_t kDeepestCalls = 64;  // blocks inside each other

void refuse_unknown_arguments(const Block& block, const Line& line) {
  std::vector<std::string> known;
  for (const auto& [name, shape] : block.inputs) known.push_back(name.text);
  for (const auto& [name, fallback] : block.params) known.push_back(name.text);
  for (const auto& [name, yaml] : line.arguments)
    if (std::find(known.begin(), known.end(), name.text) == known.end())
      throw Error(text("the block '", block.name.text, "' has no input or param '", name.text, "'",
                       suggestion(name.text, known)),
                  name.position)
          .note("the block is here", block.name.position);
}

}  // namespace

const Block* Builder::block(const std::string& name) const {
  const auto found = blocks_.find(name);
  return found == blocks_.end() ? nullptr : found->second;
}

std::vector<ValueId> Builder::call_block(const Block& block, Call& call) {
  if (block.failed) throw NeedsFailed{};
  const Line& line = call.line;
  std::vector<std::string> path = call.frame.blocks;
  path.push_back(block.name.text);
  if (std::find(call.frame.blocks.begin(), call.frame.blocks.end(), block.name.text) !=
      call.frame.blocks.end())
    throw Error(text("the block '", block.name.text, "' calls itself: ", list_of(path, 20)),
                line.op.position);
  if (path.size() > kDeepestCalls)
    throw Error(text("blocks call each other more than ", kDeepestCalls, " levels deep"),
                line.op.position);
  count(block.inputs.size() + block.params.size() + block.weights.size(), line.op.position);
  Frame inner;
  inner.scope = std::make_shared<Scope>(params_.scope.get());
  inner.path = call.name + ".";
  inner.prefix = prefix_of(call);
  inner.blocks = std::move(path);
  inner.chain = call.frame.chain;
  inner.chain.push_back(
      {text("in block '", block.name.text, "', called as ", call.name), line.op.position});
  refuse_unknown_arguments(block, line);
  const std::vector<Position> places = pass_inputs(block, call, inner);
  pass_params(block, call, inner);
  bind_dims(block, places, inner);
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

std::vector<Position> Builder::pass_inputs(const Block& block, const Call& call, Frame& inner) {
  const Line& line = call.line;
  std::vector<std::string> known;
  for (const auto& [name, shape] : block.inputs) known.push_back(name.text);
  std::vector<Position> places(known.size());
  if (call.inputs.size() > known.size())
    throw Error(text("the block '", block.name.text, "' takes ", known.size(), " input",
                     known.size() == 1 ? "" : "s", known.empty() ? "" : " (", list_of(known),
                     known.empty() ? "" : ")", ", but ", call.inputs.size(), " are given"),
                call.inputs[known.size()].position)
        .note("the block is here", block.name.position);
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    inner.names[known[i]].values = {call.inputs[i].id};
    places[i] = call.inputs[i].position;
  }
  for (const auto& [name, yaml] : line.arguments) {
    const auto at =
        static_cast<std::size_t>(std::find(known.begin(), known.end(), name.text) - known.begin());
    if (at == known.size()) continue;
    if (places[at])
      throw Error(text("the input '", name.text, "' is given twice"), name.position)
          .note("it is given here already", places[at]);
    inner.names[name.text].values = {lookup_one(yaml, call.frame)};
    places[at] = yaml.position;
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    const Name& name = block.inputs[i].first;
    if (!places[i])
      throw Error(text("the input '", name.text, "' of block '", block.name.text, "' is missing"),
                  line.op.position)
          .note("the block declares it here", name.position);
    inner.names[name.text].position = name.position;
  }
  return places;
}

void Builder::pass_params(const Block& block, const Call& call, Frame& inner) {
  std::map<std::string, const Yaml*> given;
  for (const auto& [name, yaml] : call.line.arguments) given[name.text] = &yaml;
  for (const auto& [name, fallback] : block.params) {
    const auto found = given.find(name.text);
    if (found == given.end() && !fallback)
      throw Error(text("the param '", name.text, "' of block '", block.name.text, "' is missing"),
                  call.line.op.position)
          .note("the block declares it here", name.position);
    inner.scope->set(name.text, found == given.end() ? evaluate_param(*fallback, *inner.scope)
                                                     : evaluate_param(*found->second, *call.scope));
  }
}

void Builder::bind_dims(const Block& block, const std::vector<Position>& places, Frame& inner) {
  const auto given = [&](std::size_t i) -> const Value& {
    return value(inner.names[block.inputs[i].first.text].values[0]);
  };
  const auto mismatch = [&](std::size_t i, const std::string& why) {
    const auto& [name, shape] = block.inputs[i];
    return Error(text("the input '", name.text, "' of block '", block.name.text, "' has shape ",
                      flow_text(shape), ", but '", given(i).name, "' has shape ",
                      text_of(given(i).shape), why),
                 places[i])
        .note("the block declares it here", name.position)
        .note(text("'", given(i).name, "' comes from here"), given(i).position);
  };
  for (std::size_t i = 0; i < block.inputs.size(); ++i) {
    const Yaml& shape = block.inputs[i].second;
    const Dims& actual = given(i).shape;
    if (actual.size() != shape.items.size()) throw mismatch(i, "");
    for (std::size_t axis = 0; axis < actual.size(); ++axis) {
      const Yaml& size = shape.items[axis];
      if (is_dim_name(size) && !inner.scope->find(size.scalar))
        inner.scope->set(size.scalar, actual[axis]);
    }
  }
  for (std::size_t i = 0; i < block.inputs.size(); ++i) {
    const Yaml& shape = block.inputs[i].second;
    const Dims actual = given(i).shape;
    const Dims declared = evaluate_dims(shape, *inner.scope);
    for (std::size_t axis = 0; axis < actual.size(); ++axis) {
      const auto equal = Dim::equal(declared[axis], actual[axis]);
      if (equal == true) continue;
      const std::string& size = shape.items[axis].scalar;
      const Error error = mismatch(i, size == declared[axis].text()
                                          ? ""
                                          : text("; ", size, " is ", declared[axis], " here"));
      if (equal == false) throw error;
      graph_.constraints.push_back({{declared[axis], actual[axis], error.message()}, places[i]});
    }
  }
}

}  // namespace atto
