#include "framework/op/op.h"
#include "ops/int64.h"

namespace atto {
namespace {

/// y = x as another kind: real, int64 or bool.
///
/// Counts become factors, and masks numbers that can be summed.
/// Source: ONNX Cast-13. To int64 the fraction goes (-1.5 gives -1); to bool all but 0 is true, NaN
/// too; true is 1. dx = dy where both are real.
/// Edge: of what ONNX leaves open, NaN becomes 0 and what lies beyond int64 its nearest end; an
/// int64 above 2**53 (float32: 2**24) is rounded to a real. The session chooses the precision of a
/// real, not cast.
class Cast final {
 public:
  static constexpr Traits traits{
      .elements = Elements::any, .backward_reads_x = false, .backward_reads_y = false};

  explicit Cast(Attributes& a) {
    const std::string to = a.word("to", {"real", "int64", "bool"}, "what y is");
    to_ = to == "real" ? Kind::real : to == "int64" ? Kind::int64 : Kind::boolean;
  }

  void infer(Infer& shapes) const {
    shapes.unify();
    shapes.set_kind(0, to_);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    switch (y.dtype(0)) {
      case DType::float32: return convert<float>(x, y);
      case DType::float64: return convert<double>(x, y);
      case DType::int64: return convert<std::int64_t>(x, y);
      default: return convert<bool>(x, y);
    }
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = dy[0];
  }

 private:
  template <class To, class T>
  static void convert(In<T> x, Out<T> y) {
    const auto converted = [](T value) -> To {
      if constexpr (std::is_same_v<To, std::int64_t> && std::is_floating_point_v<T>)
        return truncated(value);
      else if constexpr (std::is_same_v<To, bool>)
        return value != T(0);
      else
        return static_cast<To>(value);
    };
    y.template as<To>(0) = xt::make_lambda_xfunction(converted, x[0]);
  }

  Kind to_;
};

const RegisterOp<Cast> registration("cast", "x:any[...] -> y:any[...]",
                                    "Makes real numbers, whole numbers or truth values of x.",
                                    "Cast-13");

}  // namespace
}  // namespace atto
