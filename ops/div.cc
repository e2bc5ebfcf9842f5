#include "ops/broadcast.h"
#include "ops/ids.h"
#include "ops/int64.h"

namespace atto {
namespace {

/// y = a / b; a and b broadcast.
///
/// A mean is a sum divided by a count.
/// Source: ONNX Div-14: int64 is rounded towards 0 (NumPy's // is rounded down). da = dy / b,
/// db = -dy a / b**2, each summed over what was broadcast.
/// Edge: a real divided by 0 is inf, -inf or NaN, as in IEEE 754; a whole number divided by 0 is an
/// error. The smallest int64 divided by -1 wraps around to itself.
class Div final : public Arithmetic {
 public:
  static constexpr Traits traits{
      .in_place = true, .elements = Elements::numbers, .backward_reads_y = false};
  using Arithmetic::Arithmetic;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if constexpr (std::is_integral_v<T>) {
      require_no_zero(x.data(1), x.dims(1));
      y[0] = xt::make_lambda_xfunction([](T a, T b) { return b == -1 ? negative(a) : a / b; }, x[0],
                                       x[1]);
    } else {
      y[0] = x[0] / x[1];
    }
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    store_gradient(
        dx, 0, [](T g, T b) { return g / b; }, operand(dy, 0), operand(x, 1));
    store_gradient(
        dx, 1, [](T g, T a, T b) { return -g * a / (b * b); }, operand(dy, 0), operand(x, 0),
        operand(x, 1));
  }

 private:
  static void require_no_zero(const std::int64_t* b, std::span<const std::int64_t> dims) {
    const std::int64_t* end = b + product_of(dims);
    const std::int64_t* zero = std::find(b, end, 0);
    if (zero == end) return;
    throw Error(text("b has 0 at ", position_text(zero - b, dims),
                     ": a whole number has no quotient by 0; 'cast' both to real for inf"))
        .about("b");
  }
};

const RegisterOp<Div> registration("div", "a:num[...] b:num[...] -> y:num[...]",
                                   "Divides, element by element.", "Div-14");

}  // namespace
}  // namespace atto
