#include <numbers>

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
    if (tanh_)
      y[0] = xt::make_lambda_xfunction([](T v) { return T(0.5) * v * (1 + std::tanh(inside(v))); },
                                       x[0]);
    else
      y[0] = T(0.5) * x[0] * (T(1) + xt::erf(x[0] * T(kSqrtHalf)));
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    if (tanh_)
      dx[0] = xt::make_lambda_xfunction(tanh_slope<T>, x[0]) * dy[0];
    else
      dx[0] = xt::make_lambda_xfunction(erf_slope<T>, x[0]) * dy[0];
  }

 private:
  static constexpr double kSqrtHalf = std::numbers::sqrt2 / 2;
  static constexpr double kSqrtOfTwoByPi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
  static constexpr double kCubic = 0.044715;

  /// What tanh is taken of.
  template <class T>
  static T inside(T x) {
    return T(kSqrtOfTwoByPi) * (x + T(kCubic) * x * x * x);
  }
  template <class T>
  static T tanh_slope(T x) {
    const T t = std::tanh(inside(x));
    const T flat = 1 - t * t;  // 0 far outside, where the square of x may overflow
    const T slope = flat == 0 ? 0 : flat * T(kSqrtOfTwoByPi) * (1 + T(3 * kCubic) * x * x);
    return T(0.5) * (1 + t + x * slope);
  }
  template <class T>
  static T erf_slope(T x) {
    const T density = T(kSqrtOfTwoByPi / 2) * std::exp(T(-0.5) * x * x);
    return T(0.5) * (1 + std::erf(x * T(kSqrtHalf))) + x * density;
  }

  bool tanh_;
};

const RegisterOp<Gelu> registration("gelu", "x[...] -> y[...]",
                                    "Smooth activation, as BERT and GPT-2 have it.", "Gelu-20");

}  // namespace
}  // namespace atto
