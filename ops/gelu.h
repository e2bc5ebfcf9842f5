#pragma once
// gelu and its derivative, one function for each published form.
#include <cmath>
#include <numbers>

namespace atto {

namespace detail {

inline constexpr double kSqrtHalf = std::numbers::sqrt2 / 2;
inline constexpr double kSqrtOfTwoByPi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
inline constexpr double kGeluCubic = 0.044715;

/// What gelu_tanh takes the tanh of.
template <class T>
T inside_gelu_tanh(T x) {
  return T(kSqrtOfTwoByPi) * (x + T(kGeluCubic) * x * x * x);
}

}  // namespace detail

/// x (1 + erf(x / sqrt(2))) / 2
template <class T>
T gelu_erf(T x) {
  return T(0.5) * x * (1 + std::erf(x * T(detail::kSqrtHalf)));
}
template <class T>
T gelu_erf_slope(T x) {
  const T density = T(detail::kSqrtOfTwoByPi / 2) * std::exp(T(-0.5) * x * x);
  return T(0.5) * (1 + std::erf(x * T(detail::kSqrtHalf))) + x * density;
}

/// x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x**3))) / 2
template <class T>
T gelu_tanh(T x) {
  return T(0.5) * x * (1 + std::tanh(detail::inside_gelu_tanh(x)));
}
template <class T>
T gelu_tanh_slope(T x) {
  const T t = std::tanh(detail::inside_gelu_tanh(x));
  const T flat = 1 - t * t;  // 0 far outside, where the square of x may overflow
  const T slope =
      flat == 0 ? 0 : flat * T(detail::kSqrtOfTwoByPi) * (1 + T(3 * detail::kGeluCubic) * x * x);
  return T(0.5) * (1 + t + x * slope);
}

}  // namespace atto
