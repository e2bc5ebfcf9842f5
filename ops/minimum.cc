#include "ops/extremum.h"

namespace atto {
namespace {

/// y = the smaller of a and b, element by element; a and b broadcast.
///
/// Cuts what is too large, such as a distance beyond the last bucket.
/// Source: ONNX Min-13 of two inputs, NumPy minimum. dy goes to the smaller one, half to each where
/// they are equal.
/// Edge: NaN in either is NaN.
class Minimum final : public Extremum<std::less<>> {
 public:
  using Extremum::Extremum;
};

const RegisterOp<Minimum> registration("minimum", "a:num[...] b:num[...] -> y:num[...]",
                                       "The smaller of two, element by element.", "Min-13");

}  // namespace
}  // namespace atto
