#include "framework/op/op.h"

namespace atto {
namespace {

/// y = exp(x)
///
/// A log scale comes back to what it was the logarithm of; softmax alone does not need it.
/// Source: ONNX Exp-13; dx = y dy.
/// Edge: exp(-inf) = 0; too large an x gives inf.
class Exp final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Exp(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::exp(x[0]);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = y[0] * dy[0];
  }
};

const RegisterOp<Exp> registration("exp", "x[...] -> y[...]", "Exponential function.", "Exp-13");

}  // namespace
}  // namespace atto
