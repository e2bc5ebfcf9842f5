#include "framework/op/op.h"

namespace atto {
namespace {

/// y = max(x, 0)
///
/// The simplest activation: cheap, and its gradient does not fade where x is large.
/// Source: ONNX Relu-14; Nair & Hinton, ICML 2010.
/// Edge: the gradient at 0 is 0; NaN stays NaN.
class Relu final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Relu(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::where(x[0] < T(0), T(0), x[0]);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = xt::where(y[0] <= T(0), T(0), dy[0]);
  }
};

const RegisterOp<Relu> registration("relu", "x[...] -> y[...]", "Makes negative x 0.", "Relu-14");

}  // namespace
}  // namespace atto
