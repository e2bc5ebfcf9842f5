#include "framework/op/op.h"

namespace atto {
namespace {

/// y = x
///
/// In training it would make a part `rate` of x zero and divide the rest by 1 - rate; outside of
/// training, which is all that there is, nothing changes. Models are written with it all the same.
/// Source: ONNX Dropout-13 with training_mode false, whose ratio is the rate; Srivastava et al.,
/// JMLR 15, 2014.
/// Edge: a rate of 1 would leave nothing and is refused.
class Dropout final {
 public:
  static constexpr Traits traits{
      .in_place = true, .backward_reads_x = false, .backward_reads_y = false};

  explicit Dropout(Attributes& a) {
    const auto rate = a.get<double>("rate", "part of x that is dropped in training");
    if (!(rate >= 0 && rate < 1))
      throw Error(text("rate ", rate, " must be at least 0 and below 1")).about("rate");
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if (y.data(0) != x.data(0)) y[0] = x[0];
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = dy[0];
  }
};

const RegisterOp<Dropout> registration("dropout", "x[...] -> y[...]",
                                       "Drops a part of x in training; now it changes nothing.",
                                       "Dropout-13");

}  // namespace
}  // namespace atto
