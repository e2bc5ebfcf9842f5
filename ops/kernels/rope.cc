#include "ops/rope.h"

namespace atto {
namespace {

/// Cosines and sines once for all heads of a position; loops over pairs that lie side by side.
class RopeKernel final {
 public:
  explicit RopeKernel(Attributes& a) : angles_(a) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto shape = x.dims(0);
    const std::int64_t H = shape[shape.size() - 2], D = shape.back(), dims = angles_.turned(D);
    const auto* positions = x.template data<std::int64_t>(1);
    const std::vector<double> frequencies = angles_.frequencies(dims);
    parallel_for(x.elements(1), grain_of(H * D), [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> c(frequencies.size()), s(frequencies.size());
      for (std::int64_t row = begin; row < end; ++row) {
        for (std::size_t i = 0; i < frequencies.size(); ++i) {
          const double angle = static_cast<double>(positions[row]) * frequencies[i];
          c[i] = T(angles_.magnitude() * std::cos(angle));
          s[i] = T(angles_.magnitude() * std::sin(angle));
        }
        for (std::int64_t head = row * H; head < (row + 1) * H; ++head) {
          T* to = y.data(0) + head * D;
          if (to != x.data(0) + head * D) std::copy_n(x.data(0) + head * D, D, to);
          if (angles_.half())
            turn_half(to, c.data(), s.data(), dims / 2);
          else
            turn_interleaved(to, c.data(), s.data(), dims / 2);
        }
      }
    });
  }

 private:
  // In place: the compiler vectorises them when it has one pointer for x and y.
  template <class T>
  static void turn_half(T* __restrict y, const T* __restrict c, const T* __restrict s,
                        std::int64_t pairs) {
    for (std::int64_t i = 0; i < pairs; ++i) {
      const T a = y[i], b = y[i + pairs];
      y[i] = a * c[i] - b * s[i];
      y[i + pairs] = b * c[i] + a * s[i];
    }
  }
  template <class T>
  static void turn_interleaved(T* __restrict y, const T* __restrict c, const T* __restrict s,
                               std::int64_t pairs) {
    for (std::int64_t i = 0; i < pairs; ++i) {
      const T a = y[2 * i], b = y[2 * i + 1];
      y[2 * i] = a * c[i] - b * s[i];
      y[2 * i + 1] = b * c[i] + a * s[i];
    }
  }

  RopeAngles angles_;
};

const RegisterKernel<RopeKernel> registration("rope");

}  // namespace
}  // namespace atto
