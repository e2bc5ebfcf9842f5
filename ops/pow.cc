#include <cmath>

#include "ops/broadcast.h"
#include "ops/ids.h"

namespace atto {
namespace {

/// y = a**b, element by element; a and b broadcast.
///
/// Squares of errors and falling learning rates are powers.
/// Source: ONNX Pow-15, but a and b are of one kind. da = dy b a**(b - 1) and
/// db = dy a**b log(a), each summed over what was broadcast; as in PyTorch da is 0 where b is 0,
/// and db is 0 where a is 0 and b is not negative.
/// Edge: a negative a to a fraction is NaN, anything to 0 is 1. Whole numbers to a negative power
/// are an error, as in NumPy; they wrap around when they overflow.
class Pow final : public Arithmetic {
 public:
  static constexpr Traits traits{
      .in_place = true, .elements = Elements::numbers, .backward_reads_y = false};
  using Arithmetic::Arithmetic;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if constexpr (std::is_integral_v<T>) {
      require_no_negative(x.data(1), x.dims(1));
      y[0] = xt::make_lambda_xfunction(power, x[0], x[1]);
    } else {
      y[0] = xt::pow(x[0], x[1]);
    }
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto da = [](T g, T a, T b) { return b == 0 ? T(0) : g * b * std::pow(a, b - 1); };
    const auto db = [](T g, T a, T b) {
      return a == 0 && b >= 0 ? T(0) : g * std::pow(a, b) * std::log(a);
    };
    store_gradient(dx, 0, da, operand(dy, 0), operand(x, 0), operand(x, 1));
    store_gradient(dx, 1, db, operand(dy, 0), operand(x, 0), operand(x, 1));
  }

 private:
  static void require_no_negative(const std::int64_t* b, std::span<const std::int64_t> dims) {
    const std::int64_t* end = b + product_of(dims);
    const std::int64_t* negative = std::find_if(b, end, [](std::int64_t v) { return v < 0; });
    if (negative == end) return;
    throw Error(text("b has ", *negative, " at ", position_text(negative - b, dims),
                     ": a whole number has no negative power; 'cast' both to real"))
        .about("b");
  }
  /// By squaring; b is not negative.
  static std::int64_t power(std::int64_t a, std::int64_t b) {
    std::uint64_t result = 1;
    for (auto square = static_cast<std::uint64_t>(a); b > 0; b /= 2, square *= square)
      if (b % 2 == 1) result *= square;
    return static_cast<std::int64_t>(result);
  }
};

const RegisterOp<Pow> registration("pow", "a:num[...] b:num[...] -> y:num[...]",
                                   "Raises a to the power of b, element by element.", "Pow-15");

}  // namespace
}  // namespace atto
