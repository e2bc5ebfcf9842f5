#include "framework/op/op.h"

namespace atto {
namespace {

/// y = cap * tanh(x / cap)
///
/// Keeps scores and logits between -cap and cap, small ones nearly as they are, so that none runs
/// away in training.
/// Source: Gemma 2, arXiv 2408.00118, section 2; ONNX has none. dx = (1 - (y / cap)**2) dy.
/// Edge: +-inf gives +-cap.
class Softcap final {
 public:
  static constexpr Traits traits{.in_place = true, .backward_reads_x = false};

  explicit Softcap(Attributes& a) : cap_(a.get<double>("cap", "what |y| stays below")) {
    if (!(cap_ > 0)) throw Error(text("cap ", cap_, " must be above 0")).about("cap");
  }

  Dim flops(const Infer& shapes) const { return 3 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = T(cap_) * xt::tanh(x[0] / T(cap_));
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    dx[0] = (T(1) - xt::square(y[0] / T(cap_))) * dy[0];
  }

 private:
  double cap_;
};

const RegisterOp<Softcap> registration("softcap", "x[...] -> y[...]",
                                       "Keeps x between -cap and cap, smoothly.");

}  // namespace
}  // namespace atto
