#include "framework/op/op.h"
#include "ops/int64.h"

namespace atto {
namespace {

/// y = -x
///
/// Differences and decays are written with it: exp(-x).
/// Source: ONNX Neg-13.
/// Edge: the smallest int64 has no negative and stays as it is, as in NumPy.
class Neg final {
 public:
  static constexpr Traits traits{.in_place = true,
                                 .elements = Elements::numbers,
                                 .backward_reads_x = false,
                                 .backward_reads_y = false};

  explicit Neg(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if constexpr (std::is_same_v<T, std::int64_t>)
      y[0] = xt::make_lambda_xfunction(negative, x[0]);
    else
      y[0] = -x[0];
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = -dy[0];
  }
};

const RegisterOp<Neg> registration("neg", "x:num[...] -> y:num[...]", "Changes the sign.",
                                   "Neg-13");

}  // namespace
}  // namespace atto
