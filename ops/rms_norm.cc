#include "ops/norm.h"

namespace atto {
namespace {

/// y = x / sqrt(mean(x * x) + eps) * (offset + weight), the mean over the last axis.
///
/// LayerNorm without its centring: models are as good, and it costs less.
/// Source: Zhang & Sennrich, NeurIPS 2019; ONNX RMSNormalization-23 with axis -1, which has no
/// offset. Gemma stores weight - 1 and has offset 1.
/// Edge: a row of zeros stays 0, and gives NaN when eps is 0.
class RmsNorm final {
 public:
  static constexpr Traits traits{.backward_reads_y = false};

  explicit RmsNorm(Attributes& a)
      : eps_(get_eps(a, "what is added to the mean square")),
        offset_(a.get<double>("offset", "what is added to the weight; 1 for Gemma", 0.0)) {}

  /// Square, add, scale, weight.
  Dim flops(const Infer& shapes) const { return 4 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if (y.elements(0) == 0) return;
    y[0] = x[0] * scale_of(x) * (T(offset_) + x[1]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const Array<T> scale = scale_of(x);
    const Array<T> normal = x[0] * scale;
    if (dx.wanted(1)) dx[1] = sum_of_rows<T>(dy[0] * normal);
    if (!dx.wanted(0) || dx.elements(0) == 0) return;
    const Array<T> g = dy[0] * (T(offset_) + x[1]);
    const Array<T> dot = xt::mean(g * normal, {g.dimension() - 1}, xt::keep_dims);
    dx[0] = scale * (g - normal * dot);
  }

 private:
  /// 1 / sqrt(mean(x * x) + eps), one a row.
  template <class T>
  Array<T> scale_of(In<T> x) const {
    if (x.elements(0) == 0) return T(1);
    const std::size_t last = x.dims(0).size() - 1;
    const Array<T> square = xt::mean(x[0] * x[0], {last}, xt::keep_dims);
    return T(1) / xt::sqrt(square + T(eps_));
  }

  double eps_;
  double offset_;
};

const RegisterOp<RmsNorm> registration("rms_norm", "x[...,d]; weight[d] -> y[...,d]",
                                       "Gives each row a mean square of 1, then scales.",
                                       "RMSNormalization-23");

}  // namespace
}  // namespace atto
