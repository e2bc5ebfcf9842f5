#include <numbers>

#include "framework/op/op.h"

namespace atto {
namespace {

/// y = erf(x) = 2 / sqrt(pi) * (the integral of exp(-t**2) from 0 to x)
///
/// The normal distribution is (1 + erf(x / sqrt(2))) / 2, of which gelu is made.
/// Source: ONNX Erf-13; dx = 2 / sqrt(pi) exp(-x**2) dy.
/// Edge: erf of +-inf is +-1.
class Erf final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit Erf(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::erf(x[0]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = T(std::numbers::inv_sqrtpi * 2) * xt::exp(-(x[0] * x[0])) * dy[0];
  }
};

const RegisterOp<Erf> registration("erf", "x[...] -> y[...]", "Error function.", "Erf-13");

}  // namespace
}  // namespace atto
