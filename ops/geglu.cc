#include "framework/op/op.h"
#include "ops/gelu.h"

namespace atto {
namespace {

/// y = gelu(gate) up
///
/// The gate decides, smoothly, how much of `up` passes: the hidden layer of T5 1.1 and Gemma.
/// Source: Shazeer, arXiv 2002.05202, equation 5 without the products; ONNX has none. `kind` is
/// gelu's and has no default, as checkpoints differ in it. dgate = dy up gelu'(gate),
/// dup = dy gelu(gate).
/// Edge: the gate's -inf gives NaN, as in PyTorch. The inputs have one shape; nothing broadcasts.
class Geglu final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit Geglu(Attributes& a)
      : tanh_(a.word("kind", {"erf", "tanh"}, "gelu's exact form or its approximation") == "tanh") {
  }

  Dim flops(const Infer& shapes) const { return (tanh_ ? 10 : 6) * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto gelu = tanh_ ? gelu_tanh<T> : gelu_erf<T>;
    y[0] = xt::make_lambda_xfunction(gelu, x[0]) * x[1];
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto gelu = tanh_ ? gelu_tanh<T> : gelu_erf<T>;
    const auto slope = tanh_ ? gelu_tanh_slope<T> : gelu_erf_slope<T>;
    if (dx.wanted(0)) dx[0] = dy[0] * x[1] * xt::make_lambda_xfunction(slope, x[0]);
    if (dx.wanted(1)) dx[1] = dy[0] * xt::make_lambda_xfunction(gelu, x[0]);
  }

 private:
  bool tanh_;
};

const RegisterOp<Geglu> registration("geglu", "gate[...] up[...] -> y[...]",
                                     "Multiplies `up` by the gelu of `gate`.");

}  // namespace
}  // namespace atto
