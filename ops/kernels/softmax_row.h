#pragma once
#include <algorithm>
#include <cstdint>

#include "ops/kernels/exp.h"

namespace atto {

/// So many sums or maxima run side by side: without it a reduction is not vectorised, for it would
/// change the order of the additions. Always the same number, so that results do not depend on the
/// machine's registers.
template <class T>
inline constexpr std::int64_t kLanes = 64 / sizeof(T);

/// The largest of x[0 ... count), count at least 1; NaN does not count, except as the only one.
template <class T>
T largest_of(const T* x, std::int64_t count) {
  T peak = x[0];
  std::int64_t i = 0;
  if (count >= 2 * kLanes<T>) {
    T lanes[kLanes<T>];
    std::copy_n(x, kLanes<T>, lanes);
    for (i = kLanes<T>; i + kLanes<T> <= count; i += kLanes<T>)
      for (std::int64_t lane = 0; lane < kLanes<T>; ++lane)
        lanes[lane] = x[i + lane] > lanes[lane] ? x[i + lane] : lanes[lane];
    for (const T value : lanes) peak = value > peak ? value : peak;
  }
  for (; i < count; ++i) peak = x[i] > peak ? x[i] : peak;
  return peak;
}

/// y = e**(x - peak), and their sum. y may be x.
template <class T>
T exp_and_sum(const T* x, T peak, T* y, std::int64_t count) {
  T total = 0;
  std::int64_t i = 0;
  if (count >= 2 * kLanes<T>) {
    T lanes[kLanes<T>] = {};
    for (; i + kLanes<T> <= count; i += kLanes<T>)
      for (std::int64_t lane = 0; lane < kLanes<T>; ++lane)
        lanes[lane] += y[i + lane] = fast_exp(x[i + lane] - peak);
    for (const T value : lanes) total += value;
  }
  for (; i < count; ++i) total += y[i] = fast_exp(x[i] - peak);
  return total;
}

/// y = softmax of x[0 ... count), count at least 1. y may be x.
template <class T>
void softmax_row(const T* x, T* y, std::int64_t count) {
  const T total = exp_and_sum(x, largest_of(x, count), y, count);
  for (std::int64_t i = 0; i < count; ++i) y[i] /= total;
}

}  // namespace atto
