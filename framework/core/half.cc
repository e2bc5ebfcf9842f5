#include "framework/core/half.h"

#include <bit>

#include "framework/core/error.h"

namespace atto {
namespace {

float from_bfloat16(std::uint16_t stored) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(stored) << 16);
}

std::uint16_t to_bfloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);  // a quiet NaN
  return static_cast<std::uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}

std::uint16_t to_float16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u, rest = bits & 0x7FFFFFFFu;
  if (rest > 0x7F800000u) return static_cast<std::uint16_t>(sign | 0x7E00u);   // NaN
  if (rest >= 0x477FF000u) return static_cast<std::uint16_t>(sign | 0x7C00u);  // 65520 and more
  if (rest < 0x38800000u) {  // below 2**-14: the sum with 0.5 rounds to multiples of 2**-24
    const float sum = std::bit_cast<float>(rest) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(sum) - 0x3F000000u));
  }
  const std::uint32_t rounded = rest - (112u << 23) + 0xFFFu + (rest >> 13 & 1u);
  return static_cast<std::uint16_t>(sign | rounded >> 13);
}

}  // namespace

void expand(DType from, const std::uint16_t* stored, float* out, std::size_t count) {
  ATTO_CHECK(is_storage(from));
  if (from == DType::bfloat16)
    for (std::size_t i = 0; i < count; ++i) out[i] = from_bfloat16(stored[i]);
  else
    for (std::size_t i = 0; i < count; ++i) out[i] = float_of_half(stored[i]);
}

void shorten(DType to, const float* values, std::uint16_t* out, std::size_t count) {
  ATTO_CHECK(is_storage(to));
  if (to == DType::bfloat16)
    for (std::size_t i = 0; i < count; ++i) out[i] = to_bfloat16(values[i]);
  else
    for (std::size_t i = 0; i < count; ++i) out[i] = to_float16(values[i]);
}

}  // namespace atto
