#include "ops/broadcast.h"

namespace atto {
namespace {

/// y = whether a is larger than b, element by element; a and b broadcast.
///
/// What is above a threshold, and how often.
/// Source: ONNX Greater-13.
/// Edge: NaN is greater than nothing, and nothing greater than it.
class Greater final : public Broadcasting {
 public:
  static constexpr Traits traits{.elements = Elements::numbers};
  using Broadcasting::Broadcasting;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.template as<bool>(0) = x[0] > x[1];
  }
};

const RegisterOp<Greater> registration("greater", "a:num[...] b:num[...] -> y:bool[...]",
                                       "Whether a is larger than b, element by element.",
                                       "Greater-13");

}  // namespace
}  // namespace atto
