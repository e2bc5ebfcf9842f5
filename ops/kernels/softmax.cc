#include "framework/op/op.h"
#include "ops/kernels/softmax_row.h"

namespace atto {
namespace {

/// softmax and log_softmax: three passes over slices that fit the cache. Along the last axis a
/// slice is a row; along another one, neighbouring slices are worked on together, each in a lane of
/// the vector registers.
template <bool kLog>
class SoftmaxKernel final {
 public:
  explicit SoftmaxKernel(Attributes& a) : axis_(a.get<int>("axis")) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(x.dims(0), axis_);
    if (all.size == 0) return;
    const std::int64_t width = std::min(all.inner, kColumns);  // slices that are worked on together
    const std::int64_t blocks = width == 0 ? 0 : (all.inner + width - 1) / width;
    parallel_for(
        all.outer * blocks, grain_of(all.size * width), [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t column = i % blocks * width;
            const std::int64_t at = i / blocks * all.size * all.inner + column;
            if (all.inner == 1)
              row(x.data(0) + at, y.data(0) + at, all.size);
            else
              columns(x.data(0) + at, y.data(0) + at, all, std::min(width, all.inner - column));
          }
        });
  }

 private:
  static constexpr std::int64_t kColumns = 128;

  template <class T>
  static void row(const T* x, T* y, std::int64_t size) {
    if constexpr (!kLog) return softmax_row(x, y, size);
    const T peak = largest_of(x, size);
    const T log_total = std::log(exp_and_sum(x, peak, y, size));
    for (std::int64_t i = 0; i < size; ++i) y[i] = x[i] - peak - log_total;
  }

  /// `width` slices that stand side by side.
  template <class T>
  static void columns(const T* x, T* y, const AroundAxis& all, std::int64_t width) {
    T peak[kColumns], total[kColumns];
    std::copy_n(x, width, peak);
    for (std::int64_t i = 1; i < all.size; ++i) {
      const T* row = x + i * all.inner;
      for (std::int64_t c = 0; c < width; ++c) peak[c] = row[c] > peak[c] ? row[c] : peak[c];
    }
    std::fill_n(total, width, T(0));
    for (std::int64_t i = 0; i < all.size; ++i) {
      const T* from = x + i * all.inner;
      T* to = y + i * all.inner;
      for (std::int64_t c = 0; c < width; ++c) {
        const T e = fast_exp(from[c] - peak[c]);
        to[c] = e;
        total[c] += e;
      }
    }
    if constexpr (kLog)
      for (std::int64_t c = 0; c < width; ++c) total[c] = std::log(total[c]);
    for (std::int64_t i = 0; i < all.size; ++i) {
      const T* from = x + i * all.inner;
      T* to = y + i * all.inner;
      for (std::int64_t c = 0; c < width; ++c)
        to[c] = kLog ? from[c] - peak[c] - total[c] : to[c] / total[c];
    }
  }

  int axis_;
};

const RegisterKernel<SoftmaxKernel<false>> softmax("softmax");
const RegisterKernel<SoftmaxKernel<true>> log_softmax("log_softmax");

}  // namespace
}  // namespace atto
