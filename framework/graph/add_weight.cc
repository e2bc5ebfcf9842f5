#include <algorithm>

#include "framework/describe/literal.h"
#include "framework/graph/builder.h"

namespace atto {
namespace {

double real_of(const Yaml& yaml, const Scope& scope) {
  return read_literal(yaml, DType::float64, scope).data<double>()[0];
}

bool same_place(const Position& a, const Position& b) {
  return a.source == b.source && a.line == b.line && a.column == b.column;
}

bool matches(const InitRule& rule, const std::string& name) {
  return glob_matches(rule.match.text, name) || glob_matches("*." + rule.match.text, name);
}

Tensor value_of(const WeightDeclaration& declaration, const Scope& scope) {
  const Yaml& value = *declaration.value;
  const DType dtype = dtype_of(declaration.kind, DType::float64);
  if (!names_array(value)) return read_literal(value, dtype, scope);
  Tensor array = read_array(value);
  if (kind_of(array.dtype()) != declaration.kind)
    throw Error(text("the array holds ", name_of(array.dtype()), ", but the weight is ",
                     name_of(declaration.kind)),
                value.position);
  return array;
}

}  // namespace

std::string below(const std::string& prefix, const std::string& name) {
  if (prefix.empty() || name.empty()) return prefix + name;
  return prefix + "." + name;
}

std::string Builder::prefix_of(const Call& call) const {
  if (!call.line.prefix) return call.frame.prefix;
  return below(call.frame.prefix, evaluate_text(*call.line.prefix, *call.scope));
}

void Builder::declare_weights(const Body& body, Frame& frame) {
  for (const WeightDeclaration& declaration : body.weights) {
    const Position& position = declaration.name.position;
    Binding& binding = frame.names[declaration.name.text];
    if (binding.position) {
      report(Error(text("'", declaration.name.text, "' is a weight and an input"), position)
                 .note("the input is here", binding.position),
             frame, position);
      continue;
    }
    binding.position = position;
    try {
      if (declaration.failed) throw NeedsFailed{};
      binding.values = {declare_weight(declaration, frame)};
    } catch (Error& error) {
      binding.failed = true;
      report(std::move(error), frame, position);
    } catch (const NeedsFailed&) {
      binding.failed = true;
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
    weight.literal = value_of(declaration, *frame.scope);
    if (!names_array(*declaration.value))
      count(static_cast<std::size_t>(weight.literal->size()) / 1000, position);
    Dims literal_shape;
    for (const std::int64_t size : weight.literal->shape()) literal_shape.emplace_back(size);
    if (shape && *shape != literal_shape)
      throw Error(text("the value has shape ", text_of(literal_shape), ", not ", text_of(*shape)),
                  declaration.value->position);
    shape = literal_shape;
  }
  if (declaration.init) weight.init = evaluate(*declaration.init, *frame.scope);
  weight.regrouped = declaration.shape.has_value();
  if (declaration.from) {
    const WeightReference& from = *declaration.from;
    weight.tensors = tensor_names(from, *frame.scope, frame.prefix);
    if (from.repeat) weight.stacked = evaluate_count(*from.repeat, *frame.scope, "'repeat'");
    weight.loop_variable = from.as ? from.as->text : "";
    weight.optional = from.optional;
    name = choose_name(weight);
  } else {
    weight.tensors = {name};
  }
  return add_weight(std::move(weight), name, declaration.kind, std::move(shape), position);
}

ValueId Builder::refer_to_weight(const Yaml& yaml, const Scope& scope, const std::string& prefix) {
  const WeightReference reference = read_weight_reference(yaml);
  Weight weight;
  weight.tensors = tensor_names(reference, scope, prefix);
  weight.optional = reference.optional;
  std::optional<Dims> shape;
  if (reference.shape) shape = evaluate_dims(*reference.shape, scope);
  if (reference.repeat) weight.stacked = evaluate_count(*reference.repeat, scope, "'repeat'");
  weight.loop_variable = reference.as ? reference.as->text : "";
  weight.regrouped = shape.has_value();
  const std::string name = choose_name(weight);
  return add_weight(std::move(weight), name, Kind::real, std::move(shape), reference.position);
}

std::string Builder::choose_name(Weight& weight) const {
  if (!has_tensor_) return weight.tensors.back();
  for (const std::string& name : weight.tensors)
    if (has_tensor_(weight.stacked ? stacked_name(name, weight.loop_variable, 0) : name))
      return name;
  weight.absent = weight.optional;
  return weight.tensors.back();
}

std::vector<std::string> Builder::tensor_names(const WeightReference& reference, const Scope& scope,
                                               const std::string& prefix) const {
  Scope inner(&scope);
  if (reference.as)  // stays as it is: it counts the tensors that are stacked
    inner.set(reference.as->text, text("$(", reference.as->text, ")"));
  std::vector<std::string> names;
  for (const Yaml& tensor : reference.names)
    names.push_back(below(prefix, evaluate_text(tensor, inner)));
  return names;
}

void Builder::require_fixed(const Dims& shape, const std::string& name,
                            const Position& position) const {
  for (const std::string& symbol : product_of(shape).symbols())
    if (!params_.open.contains(symbol))
      throw Error(text("the size of a weight is fixed, but '", name, "' would have shape ",
                       text_of(shape), ", and ", symbol, " is known only when the model runs"),
                  position);
}

ValueId Builder::name_again(Weight& weight, Weight again, const std::optional<Dims>& shape,
                            const Position& position) {
  Value& old = value(weight.value);
  if (shape && unsized_.erase(weight.value) > 0) {
    old.shape = *shape;
  } else if (shape && old.shape != *shape) {
    throw Error(text("the tensor '", old.name, "' has shape ", text_of(*shape), " here, but had ",
                     text_of(old.shape), " before"),
                position)
        .note("it is named here before", old.position);
  }
  const auto is_made = [](const Weight& w) { return w.literal || w.init; };
  if (is_made(weight) && is_made(again) && !same_place(old.position, position))
    throw Error(text("the tensor '", old.name, "' is declared twice: call the blocks that declare ",
                     "it with a prefix each"),
                position)
        .note("it is declared here too", old.position);
  if (!is_made(weight) && is_made(again)) {  // only the second one says how it is made
    weight.literal = std::move(again.literal);
    weight.init = std::move(again.init);
    old.position = position;
  }
  weight.optional = weight.optional && again.optional;
  weight.absent = weight.absent && again.absent;
  if (!weight.absent) absent_.erase(weight.value);
  weight.trained = weight.trained && again.trained;
  return weight.value;
}

ValueId Builder::add_weight(Weight weight, const std::string& name, Kind kind,
                            std::optional<Dims> shape, const Position& position) {
  if (shape) require_fixed(*shape, name, position);
  const auto known = weight_index_.find(name);
  if (known != weight_index_.end())
    return name_again(graph_.weights[known->second], std::move(weight), shape, position);
  Value value;
  value.name = name;
  value.kind = kind;
  value.shape = shape.value_or(Dims{});
  value.is = Value::Is::weight;
  value.position = position;
  const ValueId id = add_value(std::move(value));
  if (!shape) unsized_.insert(id);
  weight.value = id;
  if (weight.absent) absent_.insert(id);
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
      if (!matches(rule, value(weight.value).name)) continue;
      attempt(rule.init.position, [&] { weight.init = evaluate(rule.init, *params_.scope); });
      break;
    }
  }
  if (!problems_.empty()) return;  // a weight may be missing for a reason that is reported already
  for (const InitRule& rule : description_.init) {
    const bool used =
        std::any_of(graph_.weights.begin(), graph_.weights.end(),
                    [&](const Weight& weight) { return matches(rule, value(weight.value).name); });
    if (!used)
      problems_.add(Error(text("no weight has a name that matches '", rule.match.text, "'"),
                          rule.match.position));
  }
}

}  // namespace atto
