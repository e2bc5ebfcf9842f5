#include "ops/dense.h"

namespace atto {
namespace {

/// y = activation(x weight^T + bias)
///
/// The weight is [out, in], as PyTorch stores it: checkpoints are read as they are. `dense` is the
/// [in, out] layout.
/// Source: torch.nn.Linear; ONNX Gemm-13 with transB = 1 and C = bias, then Relu-14.
/// Edge: relu has gradient 0 at 0, and keeps NaN.
class Linear final : public DenseLayer<Weight::out_in> {
  using DenseLayer::DenseLayer;
};

const RegisterOp<Linear> registration("linear",
                                      "x[...,in]; weight[out,in] bias?[out] -> y[...,out]",
                                      "A layer whose weight is [out, in].", "Gemm-13");

}  // namespace
}  // namespace atto
