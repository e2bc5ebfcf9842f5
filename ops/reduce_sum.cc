#include "ops/reduce.h"

namespace atto {
namespace {

/// y = the sum of x along the axes.
///
/// Losses and hand-written norms are made of it.
/// Source: ONNX ReduceSum-13; the gradient of each element is that of its sum.
/// Edge: the sum of nothing is 0; `axis: []` reduces no axis, as in NumPy (ONNX reduces all).
class ReduceSum final {
 public:
  static constexpr Traits traits{
      .elements = Elements::numbers, .backward_reads_x = false, .backward_reads_y = false};

  explicit ReduceSum(Attributes& a) : axes_(a) {}

  void infer(Infer& shapes) const { axes_.infer(shapes); }
  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto at = axes_.targets(x.dims(0));
    std::vector<Sum<T>> sums(static_cast<std::size_t>(y.elements(0)), 0);
    for (std::size_t i = 0; i < at.size(); ++i) sums[at[i]] += static_cast<Sum<T>>(x.data(0)[i]);
    std::transform(sums.begin(), sums.end(), y.data(0),
                   [](auto sum) { return static_cast<T>(sum); });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto at = axes_.targets(x.dims(0));
    for (std::size_t i = 0; i < at.size(); ++i) dx.data(0)[i] = dy.data(0)[at[i]];
  }

 private:
  ReducedAxes axes_;
};

const RegisterOp<ReduceSum> registration("reduce_sum", "x:num[...] -> y:num[...]",
                                         "Adds up the elements along some axes.", "ReduceSum-13");

}  // namespace
}  // namespace atto
