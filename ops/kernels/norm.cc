// The kernels of layer_norm, rms_norm and normalize: passes over rows that fit the cache.
#include "ops/norm.h"
#include "ops/kernels/simd_math.h"

namespace atto {
namespace {

/// f(0) + ... + f(count - 1), many sums side by side: a single one is not vectorised, and a few
/// wait for each other.
template <class T, class F>
T wide_sum(std::int64_t count, const F& f) {
  constexpr std::int64_t kWide = 256 / sizeof(T);
  T sum = 0;
  std::int64_t i = 0;
  if (count >= kWide) {
    T lanes[kWide] = {};
    for (; i + kWide <= count; i += kWide)
      for (std::int64_t lane = 0; lane < kWide; ++lane) lanes[lane] += f(i + lane);
    for (const T lane : lanes) sum += lane;
  }
  for (; i < count; ++i) sum += f(i);
  return sum;
}

/// Calls work(from, to) for each row of x and y, which have `size` elements.
template <class T, class Work>
void for_rows(In<T> x, Out<T> y, std::int64_t size, const Work& work) {
  if (size == 0) return;
  parallel_for(x.elements(0) / size, grain_of(size), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row)
      work(x.data(0) + row * size, y.data(0) + row * size);
  });
}

class LayerNormKernel final {
 public:
  explicit LayerNormKernel(Attributes& a) : eps_(get_eps(a, {})) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const std::int64_t size = x.dims(0).back();
    const T* const weight = x.data(1);
    const T* const bias = x.has(2) ? x.data(2) : nullptr;
    for_rows(x, y, size, [&](const T* from, T* to) {
      const T mean = wide_sum<T>(size, [&](std::int64_t i) { return from[i]; }) / T(size);
      const T squares = wide_sum<T>(size, [&](std::int64_t i) {
        const T centred = from[i] - mean;
        return centred * centred;
      });
      const T scale = 1 / std::sqrt(squares / T(size) + T(eps_));
      ATTO_INDEPENDENT
      for (std::int64_t i = 0; i < size; ++i) {
        const T normal = (from[i] - mean) * scale * weight[i];
        to[i] = bias ? normal + bias[i] : normal;
      }
    });
  }

 private:
  double eps_;
};

class RmsNormKernel final {
 public:
  explicit RmsNormKernel(Attributes& a)
      : eps_(get_eps(a, {})), offset_(a.get<double>("offset", {}, 0.0)) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const std::int64_t size = x.dims(0).back();
    const T* const weight = x.data(1);
    const T offset = static_cast<T>(offset_);
    for_rows(x, y, size, [&](const T* from, T* to) {
      const T squares = wide_sum<T>(size, [&](std::int64_t i) { return from[i] * from[i]; });
      const T scale = 1 / std::sqrt(squares / T(size) + T(eps_));
      ATTO_INDEPENDENT
      for (std::int64_t i = 0; i < size; ++i) to[i] = from[i] * scale * (offset + weight[i]);
    });
  }

 private:
  double eps_;
  double offset_;
};

class NormalizeKernel final {
 public:
  explicit NormalizeKernel(Attributes& a) : axis_(a.get<int>("axis")), eps_(get_eps(a, {})) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(x.dims(0), axis_);
    if (all.inner == 1) {
      for_rows(x, y, all.size, [&](const T* from, T* to) {
        const T squares = wide_sum<T>(all.size, [&](std::int64_t i) { return from[i] * from[i]; });
        const T length = divisor(std::sqrt(squares));
        ATTO_INDEPENDENT
        for (std::int64_t i = 0; i < all.size; ++i) to[i] = from[i] / length;
      });
      return;
    }
    const std::int64_t width = std::min(all.inner, kColumns);  // vectors that stand side by side
    if (width == 0) return;
    const std::int64_t blocks = (all.inner + width - 1) / width;
    parallel_for(
        all.outer * blocks, grain_of(all.size * width), [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t column = i % blocks * width;
            const std::int64_t at = i / blocks * all.size * all.inner + column;
            columns(x.data(0) + at, y.data(0) + at, all, std::min(width, all.inner - column));
          }
        });
  }

 private:
  static constexpr std::int64_t kColumns = 128;

  /// What a vector of this length is divided by; NaN stays.
  template <class T>
  T divisor(T length) const {
    return length < T(eps_) ? T(eps_) : length;
  }

  template <class T>
  void columns(const T* x, T* y, const AroundAxis& all, std::int64_t width) const {
    T length[kColumns] = {};
    for (std::int64_t i = 0; i < all.size; ++i) {
      const T* row = x + i * all.inner;
      for (std::int64_t c = 0; c < width; ++c) length[c] += row[c] * row[c];
    }
    for (std::int64_t c = 0; c < width; ++c) length[c] = divisor(std::sqrt(length[c]));
    for (std::int64_t i = 0; i < all.size; ++i) {
      const T* from = x + i * all.inner;
      T* to = y + i * all.inner;
      ATTO_INDEPENDENT
      for (std::int64_t c = 0; c < width; ++c) to[c] = from[c] / length[c];
    }
  }

  int axis_;
  double eps_;
};

const RegisterKernel<LayerNormKernel> layer_norm("layer_norm");
const RegisterKernel<RmsNormKernel> rms_norm("rms_norm");
const RegisterKernel<NormalizeKernel> normalize("normalize");

}  // namespace
}  // namespace atto
