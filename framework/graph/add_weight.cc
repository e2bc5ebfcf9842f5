#include <algorithm>

#include "framework/describe/literal.h"
#include "framework/graph/builder.h"

namespace atto {
namespace {

double real_of(const Yaml& yaml, const Scope& scope) {
  return read_literal(yaml, DType::float64, scope).data<double>()[0];
}

}  // namespace

std::string below(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

void Builder::declare_weights(const Body& body, Frame& frame) {
  for (const WeightDeclaration& declaration : body.weights) {
    const Position& position = declaration.name.position;
    Binding& binding = frame.names[declaration.name.text];
    if (binding.position) {
      report(Error(text("'", declaration.name.text, "' is an input too"), position)
                 .note("the input is here", binding.position),
             frame, position);
      continue;
    }
    binding.position = position;
    try {
      binding.values = {declare_weight(declaration, frame)};
    } catch (Error& error) {
      binding.failed = true;
      report(std::move(error), frame, position);
    }
  }
}

ValueId Builder::declare_weight(const WeightDeclaration& declaration, const Frame& frame) {
  const Position& position = declaration.name.position;
  std::string name = below(frame.prefix, declaration.name.text);
  Weight weight;
  weight.trained = declaration.trained;
  std::optional<Dims> shape;
  if (declaration.shape) shape = evaluate_dims(*declaration.shape, *frame.scope);
  if (declaration.value) {
    const DType dtype = dtype_of(declaration.kind, DType::float64);
    weight.literal = read_literal(*declaration.value, dtype, *frame.scope);
    Dims literal_shape;
    for (const std::int64_t size : weight.literal->shape()) literal_shape.emplace_back(size);
    if (shape && *shape != literal_shape)
      throw Error(text("the value has shape ", text_of(literal_shape), ", not ", text_of(*shape)),
                  declaration.value->position);
    shape = literal_shape;
  }
  if (declaration.init) weight.init = evaluate(*declaration.init, *frame.scope);
  if (declaration.from) {
    const WeightReference& from = *declaration.from;
    for (const Yaml& tensor : from.names)
      weight.tensors.push_back(
          below(frame.prefix, from.as ? tensor.scalar : evaluate_text(tensor, *frame.scope)));
    if (from.repeat) weight.stacked = evaluate_count(*from.repeat, *frame.scope, "'repeat'");
    weight.optional = from.optional;
    name = weight.tensors.back();
  } else {
    weight.tensors = {name};
  }
  return add_weight(std::move(weight), name, declaration.kind, std::move(shape), position);
}

ValueId Builder::refer_to_weight(const Yaml& yaml, const Frame& frame, const Scope& scope,
                                 const std::string& prefix) {
  const WeightReference reference = read_weight_reference(yaml);
  Weight weight;
  for (const Yaml& tensor : reference.names)
    weight.tensors.push_back(
        below(prefix, reference.as ? tensor.scalar : evaluate_text(tensor, scope)));
  weight.optional = reference.optional;
  std::optional<Dims> shape;
  if (reference.shape) shape = evaluate_dims(*reference.shape, *frame.scope);
  if (reference.repeat) weight.stacked = evaluate_count(*reference.repeat, scope, "'repeat'");
  const std::string name = weight.tensors.back();
  return add_weight(std::move(weight), name, Kind::real, std::move(shape), reference.position);
}

ValueId Builder::add_weight(Weight weight, const std::string& name, Kind kind,
                            std::optional<Dims> shape, const Position& position) {
  if (shape) {
    for (const std::string& symbol : product_of(*shape).symbols())
      if (!params_.open.contains(symbol))
        throw Error(text("a weight has a fixed size, but ", symbol, " in ", text_of(*shape),
                         " is only known when the model runs"),
                    position);
  }
  const auto known = weight_index_.find(name);
  if (known != weight_index_.end()) {  // named again: one tensor, read twice
    const ValueId id = graph_.weights[known->second].value;
    Value& old = value(id);
    if (shape && unsized_.erase(id) > 0) {
      old.shape = *shape;
    } else if (shape && old.shape != *shape) {
      throw Error(text("the tensor '", name, "' has shape ", text_of(*shape), " here, but ",
                       text_of(old.shape), " elsewhere"),
                  position)
          .note("elsewhere is here", old.position);
    }
    return id;
  }
  Value value;
  value.name = name;
  value.kind = kind;
  value.shape = shape.value_or(Dims{});
  value.is = Value::Is::weight;
  value.position = position;
  const ValueId id = add_value(std::move(value));
  if (!shape) unsized_.insert(id);
  weight.value = id;
  weight_index_[name] = graph_.weights.size();
  graph_.weights.push_back(std::move(weight));
  return id;
}

Initializer Builder::evaluate(const Init& init, const Scope& scope) const {
  const double a = real_of(init.a, scope);
  if (init.is == Init::Is::value) return {Initializer::Is::value, a, 0};
  const double b = real_of(init.b, scope);
  if (init.is == Init::Is::uniform) {
    if (!(a <= b)) throw Error(text("uniform from ", a, " to ", b, " is empty"), init.position);
    return {Initializer::Is::uniform, a, b};
  }
  if (!(b >= 0)) throw Error(text("the deviation ", b, " is negative"), init.position);
  return {Initializer::Is::normal, a, b};
}

void Builder::finish_weights() {
  for (Weight& weight : graph_.weights) {
    if (weight.literal || weight.init) continue;
    for (const InitRule& rule : description_.init) {
      const std::string& name = value(weight.value).name;
      const bool matches =
          glob_matches(rule.match.text, name) || glob_matches("*." + rule.match.text, name);
      if (!matches) continue;
      problems_.attempt(rule.init.position,
                        [&] { weight.init = evaluate(rule.init, *params_.scope); });
      break;
    }
  }
}

}  // namespace atto
