#include "ops/dense.h"

namespace atto {
namespace {

/// y = activation(x weight + bias)
///
/// The weight is [in, out], so that y = x weight reads as it is written; `linear` is the [out, in]
/// layout.
/// Source: ONNX Gemm-13 with C = bias, then Relu-14; Nair & Hinton, ICML 2010, for relu.
/// Edge: relu has gradient 0 at 0, and keeps NaN.
class Dense final : public DenseLayer<Weight::in_out> {
  using DenseLayer::DenseLayer;
};

const RegisterOp<Dense> registration("dense", "x[...,in]; weight[in,out] bias?[out] -> y[...,out]",
                                     "A layer whose weight is [in, out].", "Gemm-13");

}  // namespace
}  // namespace atto
