#include "framework/core/half.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "framework/core/tensor.h"

namespace atto {
namespace {

struct RoundedRow {
  std::uint32_t value;  // of a float
  std::uint16_t half, brain;
};
#include "tests/core/half_literals.inc"

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Format {
  DType dtype;
  int fraction_bits;
  int exponent_bits;

  std::uint16_t infinity() const {
    return static_cast<std::uint16_t>(((1 << exponent_bits) - 1) << fraction_bits);
  }
  bool is_nan(std::uint16_t bits) const { return (bits & 0x7FFF) > infinity(); }

  /// By the definition of IEEE 754; no NaN.
  double value_of(std::uint16_t bits) const {
    const double sign = bits & 0x8000 ? -1 : 1;
    const int fraction = bits & ((1 << fraction_bits) - 1);
    const int exponent = (bits & 0x7FFF) >> fraction_bits;
    const int bias = (1 << (exponent_bits - 1)) - 1;
    if (exponent == (1 << exponent_bits) - 1) return sign * kInfinity;
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
  }
};
constexpr Format kFormats[] = {{DType::float16, 10, 5}, {DType::bfloat16, 7, 8}};

std::uint16_t shortened(DType dtype, float value) {
  std::uint16_t bits = 0;
  shorten(dtype, &value, &bits, 1);
  return bits;
}

/// A tensor of all 65536 patterns.
Tensor all_patterns(DType dtype) {
  Tensor tensor(dtype, {1 << 16});
  auto* bits = static_cast<std::uint16_t*>(tensor.raw());
  std::iota(bits, bits + (1 << 16), std::uint16_t{0});
  return tensor;
}

TEST(Half, EveryPatternThereAndBack) {
  for (const Format& format : kFormats) {
    const Tensor stored = all_patterns(format.dtype);
    const Tensor tensor = stored.cast(DType::float32);
    const Tensor back = tensor.cast(format.dtype);
    const auto values = tensor.data<float>();
    const auto* bits = static_cast<const std::uint16_t*>(stored.raw());
    const auto* again = static_cast<const std::uint16_t*>(back.raw());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint16_t pattern = bits[i];
      if (format.is_nan(pattern)) {
        ASSERT_TRUE(std::isnan(values[i])) << pattern;
        ASSERT_TRUE(format.is_nan(again[i])) << pattern;
      } else {
        ASSERT_EQ(values[i], format.value_of(pattern)) << pattern;
        ASSERT_EQ(again[i], pattern);
      }
      ASSERT_EQ(std::signbit(values[i]), (pattern & 0x8000) != 0) << pattern;
    }
  }
}

TEST(Half, EveryPatternAsDouble) {
  for (const Format& format : kFormats) {
    const Tensor tensor = all_patterns(format.dtype).cast(DType::float64);
    const auto values = tensor.data<double>();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto pattern = static_cast<std::uint16_t>(i);
      ASSERT_TRUE(format.is_nan(pattern) || values[i] == format.value_of(pattern)) << pattern;
    }
  }
}

// Halfway between two neighbours the even one is taken, a float to either side the nearer one.
// Behind the largest number stands what would follow it if the exponent went on.
TEST(Half, RoundsToTheNearestAndTiesToEven) {
  for (const Format& format : kFormats) {
    for (std::uint16_t low = 0; low < format.infinity(); ++low) {
      const auto high = static_cast<std::uint16_t>(low + 1);
      const double step = high < format.infinity()
                              ? format.value_of(high) - format.value_of(low)
                              : format.value_of(low) - format.value_of(low - 1);
      const auto middle = static_cast<float>(format.value_of(low) + step / 2);
      ASSERT_EQ(middle, format.value_of(low) + step / 2) << low;
      const std::uint16_t even = low % 2 == 0 ? low : high;
      ASSERT_EQ(shortened(format.dtype, middle), even) << low;
      ASSERT_EQ(shortened(format.dtype, -middle), even | 0x8000) << low;
      ASSERT_EQ(shortened(format.dtype, std::nextafter(middle, 0.0F)), low) << low;
      ASSERT_EQ(shortened(format.dtype, std::nextafter(middle, kInfinity)), high) << low;
    }
  }
}

TEST(Half, RoundsAsNumPyAndPyTorch) {
  for (const RoundedRow& row : kRounded) {
    const auto value = std::bit_cast<float>(row.value);
    EXPECT_EQ(shortened(DType::float16, value), row.half) << value;
    EXPECT_EQ(shortened(DType::bfloat16, value), row.brain) << value;
  }
}

TEST(Half, NanStaysNanWhateverItsBits) {
  for (const std::uint32_t bits : {0x7F800001U, 0x7FC00000U, 0x7FFFFFFFU, 0xFF800001U, 0xFFFFFFFFU})
    for (const Format& format : kFormats) {
      const std::uint16_t stored = shortened(format.dtype, std::bit_cast<float>(bits));
      EXPECT_TRUE(format.is_nan(stored)) << bits;
      EXPECT_EQ(stored >> 15, bits >> 31) << bits;
    }
}

}  // namespace
}  // namespace atto
