#include "framework/op/op.h"

namespace atto {
namespace {

/// y = by * x
///
/// Embeddings times sqrt(D), residuals and logits times a number of the configuration.
/// Source: PyTorch's mul by a number; ONNX has none. dx = by * dy.
/// Edge: 0 times inf is NaN.
class Scale final {
 public:
  static constexpr Traits traits{
      .in_place = true, .backward_reads_x = false, .backward_reads_y = false};

  explicit Scale(Attributes& a) : by_(a.get<double>("by", "factor of x")) {}

  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = T(by_) * x[0];
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    dx[0] = T(by_) * dy[0];
  }

 private:
  double by_;
};

const RegisterOp<Scale> registration("scale", "x[...] -> y[...]", "Multiplies by a number.");

}  // namespace
}  // namespace atto
