#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = a + b; a and b broadcast.
///
/// A residual connection is one, and so is a bias.
/// Source: ONNX Add-14; da = db = dy, each summed over what was broadcast.
/// Edge: int64 wraps around when it overflows, as in NumPy.
class Add final : public Arithmetic {
 public:
  static constexpr Traits traits{.in_place = true,
                                 .commutative = true,
                                 .elements = Elements::numbers,
                                 .backward_reads_x = false,
                                 .backward_reads_y = false};
  using Arithmetic::Arithmetic;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    using W = Wrapping<T>;
    y.template as<W>(0) = x.template as<W>(0) + x.template as<W>(1);
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    const auto same = [](T g) { return g; };
    store_gradient(dx, 0, same, operand(dy, 0));
    store_gradient(dx, 1, same, operand(dy, 0));
  }
};

const RegisterOp<Add> registration("add", "a:num[...] b:num[...] -> y:num[...]",
                                   "Adds, element by element.", "Add-14");

}  // namespace
}  // namespace atto
