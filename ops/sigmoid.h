#pragma once
#include <cmath>

namespace atto {

/// 1 / (1 + exp(-x)). exp() only sees what is not positive: it neither overflows nor loses the
/// small values far left.
template <class T>
T sigmoid(T x) {
  const T e = std::exp(-std::abs(x));
  return (x < 0 ? e : T(1)) / (1 + e);
}

}  // namespace atto
