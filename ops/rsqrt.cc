#include "framework/op/op.h"

namespace atto {
namespace {

/// y = 1 / sqrt(x)
///
/// Norms divide by a deviation: one factor instead of a root and a division.
/// Source: PyTorch's rsqrt, ONNX has none; dx = -y**3 dy / 2.
/// Edge: 0 gives inf, a negative x NaN.
class Rsqrt final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Rsqrt(Attributes&) {}

  Dim flops(const Infer& shapes) const { return 2 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = T(1) / xt::sqrt(x[0]);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = T(-0.5) * dy[0] * y[0] * y[0] * y[0];
  }
};

const RegisterOp<Rsqrt> registration("rsqrt", "x[...] -> y[...]", "Reciprocal of the square root.");

}  // namespace
}  // namespace atto
