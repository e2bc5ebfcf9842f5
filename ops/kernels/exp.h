#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

namespace atto {

/// e**x without a branch or a call, so that a loop over it is vectorised. Relative error below 1e-7
/// (less than 1.5 units in the last place) where the result is a normal number; 0 below -104,
/// infinity above 88.73, NaN for NaN.
///
/// x = n log(2) + r with |r| <= log(2) / 2, and e**r is a polynomial; its coefficients and the two
/// parts of log(2) are those of expf in S. L. Moshier's Cephes library (single/expf.c, release 2.2,
/// 1992). 2**n is multiplied in two halves, each of which is a normal number.
inline float fast_exp(float x) {
  constexpr float kRound = 12582912.0F;  // 1.5 * 2**23: adding it leaves a whole number, in the low
  constexpr std::uint32_t kRoundBits = 0x4B400000U;  // bits of the sum
  x = x > 89.0F ? 89.0F : x;
  x = x < -104.0F ? -104.0F : x;
  const float shifted = x * 1.44269504088896341F + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * 0.693359375F) - n * -2.12194440e-4F;
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * (r * r) + r + 1.0F;
  const auto whole = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(shifted) - kRoundBits);
  const std::int32_t half = whole >> 1;
  const auto power = [](std::int32_t exponent) {
    return std::bit_cast<float>((static_cast<std::uint32_t>(exponent) + 127U) << 23U);
  };
  return p * power(half) * power(whole - half);
}

/// float64 is there for its digits, not for speed.
inline double fast_exp(double x) { return std::exp(x); }

}  // namespace atto
