#include "framework/op/infer.h"

#include <algorithm>
#include <span>

#include "framework/core/error.h"

namespace atto {
namespace {

std::string counted_axes(std::size_t count) { return text(count, count == 1 ? " axis" : " axes"); }

bool all_constant(const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [](const Dim& dim) { return dim.constant(); });
}

void require_sizes(const Dims& sizes, const std::string& what) {
  for (const Dim& size : sizes)
    require(size.constant().value_or(0) >= 0, what, " ", text_of(sizes), ": ", size, " is no size");
}

}  // namespace

Infer::Infer(const Signature& signature, std::vector<std::optional<Dims>> inputs,
             std::vector<bool> connected, std::optional<std::size_t> outputs)
    : signature_(signature),
      inputs_(std::move(inputs)),
      connected_(std::move(connected)),
      outputs_(outputs.value_or(signature.outputs.size())) {
  ATTO_CHECK(inputs_.size() == connected_.size());
}

const Dims& Infer::operator[](std::size_t input) const {
  ATTO_CHECK(has(input));
  if (!inputs_[input])
    throw Error(text("nothing says what shape ", name_of(input), " has: declare it with a shape"))
        .about(port(input).name);
  return *inputs_[input];
}

const Dims& Infer::output(std::size_t output) const {
  ATTO_CHECK(output < outputs_.size() && outputs_[output]);
  return *outputs_[output];
}

void Infer::pin(const std::string& axis, const std::string& attribute,
                const std::optional<Dims>& sizes) {
  remedies_[axis] = attribute;
  if (!sizes) return;
  try {
    require_sizes(*sizes, text("'", attribute, "' says"));
  } catch (Error& error) {
    throw error.about(attribute);
  }
  sizes_[axis] = {*sizes, attribute, true};
}

void Infer::unify() { unify_all_but(inputs_.size()); }

void Infer::unify_all_but(std::size_t free) {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (known(i) && i != free) match(i);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (has(i) && !known(i)) inputs_[i] = shape_of(port(i), is_weight(i));
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Port& port = signature_.outputs[signature_.output_port_of(i, outputs_.size())];
    if (!outputs_[i]) outputs_[i] = shape_of(port, false);
  }
  state_.clear();
  for (const Port& port : std::span(signature_.state).first(kept_)) {
    Port before = port;  // the growing axis
    before.axes.erase(std::find_if(before.axes.begin(), before.axes.end(),
                                   [](const Axis& axis) { return axis.grows; }),
                      before.axes.end());
    state_.push_back({shape_of(port, false), shape_of(before, false).size()});
  }
}

void Infer::set_output(std::size_t output, Dims shape) {
  ATTO_CHECK(output < outputs_.size());
  require_sizes(shape, "the shape of the result would be");
  outputs_[output] = std::move(shape);
}

void Infer::set_weight(std::size_t input, Dims shape) {
  if (!has(input)) return;
  require_sizes(shape, text("the shape of ", name_of(input), " would be"));
  if (!known(input)) {
    inputs_[input] = std::move(shape);
    return;
  }
  const Dims& there = *inputs_[input];
  const std::string message =
      text(name_of(input), " has shape ", text_of(there), ", but ", text_of(shape), " is needed");
  try {
    require(there.size() == shape.size(), message);
    for (std::size_t i = 0; i < shape.size(); ++i) must_be_equal(there[i], shape[i], message);
  } catch (Error& error) {
    throw error.about(port(input).name);
  }
}

void Infer::same(const Dim& a, const std::string& what_a, const Dim& b, const std::string& what_b) {
  must_be_equal(a, b, text(what_a, " = ", a, ", ", what_b, " = ", b));
}

Dims Infer::broadcast(const Dims& a, const std::string& what_a, const Dims& b,
                      const std::string& what_b) {
  const std::string shapes =
      text(what_a, " ", text_of(a), " and ", what_b, " ", text_of(b), " do not broadcast: ");
  const Dims& longer = a.size() >= b.size() ? a : b;
  const Dims& shorter = a.size() >= b.size() ? b : a;
  Dims out = longer;
  for (std::size_t i = 1; i <= shorter.size(); ++i) {
    const Dim& x = a[a.size() - i];
    const Dim& y = b[b.size() - i];
    Dim& result = out[out.size() - i];
    if (x == Dim(1) || y == Dim(1)) {
      result = x == Dim(1) ? y : x;
      continue;
    }
    must_be_equal(x, y, text(shapes, x, " is not ", y));
    result = y.constant() ? y : x;
  }
  return out;
}

void Infer::keep_first(std::size_t tensors) {
  kept_ = std::min(kept_, tensors);
  state_.resize(std::min(state_.size(), kept_));
}

std::size_t Infer::axis(int axis, std::size_t rank, const std::string& name) const {
  const auto axes = static_cast<std::int64_t>(rank);
  if (axis < -axes || axis >= axes) {
    const std::string there =
        rank == 0 ? "a scalar, which has none"
                  : text(counted_axes(rank), ": ", -axes, " to ", axes - 1, " are there");
    throw Error(text(name, " ", axis, " is out of range for ", there)).about(name);
  }
  return static_cast<std::size_t>(axis < 0 ? axis + axes : axis);
}

bool Infer::complete() const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (has(i) && !known(i)) return false;
  return state_.size() == kept_ &&
         std::all_of(outputs_.begin(), outputs_.end(), [](const auto& o) { return o.has_value(); });
}

const Port& Infer::port(std::size_t input) const {
  return signature_.inputs[signature_.port_of(input, inputs_.size())];
}

bool Infer::is_weight(std::size_t input) const {
  return signature_.is_weight(signature_.port_of(input, inputs_.size()));
}

std::string Infer::name_of(std::size_t input) const {
  const std::size_t index = signature_.port_of(input, inputs_.size());
  const Port& of = signature_.inputs[index];
  return of.variadic ? text(of.name, "[", input - index, "]") : of.name;
}

void Infer::match(std::size_t input) {
  const Port& of = port(input);
  const bool weight = is_weight(input);
  const Dims& shape = *inputs_[input];
  const auto width = [&](const Axis& axis) {
    const auto bound = sizes_.find(axis.name);
    return weight || bound == sizes_.end() ? std::size_t{1} : bound->second.axes.size();
  };
  std::size_t needed = 0;
  for (const Axis& axis : of.axes)
    if (axis.is != Axis::Is::ellipsis) needed += width(axis);
  try {
    if (of.has_ellipsis() ? shape.size() < needed : shape.size() != needed)
      wrong_rank(input, needed);
    auto next = shape.begin();
    for (const Axis& axis : of.axes) {
      const std::size_t count = axis.is == Axis::Is::ellipsis ? shape.size() - needed : width(axis);
      const Dims sizes(next, next + static_cast<std::ptrdiff_t>(count));
      next += static_cast<std::ptrdiff_t>(count);
      if (axis.is == Axis::Is::number)
        must_be_equal(
            sizes[0], axis.number,
            text(name_of(input), " has ", sizes[0], " where ", of.text(), " has ", axis.number));
      else
        bind(axis, {sizes, name_of(input)}, weight);
    }
  } catch (Error& error) {
    throw error.about(of.name);
  }
}

void Infer::wrong_rank(std::size_t input, std::size_t needed) const {
  const Port& of = port(input);
  std::string pins;
  for (const Axis& axis : of.axes) {
    const auto bound = sizes_.find(axis.name);
    if (bound != sizes_.end() && bound->second.axes.size() != 1 && axis.is == Axis::Is::name)
      pins +=
          text(pins.empty() ? " with " : " and ", axis.name, " = ", text_of(bound->second.axes));
  }
  throw Error(text(name_of(input), " has shape ", text_of(*inputs_[input]), ", but ", of.text(),
                   pins, " needs ", of.has_ellipsis() ? "at least " : "", counted_axes(needed)));
}

std::string Infer::Size::text(const std::string& axis, bool product) const {
  const bool plain = axes.size() == 1 && axis != "...";
  const std::string value = plain ? axes[0].text() : text_of(axes);
  if (!pinned) return atto::text(from, " has ", axis, " = ", value);
  return atto::text("'", from, "' says ", value,
                    product && !plain ? " = " + product_of(axes).text() : "");
}

void Infer::bind(const Axis& axis, const Size& size, bool product) {
  const auto [found, is_new] = sizes_.emplace(axis.name, size);
  if (is_new) return;
  Size& bound = found->second;
  const bool of_product = product && axis.is == Axis::Is::name;
  const std::string message =
      text(size.text(axis.name, false), ", ", bound.text(axis.name, of_product));
  const Dims expected = of_product ? Dims{product_of(bound.axes)} : bound.axes;
  require(size.axes.size() == expected.size(), message);
  for (std::size_t i = 0; i < expected.size(); ++i)
    must_be_equal(size.axes[i], expected[i], message);
  // A number proves more than the symbol that it must be equal to.
  if (bound.axes.size() == expected.size() && all_constant(size.axes) && !all_constant(bound.axes))
    bound = size;
}

void Infer::must_be_equal(const Dim& a, const Dim& b, const std::string& message) {
  const auto equal = Dim::equal(a, b);
  require(equal.value_or(true), message);
  if (!equal) constraints_.push_back({a, b, message});
}

std::optional<Dims> Infer::sizes_of(const Axis& axis, bool weight) const {
  if (axis.is == Axis::Is::number) return Dims{axis.number};
  const auto bound = sizes_.find(axis.name);
  if (bound == sizes_.end()) return std::nullopt;
  const Dims& axes = bound->second.axes;
  return weight && axis.is == Axis::Is::name ? Dims{product_of(axes)} : axes;
}

Dims Infer::shape_of(const Port& port, bool weight) const {
  Dims shape;
  for (const Axis& axis : port.axes) {
    const auto sizes = sizes_of(axis, weight);
    if (!sizes) unknown_size(port, axis, weight);
    shape.insert(shape.end(), sizes->begin(), sizes->end());
  }
  return shape;
}

void Infer::unknown_size(const Port& port, const Axis& axis, bool weight) const {
  std::string message = text("nothing says how large '", axis.name, "' of ", port.text(), " is");
  const auto remedy = remedies_.find(axis.name);
  if (remedy != remedies_.end()) message += text(": give '", remedy->second, "'");
  if (weight)
    message +=
        text(remedy != remedies_.end() ? ", or declare" : ": declare", " the weight with a shape");
  throw Error(message).about(port.name);
}

}  // namespace atto
