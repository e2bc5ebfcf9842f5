#include "ops/extremum.h"

namespace atto {
namespace {

/// y = the larger of a and b, element by element; a and b broadcast.
///
/// Keeps a divisor away from 0, or a count of words at 1.
/// Source: ONNX Max-13 of two inputs, NumPy maximum. dy goes to the larger one, half to each where
/// they are equal.
/// Edge: NaN in either is NaN.
class Maximum final : public Extremum<std::greater<>> {
 public:
  using Extremum::Extremum;
};

const RegisterOp<Maximum> registration("maximum", "a:num[...] b:num[...] -> y:num[...]",
                                       "The larger of two, element by element.", "Max-13");

}  // namespace
}  // namespace atto
