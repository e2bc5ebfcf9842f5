#include "framework/op/op.h"

namespace atto {
namespace {

/// y = sin(x), x in radians
///
/// Sinusoidal positions are made of it (Vaswani et al., 2017, section 3.5).
/// Source: ONNX Sin-7; dx = cos(x) dy.
/// Edge: +-inf gives NaN.
class Sin final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit Sin(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::sin(x[0]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = xt::cos(x[0]) * dy[0];
  }
};

const RegisterOp<Sin> registration("sin", "x[...] -> y[...]", "Sine of an angle in radians.",
                                   "Sin-7");

}  // namespace
}  // namespace atto
