#include "ops/sigmoid.h"
#include "framework/op/op.h"

namespace atto {
namespace {

/// y = 1 / (1 + exp(-x))
///
/// A gate: how much of something passes, from 0 to 1.
/// Source: ONNX Sigmoid-13; dx = y (1 - y) dy.
/// Edge: no x overflows; -inf gives 0, inf 1.
class Sigmoid final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Sigmoid(Attributes&) {}

  Dim flops(const Infer& shapes) const { return 4 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::make_lambda_xfunction(sigmoid<T>, x[0]);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = y[0] * (T(1) - y[0]) * dy[0];
  }
};

const RegisterOp<Sigmoid> registration("sigmoid", "x[...] -> y[...]",
                                       "Logistic function, from 0 to 1.", "Sigmoid-13");

}  // namespace
}  // namespace atto
