#include <functional>

#include "ops/reduce.h"

namespace atto {
namespace {

/// y = the smallest element of x along the axes.
///
/// With the largest it gives the range that a quantised tensor must cover.
/// Source: ONNX ReduceMin-18; equal smallest elements share the gradient equally, as in torch.amin.
/// Edge: NaN wins, and the elements beside it get no gradient; of no elements there is no smallest,
/// which is an error as in NumPy; `axis: []` reduces no axis (ONNX reduces all).
class ReduceMin final : public Extreme<std::less<>> {
 public:
  using Extreme::Extreme;
};

const RegisterOp<ReduceMin> registration("reduce_min", "x:num[...] -> y:num[...]",
                                         "The smallest element along some axes.", "ReduceMin-18");

}  // namespace
}  // namespace atto
