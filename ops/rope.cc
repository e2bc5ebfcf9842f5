#include "ops/rope.h"

namespace atto {
namespace {

/// Each pair (a, b) of a head's first `dims` numbers becomes (a cos - b sin, b cos + a sin) of the
/// angle position * theta**(-2 i / dims), i counting the pairs; the others stay as they are.
///
/// The product of a turned query and a turned key depends on how far apart they stand, not on
/// where. Source: Su et al., RoFormer, 2021; ONNX RotaryEmbedding-23 takes the cosines and sines
/// instead. `scaling` as in transformers, modeling_rope_utils.py: linear divides the angles by
/// `factor`; llama3 only those of long waves; yarn (Peng et al., 2023) likewise, and scales the
/// result by `attention_factor`. The gradient is dy turned backwards. Edge: a position below 0
/// turns backwards. Angles are computed in double for both types.
class Rope final {
 public:
  static constexpr Traits traits{.in_place = true, .apart = "T", .backward_reads_y = false};

  explicit Rope(Attributes& a) : angles_(a) {}

  void infer(Infer& shapes) const {
    shapes.unify();
    if (const auto D = shapes[0].back().constant()) angles_.turned(*D);
  }
  Dim flops(const Infer& shapes) const {
    Dims turned = shapes[0];
    turned.back() = angles_.turned(turned.back());
    return 3 * product_of(turned);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    turn(x, x.data(0), 1, y.data(0));
  }
  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    if (dx.wanted(0)) turn(x, dy.data(0), -1, dx.data(0));
  }

 private:
  template <class T>
  void turn(In<T> inputs, const T* x, double direction, T* y) const {
    const auto shape = inputs.dims(0);
    const std::int64_t H = shape[shape.size() - 2], D = shape.back(), dims = angles_.turned(D);
    const auto* positions = inputs.template data<std::int64_t>(1);
    const std::vector<double> frequencies = angles_.frequencies(dims);
    const std::int64_t step = angles_.half() ? 1 : 2, apart = angles_.half() ? dims / 2 : 1;
    for (std::int64_t head = 0; head < inputs.elements(1) * H; ++head, x += D, y += D) {
      const double position = direction * static_cast<double>(positions[head / H]);
      for (std::int64_t i = 0; i < dims / 2; ++i) {
        const double angle = position * frequencies[static_cast<std::size_t>(i)];
        const T c = T(angles_.magnitude() * std::cos(angle));
        const T s = T(angles_.magnitude() * std::sin(angle));
        const T a = x[i * step], b = x[i * step + apart];
        y[i * step] = a * c - b * s;
        y[i * step + apart] = b * c + a * s;
      }
      std::copy(x + dims, x + D, y + dims);
    }
  }

  RopeAngles angles_;
};

const RegisterOp<Rope> registration("rope", "x[...,T,H,D] positions:i64[...,T] -> y[...,T,H,D]",
                                    "Turns pairs of numbers by angles that grow with the position.",
                                    "RotaryEmbedding-23");

}  // namespace
}  // namespace atto
