#include "framework/op/op.h"

namespace atto {
namespace {

/// y = log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|))
///
/// A smooth relu: step sizes and variances that must stay positive are made with it.
/// Source: ONNX Softplus-1; dx = sigmoid(x) dy = (1 - exp(-y)) dy.
/// Edge: exact far left and right, where the first form gives 0 and inf.
class Softplus final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Softplus(Attributes&) {}

  Dim flops(const Infer& shapes) const { return 5 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::make_lambda_xfunction(
        [](T v) { return std::max(v, T(0)) + std::log1p(std::exp(-std::abs(v))); }, x[0]);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = -xt::expm1(-y[0]) * dy[0];
  }
};

const RegisterOp<Softplus> registration(
    "softplus", "x[...] -> y[...]",
    "Makes x positive: nearly x where x is large, nearly 0 where it is small.", "Softplus-1");

}  // namespace
}  // namespace atto
