#include "framework/op/op.h"

namespace atto {
namespace {

/// y = exp(x - max(x)) / sum(exp(x - max(x))), both along `axis`.
///
/// Subtracting the maximum changes nothing but keeps exp() finite for large x.
/// Source: ONNX Softmax-13; dx = y * (dy - sum(dy * y)), Martins & Astudillo, ICML 2016,
/// section 2.5. Edge: a slice that is -inf everywhere gives NaN, as in NumPy, PyTorch and ONNX
/// Runtime.
class Softmax final {
 public:
  static constexpr Traits traits{.backward_reads_x = false};

  explicit Softmax(Attributes& a)
      : axis_(a.get<int>("axis", "axis that sums to 1; -1 is the last")) {}

  void infer(Infer& shapes) const {
    shapes.unify();
    shapes.axis(axis_, shapes[0].size());
  }
  /// Compare, subtract, exp, add, divide.
  Dim flops(const Infer& shapes) const { return 5 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if (y.elements(0) == 0) return;
    const auto axis = normalize_axis(axis_, x.dims(0).size());
    const Array<T> peak = xt::amax(x[0], {axis}, xt::keep_dims);
    const Array<T> e = xt::exp(x[0] - peak);
    const Array<T> total = xt::sum(e, {axis}, xt::keep_dims);
    y[0] = e / total;
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    if (dx.elements(0) == 0) return;
    const auto axis = normalize_axis(axis_, y.dims(0).size());
    const Array<T> dot = xt::sum(dy[0] * y[0], {axis}, xt::keep_dims);
    dx[0] = y[0] * (dy[0] - dot);
  }

 private:
  int axis_;
};

const RegisterOp<Softmax> registration("softmax", "x[...] -> y[...]",
                                       "Makes x positive and sum to 1 along `axis`.", "Softmax-13");

}  // namespace
}  // namespace atto
