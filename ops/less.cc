#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = whether a is smaller than b, element by element; a and b broadcast.
///
/// A key behind its query, an id below a limit: masks are written with it.
/// Source: ONNX Less-13.
/// Edge: NaN is less than nothing, and nothing less than it.
class Less final : public Broadcasting {
 public:
  static constexpr Traits traits{.elements = Elements::numbers};
  using Broadcasting::Broadcasting;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.template as<bool>(0) = x[0] < x[1];
  }
};

const RegisterOp<Less> registration("less", "a:num[...] b:num[...] -> y:bool[...]",
                                    "Whether a is smaller than b, element by element.", "Less-13");

}  // namespace
}  // namespace atto
