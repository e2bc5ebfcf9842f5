#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = a b, element by element; a and b broadcast.
///
/// Gates and masks of ones and zeros are factors.
/// Source: ONNX Mul-14; da = dy b, db = dy a, each summed over what was broadcast.
/// Edge: int64 wraps around when it overflows, as in NumPy.
class Mul final : public Arithmetic {
 public:
  static constexpr Traits traits{.in_place = true,
                                 .commutative = true,
                                 .elements = Elements::numbers,
                                 .backward_reads_y = false};
  using Arithmetic::Arithmetic;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    using W = Wrapping<T>;
    y.template as<W>(0) = x.template as<W>(0) * x.template as<W>(1);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto times = [](T g, T other) { return g * other; };
    store_gradient(dx, 0, times, operand(dy, 0), operand(x, 1));
    store_gradient(dx, 1, times, operand(dy, 0), operand(x, 0));
  }
};

const RegisterOp<Mul> registration("mul", "a:num[...] b:num[...] -> y:num[...]",
                                   "Multiplies, element by element.", "Mul-14");

}  // namespace
}  // namespace atto
