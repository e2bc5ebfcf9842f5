#include "ops/conv.h"

namespace atto {
namespace {

/// y[b, o, h, w] = bias[o] + the sum over i, j and k of weight[o, i, j, k] * x[b, i, stride * h +
/// dilation * j - padding, stride * w + dilation * k - padding], with 0 outside of x and i among
/// the inputs of o's group.
///
/// With a kernel as large as its stride it cuts an image into patches and projects each: the stem
/// of vision transformers.
/// Source: ONNX Conv-11 with two spatial axes, whose kernel is not mirrored either; computed as a
/// product of matrices (Chellapilla et al., IWFHR 2006).
/// Edge: a kernel larger than x with its padding is an error; what does not fill a step at the end
/// is left out.
class Conv2d final : public Convolution<2> {
 public:
  using Convolution::Convolution;
};

const RegisterOp<Conv2d> registration("conv2d",
                                      "x[B,C,H,W]; weight[O,I,K,K2] bias?[O] -> y[B,O,M,N]",
                                      "Moves a kernel over an image.", "Conv-11");

}  // namespace
}  // namespace atto
