#include <functional>

#include "ops/reduce.h"

namespace atto {
namespace {

/// y = the largest element of x along the axes.
///
/// Max-pools a sentence, and finds the largest magnitude that a format must hold.
/// Source: ONNX ReduceMax-18; equal largest elements share the gradient equally, as in torch.amax.
/// Edge: NaN wins, and the elements beside it get no gradient; of no elements there is no largest,
/// which is an error as in NumPy; `axis: []` reduces no axis (ONNX reduces all).
class ReduceMax final : public Extreme<std::greater<>> {
 public:
  using Extreme::Extreme;
};

const RegisterOp<ReduceMax> registration("reduce_max", "x:num[...] -> y:num[...]",
                                         "The largest element along some axes.", "ReduceMax-18");

}  // namespace
}  // namespace atto
