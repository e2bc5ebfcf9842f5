#include "ops/conv.h"

namespace atto {
namespace {

/// y[b, o, t] = bias[o] + the sum over i and k of weight[o, i, k] * x[b, i, stride * t + dilation *
/// k - padding], with 0 outside of x and i among the inputs of o's group.
///
/// The stem of speech models: it sees neighbours and makes time shorter before attention does.
/// Source: ONNX Conv-11 with one spatial axis, whose kernel is not mirrored either; computed as a
/// product of matrices (Chellapilla et al., IWFHR 2006).
/// Edge: a kernel longer than x with its padding is an error; what does not fill a step at the end
/// is left out.
class Conv1d final : public Convolution<1> {
 public:
  using Convolution::Convolution;
};

const RegisterOp<Conv1d> registration("conv1d", "x[B,C,L]; weight[O,I,K] bias?[O] -> y[B,O,M]",
                                      "Moves a kernel along time.", "Conv-11");

}  // namespace
}  // namespace atto
