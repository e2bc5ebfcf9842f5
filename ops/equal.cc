#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = whether a is equal to b, element by element; a and b broadcast.
///
/// Finds a word by its id, such as the one that fills up short sequences.
/// Source: ONNX Equal-13.
/// Edge: NaN equals nothing, itself included; 0 equals -0.
class Equal final : public Broadcasting {
 public:
  static constexpr Traits traits{.commutative = true, .elements = Elements::any};
  using Broadcasting::Broadcasting;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.template as<bool>(0) = xt::equal(x[0], x[1]);
  }
};

const RegisterOp<Equal> registration("equal", "a:any[...] b:any[...] -> y:bool[...]",
                                     "Whether a is equal to b, element by element.", "Equal-13");

}  // namespace
}  // namespace atto
