#include "framework/op/op.h"
#include "ops/sigmoid.h"

namespace atto {
namespace {

/// y = silu(gate) up = gate sigmoid(gate) up
///
/// The gate decides, smoothly, how much of `up` passes: the hidden layer of Llama and its kin.
/// Source: Shazeer, arXiv 2002.05202, equation 6 without the products; ONNX has none. With
/// s = sigmoid(gate): dgate = dy up s (1 + gate (1 - s)), dup = dy gate s.
/// Edge: the gate's -inf gives NaN, as in PyTorch. The inputs have one shape; nothing broadcasts.
class Swiglu final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit Swiglu(Attributes&) {}

  Dim flops(const Infer& shapes) const { return 6 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::make_lambda_xfunction([](T gate, T up) { return gate * sigmoid(gate) * up; }, x[0],
                                     x[1]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    if (dx.wanted(0)) {
      const auto slope = [](T gate) {
        const T s = sigmoid(gate);
        return s * (1 + gate * (1 - s));
      };
      dx[0] = dy[0] * x[1] * xt::make_lambda_xfunction(slope, x[0]);
    }
    if (dx.wanted(1)) dx[1] = dy[0] * x[0] * xt::make_lambda_xfunction(sigmoid<T>, x[0]);
  }
};

const RegisterOp<Swiglu> registration("swiglu", "gate[...] up[...] -> y[...]",
                                      "Multiplies `up` by the silu of `gate`.");

}  // namespace
}  // namespace atto
