#pragma once
// int64 arithmetic that is defined for every value.
#include <cstdint>
#include <limits>

namespace atto {

/// -x; the smallest int64, whose negative is none, stays as it is (NumPy's wrap-around).
inline std::int64_t negative(std::int64_t x) {
  return static_cast<std::int64_t>(-static_cast<std::uint64_t>(x));
}

/// x without its fraction; the nearest int64 where that is none, and 0 for NaN.
template <class Real>
std::int64_t truncated(Real x) {
  constexpr Real kEnd = 9223372036854775808.0;  // 2**63, the first that is too large
  if (x != x) return 0;
  if (x < -kEnd) return std::numeric_limits<std::int64_t>::min();
  if (x >= kEnd) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(x);
}

}  // namespace atto
