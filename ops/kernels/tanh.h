#pragma once
#include <cmath>

#include "ops/kernels/exp.h"

namespace atto {

/// tanh(x) without a branch or a call, so that a loop over it is vectorised. Relative error below
/// 3e-7; 1 and -1 at infinity, NaN for NaN.
///
/// 1 - 2 / (e**(2 |x|) + 1) with the sign of x; near 0, where that loses digits, the polynomial of
/// tanhf in S. L. Moshier's Cephes library (single/tanhf.c, release 2.2, 1992).
inline float fast_tanh(float x) {
  const float size = std::fabs(x), square = x * x;
  float p = -5.70498872745e-3F;
  p = p * square + 2.06390887954e-2F;
  p = p * square - 5.37397155531e-2F;
  p = p * square + 1.33314422036e-1F;
  p = p * square - 3.33332819422e-1F;
  const float near = p * square * x + x;
  const float far = std::copysign(1.0F - 2.0F / (fast_exp(2.0F * size) + 1.0F), x);
  return size < 0.625F ? near : far;
}

/// float64 is there for its digits, not for speed.
inline double fast_tanh(double x) { return std::tanh(x); }

}  // namespace atto
