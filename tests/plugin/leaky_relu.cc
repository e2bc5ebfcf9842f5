#include "framework/op/op.h"

namespace atto {
namespace {

/// y = x where x > 0, slope * x elsewhere.
///
/// Unlike relu it lets some gradient through where x is negative.
/// Source: Maas et al., ICML 2013; ONNX LeakyRelu-16, whose alpha is the slope.
/// Edge: the gradient at 0 is the slope; NaN stays NaN.
class LeakyRelu final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_y = false};

  explicit LeakyRelu(Attributes& a) : slope_(a.get<double>("slope", "factor of negative x")) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::where(x[0] > T(0), x[0], T(slope_) * x[0]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = xt::where(x[0] > T(0), dy[0], T(slope_) * dy[0]);
  }

 private:
  double slope_;
};

const RegisterOp<LeakyRelu> registration("leaky_relu", "x[...] -> y[...]",
                                         "Makes negative x smaller instead of 0.");

}  // namespace
}  // namespace atto
