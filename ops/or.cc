#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = a or b, element by element; a and b broadcast.
///
/// Masks are combined with it: what is near, or the first word.
/// Source: ONNX Or-7.
class Or final : public Broadcasting {
 public:
  static constexpr Traits traits{.in_place = true, .commutative = true};
  using Broadcasting::Broadcasting;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.template as<bool>(0) = x.template as<bool>(0) || x.template as<bool>(1);
  }
};

const RegisterOp<Or> registration("or", "a:bool[...] b:bool[...] -> y:bool[...]",
                                  "Whether a, b or both are true, element by element.", "Or-7");

}  // namespace
}  // namespace atto
