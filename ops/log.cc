#include "framework/op/op.h"

namespace atto {
namespace {

/// y = log(x), the natural logarithm
///
/// Log probabilities are added where probabilities would be multiplied.
/// Source: ONNX Log-13; dx = dy / x.
/// Edge: log(0) = -inf; a negative x gives NaN.
class Log final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit Log(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::log(x[0]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = dy[0] / x[0];
  }
};

const RegisterOp<Log> registration("log", "x[...] -> y[...]", "Natural logarithm.", "Log-13");

}  // namespace
}  // namespace atto
