#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = a and b, element by element; a and b broadcast.
///
/// Masks are combined with it: what is causal and no padding.
/// Source: ONNX And-7.
class And final : public Broadcasting {
 public:
  static constexpr Traits traits{.in_place = true, .commutative = true};
  using Broadcasting::Broadcasting;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.template as<bool>(0) = x.template as<bool>(0) && x.template as<bool>(1);
  }
};

const RegisterOp<And> registration("and", "a:bool[...] b:bool[...] -> y:bool[...]",
                                   "Whether a and b are both true, element by element.", "And-7");

}  // namespace
}  // namespace atto
