#include "ops/norm.h"

namespace atto {
namespace {

/// y = (x - mean(x)) / sqrt(variance(x) + eps) * weight + bias, mean and variance over the last
/// axis.
///
/// However large a token's features grew, the next layer sees them centred and of one size.
/// Source: Ba et al., arXiv 1607.06450, 2016; ONNX LayerNormalization-17 with axis -1, without its
/// optional outputs. The variance is the mean square of what is left, not divided by d - 1.
/// Edge: a row of equal values gives the bias, and NaN when eps is 0.
class LayerNorm final {
 public:
  static constexpr Traits traits{.backward_reads_y = false};

  explicit LayerNorm(Attributes& a) : eps_(get_eps(a, "what is added to the variance")) {}

  /// Twice subtract or add, square, add, scale, weight; the bias.
  Dim flops(const Infer& shapes) const { return (shapes.has(2) ? 7 : 6) * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if (y.elements(0) == 0) return;
    const auto [normal, scale] = normalized(x);
    if (x.has(2))
      y[0] = normal * x[1] + x[2];
    else
      y[0] = normal * x[1];
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    if (dx.wanted(2)) dx[2] = sum_of_rows<T>(dy[0]);
    if (!dx.wanted(0) && !dx.wanted(1)) return;
    const auto [normal, scale] = normalized(x);
    if (dx.wanted(1)) dx[1] = sum_of_rows<T>(dy[0] * normal);
    if (!dx.wanted(0) || dx.elements(0) == 0) return;
    const Array<T> g = dy[0] * x[1];
    const Array<T> mean = xt::mean(g, {g.dimension() - 1}, xt::keep_dims);
    const Array<T> dot = xt::mean(g * normal, {g.dimension() - 1}, xt::keep_dims);
    dx[0] = scale * (g - mean - normal * dot);
  }

 private:
  /// (x - mean(x)) * scale, and scale = 1 / sqrt(variance(x) + eps).
  template <class T>
  std::pair<Array<T>, Array<T>> normalized(In<T> x) const {
    if (x.elements(0) == 0) return {x[0], {}};
    const std::size_t last = x.dims(0).size() - 1;
    const Array<T> mean = xt::mean(x[0], {last}, xt::keep_dims);
    const Array<T> centred = x[0] - mean;
    const Array<T> variance = xt::mean(centred * centred, {last}, xt::keep_dims);
    const Array<T> scale = T(1) / xt::sqrt(variance + T(eps_));
    return {centred * scale, scale};
  }

  double eps_;
};

const RegisterOp<LayerNorm> registration("layer_norm", "x[...,d]; weight[d] bias?[d] -> y[...,d]",
                                         "Gives each row mean 0 and variance 1, then scales.",
                                         "LayerNormalization-17");

}  // namespace
}  // namespace atto
