#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = a - b; a and b broadcast.
///
/// Distances between positions and what is left of a mean are written with it.
/// Source: ONNX Sub-14; da = dy, db = -dy, each summed over what was broadcast.
/// Edge: int64 wraps around when it overflows, as in NumPy.
class Sub final : public Arithmetic {
 public:
  static constexpr Traits traits{.in_place = true,
                                 .elements = Elements::numbers,
                                 .backward_reads_x = false,
                                 .backward_reads_y = false};
  using Arithmetic::Arithmetic;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    using W = Wrapping<T>;
    y.template as<W>(0) = x.template as<W>(0) - x.template as<W>(1);
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    store_gradient(
        dx, 0, [](T g) { return g; }, operand(dy, 0));
    store_gradient(
        dx, 1, [](T g) { return -g; }, operand(dy, 0));
  }
};

const RegisterOp<Sub> registration("sub", "a:num[...] b:num[...] -> y:num[...]",
                                   "Subtracts, element by element.", "Sub-14");

}  // namespace
}  // namespace atto
