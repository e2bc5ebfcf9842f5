#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

#include "framework/core/dtype.h"

namespace atto {

/// A float16 (1 bit of sign, 5 of exponent, 10 of fraction), exactly; NaN stays NaN. Without
/// branches, so that loops become vector code. Source: Fabian Giesen, "half_to_float_fast4": the
/// exponent is moved by a product with a power of two, which makes denormal numbers right as well.
inline float float_of_half(std::uint16_t stored) {
  const std::uint32_t sign = (stored & 0x8000u) << 16;
  const std::uint32_t rest = (stored & 0x7FFFu) << 13;
  const float scaled = std::bit_cast<float>(rest) * 0x1p112f;
  const std::uint32_t special = rest >= (0x7C00u << 13) ? 0xFFu << 23 : 0u;  // infinity, NaN
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

/// `count` 16-bit numbers (`from` is float16 or bfloat16) as float, exactly; NaN stays NaN.
void expand(DType from, const std::uint16_t* stored, float* out, std::size_t count);
/// The other way: to the nearest, ties to even; what is too large becomes an infinity.
void shorten(DType to, const float* values, std::uint16_t* out, std::size_t count);

}  // namespace atto
