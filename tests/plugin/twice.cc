#include "framework/op/op.h"

namespace atto {
namespace {

/// y = 2 x; an operator that lives in a plug-in.
class Twice final {
 public:
  explicit Twice(Attributes&) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = T(2) * x[0];
  }
  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = T(2) * dy[0];
  }
};

const RegisterOp<Twice> registration("twice", "x[...] -> y[...]", "Doubles x.");

}  // namespace
}  // namespace atto
