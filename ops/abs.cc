#include "framework/op/op.h"
#include "ops/int64.h"

namespace atto {
namespace {

/// y = |x|
///
/// Distances between positions are written with it, whichever comes first.
/// Source: ONNX Abs-13; dx = sign(x) dy.
/// Edge: the gradient at 0 is 0, as in PyTorch; the smallest int64 stays as it is, as in NumPy.
class Abs final {
 public:
  static constexpr Traits traits{
      .in_place = true, .elements = Elements::numbers, .backward_reads_y = false};

  explicit Abs(Attributes&) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if constexpr (std::is_same_v<T, std::int64_t>)
      y[0] = xt::make_lambda_xfunction([](T v) { return v < 0 ? negative(v) : v; }, x[0]);
    else
      y[0] = xt::abs(x[0]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = xt::where(xt::equal(x[0], T(0)), T(0), xt::sign(x[0]) * dy[0]);
  }
};

const RegisterOp<Abs> registration("abs", "x:num[...] -> y:num[...]", "Takes the sign away.",
                                   "Abs-13");

}  // namespace
}  // namespace atto
