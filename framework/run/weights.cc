#include "framework/run/weights.h"

#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "framework/core/random.h"

namespace atto {
namespace {

/// Fills in double, whatever the session's type is, so that float32 holds the same numbers rounded.
template <class Uniform, class Normal>
void fill(std::span<double> data, const Initializer& init, Uniform uniform, Normal normal) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    switch (init.is) {
      case Initializer::Is::value: data[i] = init.a; break;
      case Initializer::Is::uniform:
        data[i] = init.a == 0 && init.b == 1 ? uniform(i) : init.a + (init.b - init.a) * uniform(i);
        break;
      case Initializer::Is::normal: data[i] = init.a + init.b * normal(i); break;
    }
  }
}

/// Makes the tensors of weights; see make_weights().
class Maker {
 public:
  Maker(const Graph& graph, DType real, const RandomOptions& random, const TensorMap* checkpoint)
      : graph_(graph),
        real_(real),
        random_(random),
        checkpoint_(checkpoint),
        numpy_(static_cast<std::uint32_t>(random.seed)) {
    if (checkpoint)
      for (const std::string& name : checkpoint->names()) unread_.insert(name);
  }

  std::vector<Tensor> make() {
    for (const Weight& weight : graph_.weights)
      for (const std::string& name : tensors_of(graph_, weight)) unread_.erase(name);
    std::vector<Tensor> tensors;
    for (const Weight& weight : graph_.weights)
      problems_.attempt(graph_.value(weight.value).position,
                        [&] { tensors.push_back(make(weight)); });
    refuse_valueless();
    refuse_unread();
    problems_.throw_if_any();
    return tensors;
  }

 private:
  Tensor make(const Weight& weight) {
    const Value& value = graph_.value(weight.value);
    const DType dtype = dtype_of(value.kind, real_);
    if (weight.literal) return weight.literal->cast(dtype);
    if (weight.absent) return Tensor(dtype, {0});
    if (checkpoint_ && checkpoint_->has(tensors_of(graph_, weight)[0])) return read(weight, dtype);
    const auto& init = weight.init || checkpoint_ ? weight.init : random_.fallback;
    if (!init && checkpoint_) throw missing(value.name);
    if (!init) {
      const Position& at = value.position;
      valueless_[{at.source.get(), at.line, at.column}].push_back(&value);
      return {};
    }
    return made(value, *init).cast(dtype);
  }

  Tensor made(const Value& value, const Initializer& init) {
    Tensor tensor(DType::float64, evaluate(value.shape, {}));
    const NamedRandom named(random_.seed, value.name);
    if (random_.stream == RandomOptions::Stream::numpy)
      fill(
          tensor.data<double>(), init, [&](std::size_t) { return numpy_.uniform(); },
          [&](std::size_t) { return numpy_.normal(); });
    else
      fill(
          tensor.data<double>(), init, [&](std::size_t i) { return named.uniform(i); },
          [&](std::size_t i) { return named.normal(i); });
    return tensor;
  }

  Error missing(const std::string& name) const {
    const std::vector<std::string> unread(unread_.begin(), unread_.end());
    return Error(
        text(checkpoint_->path(), " has no tensor '", name, "'", did_you_mean(name, unread)));
  }

  Tensor read(const Weight& weight, DType dtype) const {
    const Value& value = graph_.value(weight.value);
    const Shape shape = evaluate(value.shape, {});
    if (!weight.stacked) return part(value.name, shape, weight.regrouped, dtype);
    require(!shape.empty() && shape[0] == *weight.stacked, *weight.stacked,
            " tensors are stacked, so the first axis is ", *weight.stacked, ", but the weight '",
            value.name, "' is ", text_of(shape));
    const Shape inner(shape.begin() + (shape.empty() ? 0 : 1), shape.end());
    Tensor all(dtype, shape);
    auto* to = static_cast<std::byte*>(all.raw());
    for (const std::string& name : tensors_of(graph_, weight)) {
      const Tensor one = part(name, inner, weight.regrouped, dtype).cast(dtype);
      std::memcpy(to, one.raw(), one.bytes());
      to += one.bytes();
    }
    return all;
  }

  /// One tensor of the checkpoint in the shape that is needed.
  Tensor part(const std::string& name, const Shape& shape, bool regrouped, DType dtype) const {
    const Checkpoint::Entry* entry = checkpoint_->find(name);
    if (!entry) throw missing(name);
    const bool fits =
        entry->shape == shape || (regrouped && elements_of(entry->shape) == elements_of(shape));
    require(fits, "the tensor '", entry->name, "' in ", entry->file, " has shape ",
            text_of(entry->shape), ", but the model needs ", text_of(shape));
    const Tensor tensor = checkpoint_->read(name).reshaped(shape);
    const bool real = kind_of(dtype) == Kind::real;
    require((kind_of(tensor.dtype()) == Kind::real) == real, "the tensor '", entry->name, "' in ",
            entry->file, " holds ", name_of(tensor.dtype()), ", but the model needs ",
            name_of(kind_of(dtype)));
    return real && is_storage(tensor.dtype()) ? tensor : tensor.cast(dtype);
  }

  /// One problem for each place: a node that is repeated has many weights.
  void refuse_valueless() {
    for (const auto& [place, values] : valueless_) {
      std::vector<std::string> names;
      for (const Value* value : values) names.push_back(value->name);
      const std::string which = names.size() == 1
                                    ? text("the weight '", names[0], "' has")
                                    : text(names.size(), " weights (", list_of(names, 3), ") have");
      problems_.add(Error(text(which, " neither a value nor an 'init', and no checkpoint is ",
                               "given: add 'init: uniform' or a rule under the top-level ",
                               "'init:', or give --checkpoint"))
                        .at(values[0]->position));
    }
  }

  void refuse_unread() {
    std::vector<std::string> names;
    for (const std::string& name : unread_)
      if (!checkpoint_->may_be_unread(name)) names.push_back(name);
    if (names.empty()) return;
    problems_.add(Error(
        text(checkpoint_->path(), " has ", names.size(), names.size() == 1 ? " tensor" : " tensors",
             " that the model does not read: ", list_of(names, 8),
             "; if they change nothing, name them under 'tensors: {unused: [...]}'")));
  }

  const Graph& graph_;
  const DType real_;
  const RandomOptions& random_;
  const TensorMap* checkpoint_;
  NumpyRandom numpy_;
  std::set<std::string> unread_;
  std::map<std::tuple<const Source*, int, int>, std::vector<const Value*>> valueless_;
  Problems problems_;
};

}  // namespace

std::vector<Tensor> make_weights(const Graph& graph, DType real, const RandomOptions& random,
                                 const TensorMap* checkpoint) {
  require(random.stream != RandomOptions::Stream::numpy ||
              random.seed <= std::numeric_limits<std::uint32_t>::max(),
          "NumPy's seed is at most 4294967295, not ", random.seed);
  return Maker(graph, real, random, checkpoint).make();
}

std::vector<std::string> tensors_of(const Graph& graph, const Weight& weight) {
  const std::string& name = graph.value(weight.value).name;
  if (!weight.stacked) return {name};
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < *weight.stacked; ++i)
    names.push_back(stacked_name(name, weight.loop_variable, i));
  return names;
}

}  // namespace atto
