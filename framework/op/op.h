#pragma once
// The operator page: all that the author of an operator must know. ops/README.md has a worked
// example.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xview.hpp>

#include "framework/core/gemm.h"
#include "framework/core/half.h"
#include "framework/core/parallel.h"
#include "framework/op/attributes.h"
#include "framework/op/infer.h"
#include "framework/op/loops.h"
#include "framework/op/operator.h"
#include "framework/op/registration.h"

namespace atto {

/// A tensor of an operator's own: what a reduction is stored in before it is broadcast back.
template <class T>
using Array = xt::xarray<T, xt::layout_type::row_major>;

using XShape = xt::svector<std::size_t, 4>;

/// The xtensor expression over a plain view. It costs about 100 ns: kernels use data() and dims().
template <class T>
auto adapt(const TensorView& view) {
  XShape shape(view.dims, view.dims + view.rank);
  return xt::adapt(static_cast<T*>(view.data), static_cast<std::size_t>(view.size()),
                   xt::no_ownership(), shape);
}

inline std::span<const std::int64_t> dims_of(const TensorView& view) {
  return {view.dims, static_cast<std::size_t>(view.rank)};
}

/// The inputs of forward and backward, values first, then weights.
template <class T>
class In {
 public:
  explicit In(std::span<const TensorView> views) : views_(views) {}

  /// Input i as an xtensor expression of T, or with as<> of another type (an int64 or bool port).
  auto operator[](std::size_t i) const { return adapt<const T>(views_[i]); }
  template <class U>
  auto as(std::size_t i) const {
    return adapt<const U>(views_[i]);
  }
  /// The same, plain.
  template <class U = T>
  const U* data(std::size_t i) const {
    return static_cast<const U*>(views_[i].data);
  }
  std::span<const std::int64_t> dims(std::size_t i) const { return dims_of(views_[i]); }
  std::int64_t elements(std::size_t i) const { return views_[i].size(); }
  /// Of a weight that a kernel takes as it is stored.
  DType dtype(std::size_t i) const { return views_[i].dtype; }

  std::size_t size() const { return views_.size(); }
  /// Whether the optional input i is there.
  bool has(std::size_t i) const { return i < views_.size() && views_[i].data != nullptr; }

 private:
  std::span<const TensorView> views_;
};

/// Where a result is stored: write-only, of the shape that was inferred.
template <class T>
class Store {
 public:
  explicit Store(const TensorView& view) : target_(adapt<T>(view)) {}

  /// Evaluates straight into the buffer. A value of another shape is a bug of the operator.
  template <class E>
  void operator=(const xt::xexpression<E>& value) {
    const auto& e = value.derived_cast();
    ATTO_CHECK(e.dimension() == target_.dimension() &&
               std::equal(target_.shape().begin(), target_.shape().end(), e.shape().begin()));
    xt::noalias(target_) = e;
  }
  /// The buffer itself, to be written in parts.
  auto& parts() { return target_; }

 private:
  decltype(adapt<T>(std::declval<TensorView>())) target_;
};

/// The outputs of forward, the gradients of backward.
template <class T>
class Out {
 public:
  explicit Out(std::span<const TensorView> views) : views_(views) {}

  /// `y[0] = expression`; as<> for an int64 or bool output.
  Store<T> operator[](std::size_t i) const { return Store<T>(views_[i]); }
  template <class U>
  Store<U> as(std::size_t i) const {
    return Store<U>(views_[i]);
  }
  /// The same, plain.
  template <class U = T>
  U* data(std::size_t i) const {
    return static_cast<U*>(views_[i].data);
  }
  std::span<const std::int64_t> dims(std::size_t i) const { return dims_of(views_[i]); }
  std::int64_t elements(std::size_t i) const { return views_[i].size(); }
  /// Of an output whose kind an attribute chose.
  DType dtype(std::size_t i) const { return views_[i].dtype; }

  std::size_t size() const { return views_.size(); }
  /// Whether anybody reads the optional output i, or wants the gradient of input i.
  bool wanted(std::size_t i) const { return i < views_.size() && views_[i].data != nullptr; }

 private:
  std::span<const TensorView> views_;
};

/// What a node keeps between runs; the third argument of forward of an operator that has state.
/// The session has made room for what this run appends, and counts it after the run.
template <class T>
class State {
 public:
  explicit State(std::span<const StateView> tensors) : tensors_(tensors) {}

  /// False when this run stands alone: there is nothing to read and nothing to append.
  bool kept() const { return !tensors_.empty(); }
  /// Rows that earlier runs left, one number a sequence.
  std::span<const std::int64_t> lengths() const { return tensors_[0].lengths; }
  T* data(std::size_t i) const { return static_cast<T*>(tensors_[i].tensor.data); }
  /// The growing axis has the size of what there is room for.
  std::span<const std::int64_t> dims(std::size_t i) const { return dims_of(tensors_[i].tensor); }

 private:
  std::span<const StateView> tensors_;
};

/// An axis counted from 0 in an expression of that rank; infer() has checked it.
inline std::size_t normalize_axis(int axis, std::size_t rank) {
  return static_cast<std::size_t>(axis < 0 ? axis + static_cast<int>(rank) : axis);
}

namespace detail {

template <class Op>
concept Stateful = requires(const Op& op, In<float> x, Out<float> y, State<float> s) {
  op.template forward<float>(x, y, s);
};
template <class Op>
concept HasBackward = requires(const Op& op, In<float> x, Out<float> dx) {
  op.template backward<float>(x, x, x, dx);
};
template <class Op>
concept HasInfer = requires(const Op& op, Infer& shapes) {
  op.infer(shapes);
};
template <class Op>
concept HasFlops = requires(const Op& op, const Infer& shapes) {
  op.flops(shapes);
};
template <class K>
concept HasServes = requires(const K& kernel, const Infer& shapes) {
  kernel.serves(shapes);
};
template <class Op>
concept HasTraits = requires {
  Op::traits;
};

template <class Op>
constexpr Traits traits_of() {
  if constexpr (HasTraits<Op>)
    return Op::traits;
  else
    return {};
}

/// Calls `work` with a value of the type that T stands for in the operator's templates.
template <Elements kElements, class Work>
void with_element(DType element, Work&& work) {
  if (element == DType::float32) return work(float{});
  if (element == DType::float64) return work(double{});
  if constexpr (kElements != Elements::reals)
    if (element == DType::int64) return work(std::int64_t{});
  if constexpr (kElements == Elements::any)
    if (element == DType::boolean) return work(bool{});
  ATTO_CHECK(!"an operator was given a type that it does not take");
}

template <class Op, Elements kElements>
void forward(const Op& op, DType element, std::span<const TensorView> x,
             std::span<const TensorView> y, std::span<const StateView> state) {
  with_element<kElements>(element, [&]<class E>(E) {
    if constexpr (Stateful<Op>)
      op.template forward<E>(In<E>(x), Out<E>(y), State<E>(state));
    else
      op.template forward<E>(In<E>(x), Out<E>(y));
  });
}

template <class Op>
class OperatorAdapter final : public Operator {
 public:
  explicit OperatorAdapter(Attributes& attributes) : op_(attributes) {}

  void infer(Infer& shapes) const override {
    if constexpr (HasInfer<Op>)
      op_.infer(shapes);
    else
      shapes.unify();
  }
  Dim flops(const Infer& shapes) const override {
    if constexpr (HasFlops<Op>)
      return op_.flops(shapes);
    else
      return 0;
  }
  void forward(DType element, std::span<const TensorView> x, std::span<const TensorView> y,
               std::span<const StateView> state) const override {
    detail::forward<Op, traits_of<Op>().elements>(op_, element, x, y, state);
  }
  void backward(DType element, std::span<const TensorView> x, std::span<const TensorView> y,
                std::span<const TensorView> dy, std::span<const TensorView> dx) const override {
    if constexpr (HasBackward<Op>) {
      with_element<Elements::reals>(element, [&]<class E>(E) {
        op_.template backward<E>(In<E>(x), In<E>(y), In<E>(dy), Out<E>(dx));
      });
    } else {
      ATTO_CHECK(!"backward of an operator that has none");
    }
  }

 private:
  Op op_;
};

template <class K, Elements kElements>
class KernelAdapter final : public Kernel {
 public:
  explicit KernelAdapter(Attributes& attributes) : kernel_(attributes) {}

  bool serves(Kind open, const Infer& shapes) const override {
    if (open == Kind::int64 && kElements == Elements::reals) return false;
    if (open == Kind::boolean && kElements != Elements::any) return false;
    if constexpr (HasServes<K>)
      return kernel_.serves(shapes);
    else
      return true;
  }

  bool takes_stored_weights() const override { return traits_of<K>().stored_weights; }

  void forward(DType element, std::span<const TensorView> x, std::span<const TensorView> y,
               std::span<const StateView> state) const override {
    detail::forward<K, kElements>(kernel_, element, x, y, state);
  }

 private:
  K kernel_;
};

}  // namespace detail

/// Registers a class as an operator. The class has
///
///     explicit Op(Attributes&)              reads its attributes
///     void forward(In<T>, Out<T>) const     template of T (float, double); third: State<T>
///     void backward(In<T> x, In<T> y, In<T> dy, Out<T> dx) const     likewise, if it has one
///     void infer(Infer&) const              if the signature does not say all
///     Dim flops(const Infer&) const         floating-point operations, if there are any
///     static constexpr Traits traits{...}   where the defaults are wrong
///
/// `document` is a sentence or more for `atto ops`; `onnx` names the ONNX operator whose meaning it
/// has, with the version: "Softmax-13".
template <class Op>
struct RegisterOp {
  RegisterOp(const char* name, const char* signature, const char* document, const char* onnx = "") {
    local_registrations().operators.push_back(
        {name, signature, document, onnx, detail::traits_of<Op>(), detail::HasBackward<Op>,
         [](Attributes& a) -> std::unique_ptr<Operator> {
           return std::make_unique<detail::OperatorAdapter<Op>>(a);
         }});
  }
};

/// Registers a class as the fast version of an operator's forward: same constructor, same forward.
/// Where it does not serve, the definition runs: its own `traits` say for which elements it is
/// there, and `bool serves(const Infer&) const`, if it has that, for which inputs.
template <class K>
struct RegisterKernel {
  explicit RegisterKernel(const char* name) {
    local_registrations().kernels.push_back(
        {name, [](Attributes& a) -> std::unique_ptr<Kernel> {
           return std::make_unique<detail::KernelAdapter<K, detail::traits_of<K>().elements>>(a);
         }});
  }
};

}  // namespace atto
