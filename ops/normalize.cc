#include "ops/norm.h"

namespace atto {
namespace {

/// y = x / max(|x|, eps), with |x| = sqrt(sum(x * x)) along `axis`.
///
/// Vectors of length 1 have their cosine as their product: query-key norms, sentence embeddings.
/// Source: torch.nn.functional.normalize with p = 2; ONNX LpNormalization-1 with p = 2, which has
/// no eps. Where |x| > eps, dx = (dy - y * sum(dy * y)) / |x|; elsewhere dy / eps.
/// Edge: a vector of zeros stays 0, and gives NaN when eps is 0.
class Normalize final {
 public:
  static constexpr Traits traits{};

  explicit Normalize(Attributes& a)
      : axis_(a.get<int>("axis", "axis whose length becomes 1; -1 is the last")),
        eps_(get_eps(a, "the smallest length that is divided by")) {}

  void infer(Infer& shapes) const {
    shapes.unify();
    shapes.axis(axis_, shapes[0].size());
  }
  /// Square, add, divide.
  Dim flops(const Infer& shapes) const { return 3 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if (y.elements(0) == 0) return;
    const Array<T> length = length_of(x);
    y[0] = x[0] / xt::where(length < T(eps_), T(eps_), length);
  }

  template <class T>
  void backward(In<T> x, In<T> y, In<T> dy, Out<T> dx) const {
    if (dx.elements(0) == 0) return;
    const auto axis = normalize_axis(axis_, x.dims(0).size());
    const Array<T> length = length_of(x);
    const Array<T> dot = xt::sum(dy[0] * y[0], {axis}, xt::keep_dims);
    dx[0] = xt::where(length < T(eps_), dy[0] / T(eps_), (dy[0] - y[0] * dot) / length);
  }

 private:
  template <class T>
  Array<T> length_of(In<T> x) const {
    const auto axis = normalize_axis(axis_, x.dims(0).size());
    return xt::sqrt(xt::sum(x[0] * x[0], {axis}, xt::keep_dims));
  }

  int axis_;
  double eps_;
};

const RegisterOp<Normalize> registration("normalize", "x[...] -> y[...]",
                                         "Makes the length along `axis` 1.", "LpNormalization-1");

}  // namespace
}  // namespace atto
