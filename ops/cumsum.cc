#include "framework/op/op.h"

namespace atto {
namespace {

/// y[i] = x[0] + ... + x[i] along `axis`; with `exclusive` without x[i], with `reverse` from
/// behind.
///
/// Counts what stands in front: the position of a word that padding is not counted for.
/// Source: ONNX CumSum-14, NumPy cumsum; dx is the sum of dy from the other side.
/// Edge: int64 that overflows wraps around, as in NumPy.
class Cumsum final {
 public:
  static constexpr Traits traits{
      .elements = Elements::numbers, .backward_reads_x = false, .backward_reads_y = false};

  explicit Cumsum(Attributes& a)
      : axis_(a.get<int>("axis", "axis that is summed along; -1 is the last")),
        exclusive_(a.get<bool>("exclusive", "whether an element's own value is left out", false)),
        reverse_(a.get<bool>("reverse", "whether the sum begins at the end", false)) {}

  void infer(Infer& shapes) const {
    shapes.unify();
    shapes.axis(axis_, shapes[0].size());
  }
  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    sum(x.data(0), y.data(0), around(x.dims(0), axis_), reverse_);
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    sum(dy.data(0), dx.data(0), around(dx.dims(0), axis_), !reverse_);
  }

 private:
  template <class T>
  void sum(const T* x, T* y, const AroundAxis& all, bool reverse) const {
    const std::int64_t block = all.size * all.inner;
    if (block == 0) return;
    parallel_for(all.outer, grain_of(block), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t outer = begin; outer < end; ++outer) {
        const std::int64_t step = reverse ? -all.inner : all.inner;
        const T* from = x + outer * block + (reverse ? block - all.inner : 0);
        T* to = y + outer * block + (reverse ? block - all.inner : 0);
        for (std::int64_t j = 0; j < all.inner; ++j) to[j] = exclusive_ ? T(0) : from[j];
        for (std::int64_t i = 1; i < all.size; ++i, from += step, to += step) {
          const T* next = exclusive_ ? from : from + step;
          for (std::int64_t j = 0; j < all.inner; ++j) to[step + j] = plus(to[j], next[j]);
        }
      }
    });
  }
  template <class T>
  static T plus(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    else
      return a + b;
  }

  int axis_;
  bool exclusive_;
  bool reverse_;
};

const RegisterOp<Cumsum> registration("cumsum", "x:num[...] -> y:num[...]",
                                      "Sums that grow along `axis`.", "CumSum-14");

}  // namespace
}  // namespace atto
