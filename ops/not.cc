#include "framework/op/op.h"

namespace atto {
namespace {

/// y = not x, element by element.
///
/// Turns the words that count into those that do not.
/// Source: ONNX Not-1.
class Not final {
 public:
  static constexpr Traits traits{.in_place = true};

  explicit Not(Attributes&) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.template as<bool>(0) = !x.template as<bool>(0);
  }
};

const RegisterOp<Not> registration("not", "x:bool[...] -> y:bool[...]", "Turns true into false.",
                                   "Not-1");

}  // namespace
}  // namespace atto
