#include "framework/testing/lone_node.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "framework/describe/attributes.h"

namespace atto::testing {
namespace {

constexpr std::size_t kGuard = 64;  // bytes behind a buffer that nobody may write to
constexpr unsigned char kGuardByte = 0xA5;

/// A buffer with a guard behind it, filled with a poison: NaN or what the caller says, so that an
/// element that is never written shows.
class GuardedBuffer {
 public:
  GuardedBuffer(DType dtype, const Shape& shape, double poison) : tensor_(dtype, shape) {
    bytes_.resize(tensor_.bytes() + kGuard, kGuardByte);
    visit(dtype, [&](auto zero) {
      using T = decltype(zero);
      for (T& value : tensor_.data<T>()) value = poisonous<T>(poison);
    });
    if (tensor_.bytes() > 0) std::memcpy(bytes_.data(), tensor_.raw(), tensor_.bytes());
  }

  void fill(const Tensor& from) {
    if (from.bytes() > 0) std::memcpy(bytes_.data(), from.raw(), from.bytes());
  }
  TensorView view() {
    TensorView view = tensor_.view();
    view.data = bytes_.data();
    return view;
  }
  /// What was written.
  Tensor take() {
    const auto guard = bytes_.begin() + static_cast<std::ptrdiff_t>(tensor_.bytes());
    if (!std::all_of(guard, bytes_.end(), [](unsigned char b) { return b == kGuardByte; }))
      throw std::logic_error("an operator wrote behind the end of a tensor of shape " +
                             text_of(tensor_.shape()));
    if (tensor_.bytes() > 0) std::memcpy(tensor_.raw(), bytes_.data(), tensor_.bytes());
    return tensor_;
  }

 private:
  template <class T>
  static T poisonous(double poison) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(poison);
    else
      return poison == 0 ? T(0) : T(1);
  }

  Tensor tensor_;
  std::vector<unsigned char> bytes_;
};

std::optional<Dims> dims_of_tensor(const std::optional<Tensor>& tensor) {
  if (!tensor) return std::nullopt;
  return Dims(tensor->shape().begin(), tensor->shape().end());
}

Tensor as_real(const Tensor& tensor, DType real) {
  return kind_of(tensor.dtype()) == Kind::real ? tensor.cast(real) : tensor;
}

/// Inputs in the session's real type, and the views of them.
struct Operands {
  std::vector<Tensor> tensors;
  std::vector<TensorView> views;

  Operands(const Inputs& inputs, DType real) {
    for (const auto& input : inputs)
      tensors.push_back(input ? as_real(*input, real) : Tensor(real, {0}));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      views.push_back(tensors[i].view());
      if (!inputs[i]) views[i] = TensorView{};
    }
  }
};

}  // namespace

KeptState::KeptState(const std::vector<StateShape>& shapes, std::int64_t capacity, DType real) {
  for (const StateShape& shape : shapes) {
    Shape sizes = evaluate(shape.dims, {});
    sizes[shape.growing_axis] = capacity;
    tensors_.emplace_back(real, sizes);
    visit(real, [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::is_floating_point_v<T>)
        for (T& value : tensors_.back().data<T>()) value = std::numeric_limits<T>::quiet_NaN();
    });
    const Shape lead(sizes.begin(),
                     sizes.begin() + static_cast<std::ptrdiff_t>(shape.growing_axis));
    lengths_.assign(static_cast<std::size_t>(elements_of(lead)), 0);
  }
}

std::vector<StateView> KeptState::views() const {
  std::vector<StateView> views;
  for (const Tensor& tensor : tensors_) views.push_back({tensor.view(), lengths_});
  return views;
}

void KeptState::advance(std::int64_t rows) {
  for (std::int64_t& length : lengths_) length += rows;
}

LoneNode::LoneNode(const OpEntry& op, const std::string& attributes, const Inputs& inputs,
                   std::size_t outputs, const Bindings& dims)
    : op_(op) {
  Attributes given = parse_attributes(attributes);
  definition_ = op.make(given);
  const std::vector<std::string> unread = given.unread();
  require(unread.empty(), op.name, " has no attribute '", list_of(unread), "'");
  if (op.make_kernel) {
    Attributes again = parse_attributes(attributes);
    kernel_ = op.make_kernel(again);
  }
  std::vector<std::optional<Dims>> shapes;
  std::vector<bool> connected;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    shapes.push_back(dims_of_tensor(inputs[i]));
    connected.push_back(inputs[i].has_value());
    const Port& port = op.signature.inputs[op.signature.port_of(i, inputs.size())];
    if (!port.kind && inputs[i]) any_ = kind_of(inputs[i]->dtype());
  }
  const bool variadic = op.signature.outputs.back().variadic;
  Infer infer(op.signature, shapes, connected,
              variadic ? std::optional(std::max<std::size_t>(outputs, 1)) : std::nullopt);
  definition_->infer(infer);
  ATTO_CHECK(infer.complete());
  for (const Constraint& constraint : infer.constraints())
    require(constraint.a.evaluate(dims) == constraint.b.evaluate(dims), constraint.message);
  for (std::size_t i = 0; i < infer.outputs(); ++i)
    output_shapes_.push_back(evaluate(infer.output(i), dims));
  for (std::size_t i = 0; i < infer.outputs(); ++i) {
    const Port& port = op.signature.outputs[op.signature.output_port_of(i, infer.outputs())];
    output_kinds_.push_back(infer.kind(i).value_or(port.kind.value_or(any_)));
  }
  if (kernel_ && !kernel_->serves(any_, infer)) kernel_.reset();
  state_ = infer.state();
  flops_ = definition_->flops(infer).evaluate(dims);
}

DType LoneNode::output_dtype(std::size_t output, DType real) const {
  return dtype_of(output_kinds_[output], real);
}

DType LoneNode::element(DType real) const { return dtype_of(any_, real); }

bool LoneNode::has_reals() const {
  const auto real = [&](const Port& port) { return port.kind.value_or(any_) == Kind::real; };
  const Signature& signature = op_.signature;
  return std::any_of(signature.inputs.begin(), signature.inputs.end(), real) ||
         std::find(output_kinds_.begin(), output_kinds_.end(), Kind::real) != output_kinds_.end();
}

std::vector<Tensor> LoneNode::forward(const Inputs& x, const Forward& how) const {
  Operands operands(x, how.real);
  std::vector<GuardedBuffer> buffers;
  for (std::size_t i = 0; i < output_shapes_.size(); ++i)
    buffers.emplace_back(output_dtype(i, how.real), output_shapes_[i], how.poison);
  std::vector<TensorView> views;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    views.push_back(buffers[i].view());
    if (!how.wanted.empty() && !how.wanted[i]) views[i].data = nullptr;
  }
  if (how.in_place) {
    buffers[0].fill(operands.tensors[0]);
    operands.views[0].data = views[0].data;
  }
  const auto state = how.state ? how.state->views() : std::vector<StateView>();
  if (how.version == Version::kernel && kernel_)
    kernel_->forward(element(how.real), operands.views, views, state);
  else
    definition_->forward(element(how.real), operands.views, views, state);
  std::vector<Tensor> outputs;
  for (GuardedBuffer& buffer : buffers) outputs.push_back(buffer.take());
  return outputs;
}

std::vector<bool> LoneNode::differentiable(const Inputs& x) const {
  std::vector<bool> wanted;
  for (const auto& input : x) wanted.push_back(input && kind_of(input->dtype()) == Kind::real);
  return wanted;
}

std::vector<std::optional<Tensor>> LoneNode::backward(DType real, const Inputs& x,
                                                      const std::vector<Tensor>& y,
                                                      const Inputs& dy,
                                                      const std::vector<bool>& wanted,
                                                      double poison) const {
  const Operands inputs(x, real), outputs(Inputs(y.begin(), y.end()), real);
  Operands gradients(dy, real);
  for (std::size_t i = 0; i < dy.size(); ++i) {
    if (dy[i]) continue;
    gradients.views[i] = outputs.views[i];
    gradients.views[i].data = nullptr;
  }
  std::vector<GuardedBuffer> buffers;
  for (std::size_t i = 0; i < x.size(); ++i)
    buffers.emplace_back(real, inputs.tensors[i].shape(), poison);
  std::vector<TensorView> views;
  for (std::size_t i = 0; i < x.size(); ++i) {
    views.push_back(buffers[i].view());
    if (!wanted[i]) views[i].data = nullptr;
  }
  definition_->backward(element(real), inputs.views, outputs.views, gradients.views, views);
  std::vector<std::optional<Tensor>> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    if (wanted[i]) out[i] = buffers[i].take();
  return out;
}

}  // namespace atto::testing
