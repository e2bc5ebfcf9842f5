#include "framework/op/op.h"

namespace atto {
namespace {

/// y = sqrt(x)
///
/// A variance becomes a deviation, in the unit of x.
/// Source: ONNX Sqrt-13; dx = dy / (2 y).
/// Edge: a negative x gives NaN; the gradient at 0 is infinite.
class Sqrt final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Sqrt(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::sqrt(x[0]);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = dy[0] / (T(2) * y[0]);
  }
};

const RegisterOp<Sqrt> registration("sqrt", "x[...] -> y[...]", "Square root.", "Sqrt-13");

}  // namespace
}  // namespace atto
