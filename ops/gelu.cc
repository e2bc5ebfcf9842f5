#include "ops/gelu.h"
#include "framework/op/op.h"

namespace atto {
namespace {

/// erf:  y = x (1 + erf(x / sqrt(2))) / 2
/// tanh: y = x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x**3))) / 2
///
/// Weights x by the part of a normal distribution that lies below it. BERT has the first form,
/// GPT-2 the second; they differ in the fourth digit, so a checkpoint goes with one of them.
/// Source: Hendrycks & Gimpel, arXiv 1606.08415, section 2; ONNX Gelu-20, whose `approximate` is
/// none or tanh.
/// Edge: -inf gives NaN, as in PyTorch.
class Gelu final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit Gelu(Attributes& a)
      : tanh_(a.word("kind", {"erf", "tanh"}, "the exact form or its approximation") == "tanh") {}

  Dim flops(const Infer& shapes) const { return (tanh_ ? 9 : 5) * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::make_lambda_xfunction(tanh_ ? gelu_tanh<T> : gelu_erf<T>, x[0]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto slope = tanh_ ? gelu_tanh_slope<T> : gelu_erf_slope<T>;
    dx[0] = xt::make_lambda_xfunction(slope, x[0]) * dy[0];
  }

 private:
  bool tanh_;
};

const RegisterOp<Gelu> registration("gelu", "x[...] -> y[...]",
                                    "Smooth activation, as BERT and GPT-2 have it.", "Gelu-20");

}  // namespace
}  // namespace atto
