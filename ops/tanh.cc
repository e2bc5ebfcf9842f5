#include "framework/op/op.h"

namespace atto {
namespace {

/// y = tanh(x)
///
/// Keeps every x between -1 and 1, small ones nearly as they are.
/// Source: ONNX Tanh-13; dx = (1 - y**2) dy.
/// Edge: +-inf gives +-1.
class Tanh final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Tanh(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::tanh(x[0]);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = (T(1) - y[0] * y[0]) * dy[0];
  }
};

const RegisterOp<Tanh> registration("tanh", "x[...] -> y[...]", "Hyperbolic tangent, from -1 to 1.",
                                    "Tanh-13");

}  // namespace
}  // namespace atto
