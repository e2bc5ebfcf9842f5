#include "framework/op/op.h"
#include "ops/int64.h"

namespace atto {
namespace {

/// y = min(max(x, min), max); a bound that is not given does not bound.
///
/// Keeps outliers, or positions beyond a table, where they can be used.
/// Source: ONNX Clip-13, whose bounds are inputs; unlike there min above max is an error.
/// Edge: NaN stays NaN; the gradient is 1 at the bounds, 0 outside. Of int64 the bounds are the
/// whole numbers between min and max, exact below 2**53.
class Clip final {
 public:
  static constexpr Traits traits{
      .in_place = true, .elements = Elements::numbers, .backward_reads_y = false};

  explicit Clip(Attributes& a)
      : min_(a.get<std::optional<double>>("min", "smallest y").value_or(-kInfinity)),
        max_(a.get<std::optional<double>>("max", "largest y").value_or(kInfinity)) {
    if (min_ == -kInfinity && max_ == kInfinity)
      throw Error("nothing bounds y: give 'min', 'max' or both").about("min");
    if (min_ > max_) throw Error(text("min ", min_, " is above max ", max_)).about("min");
  }

  Dim flops(const Infer& shapes) const { return 2 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto [low, high] = bounds<T>();
    y[0] = xt::where(x[0] > high, high, xt::where(x[0] < low, low, x[0]));
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto [low, high] = bounds<T>();
    dx[0] = xt::where(x[0] >= low && x[0] <= high, dy[0], T(0));
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  template <class T>
  std::pair<T, T> bounds() const {
    if constexpr (std::is_same_v<T, std::int64_t>)
      return {truncated(std::ceil(min_)), truncated(std::floor(max_))};
    else
      return {static_cast<T>(min_), static_cast<T>(max_)};
  }

  double min_;
  double max_;
};

const RegisterOp<Clip> registration("clip", "x:num[...] -> y:num[...]",
                                    "Makes x at least `min` and at most `max`.", "Clip-13");

}  // namespace
}  // namespace atto
