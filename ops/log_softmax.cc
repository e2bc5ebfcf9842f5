#include "framework/op/op.h"

namespace atto {
namespace {

/// y = x - max(x) - log(sum(exp(x - max(x)))), all along `axis`.
///
/// The logarithm of a softmax that stays finite where the softmax itself has become 0.
/// Source: ONNX LogSoftmax-13; dx = dy - exp(y) * sum(dy).
/// Edge: a slice that is -inf everywhere gives NaN, as in NumPy, PyTorch and ONNX Runtime.
class LogSoftmax final {
 public:
  static constexpr Traits traits{.backward_reads_x = false};

  explicit LogSoftmax(Attributes& a)
      : axis_(a.get<int>("axis", "axis along which exp(y) sums to 1; -1 is the last")) {}

  void infer(Infer& shapes) const {
    shapes.unify();
    shapes.axis(axis_, shapes[0].size());
  }
  /// Compare, subtract, exp, add, subtract.
  Dim flops(const Infer& shapes) const { return 5 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if (y.elements(0) == 0) return;
    const auto axis = normalize_axis(axis_, x.dims(0).size());
    const Array<T> peak = xt::amax(x[0], {axis}, xt::keep_dims);
    const Array<T> below = x[0] - peak;
    const Array<T> total = xt::sum(xt::exp(below), {axis}, xt::keep_dims);
    y[0] = below - xt::log(total);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    if (dx.elements(0) == 0) return;
    const auto axis = normalize_axis(axis_, y.dims(0).size());
    const Array<T> total = xt::sum(dy[0], {axis}, xt::keep_dims);
    dx[0] = dy[0] - xt::exp(y[0]) * total;
  }

 private:
  int axis_;
};

const RegisterOp<LogSoftmax> registration("log_softmax", "x[...] -> y[...]",
                                          "The logarithm of softmax along `axis`.",
                                          "LogSoftmax-13");

}  // namespace
}  // namespace atto
