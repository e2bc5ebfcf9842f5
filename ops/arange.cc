#include "framework/op/op.h"

namespace atto {
namespace {

/// y = from, from + step, ..., as long as `to` is not reached.
///
/// Positions are counted with it, and whatever is made of them.
/// Source: ONNX Range-11 of int64, NumPy arange.
/// Edge: nothing when `to` lies on the other side of `from`. Where `to` depends on symbols that is
/// an error at run, since the size of y is to - from.
class Arange final {
 public:
  explicit Arange(Attributes& a)
      : from_(a.get<std::int64_t>("from", "the first number", 0)),
        to_(a.get<Dim>("to", "the number behind the last")),
        step_(a.get<std::int64_t>("step", "from number to number; negative counts down", 1)) {
    if (step_ == 0) throw Error("a step of 0 never ends").about("step");
  }

  void infer(Infer& shapes) const {
    const Dim step = step_ > 0 ? Dim(step_) : Dim(-1) * Dim(step_);
    const Dim distance = step_ > 0 ? to_ - Dim(from_) : Dim(from_) - to_;
    const Dim count = Dim::divide_down(distance + step - 1, step);
    shapes.set_output(0, {count.constant().value_or(0) < 0 ? Dim(0) : count});
  }

  template <class T>
  void forward(In<T>, Out<T> y) const {
    auto* number = y.template data<std::int64_t>(0);
    for (std::int64_t i = 0; i < y.elements(0); ++i) number[i] = from_ + i * step_;
  }

 private:
  std::int64_t from_;
  Dim to_;
  std::int64_t step_;
};

const RegisterOp<Arange> registration("arange", "-> y:i64[n]",
                                      "Counts from `from` to `to` (without it).", "Range-11");

}  // namespace
}  // namespace atto
