#include "framework/op/op.h"
#include "ops/sigmoid.h"

namespace atto {
namespace {

/// y = x sigmoid(x)
///
/// Smooth where relu has its kink; with a gate it makes swiglu.
/// Source: Elfwing, Uchibe & Doya, Neural Networks 107, 2018; PyTorch's SiLU, ONNX has none.
/// With s = sigmoid(x): dx = s (1 + x (1 - s)) dy.
/// Edge: no finite x overflows; -inf gives NaN, as in PyTorch.
class Silu final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit Silu(Attributes&) {}

  Dim flops(const Infer& shapes) const { return 5 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::make_lambda_xfunction([](T v) { return v * sigmoid(v); }, x[0]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = xt::make_lambda_xfunction(
        [](T v, T g) {
          const T s = sigmoid(v);
          return s * (1 + v * (1 - s)) * g;
        },
        x[0], dy[0]);
  }
};

const RegisterOp<Silu> registration("silu", "x[...] -> y[...]",
                                    "x times its sigmoid, also called swish.");

}  // namespace
}  // namespace atto
