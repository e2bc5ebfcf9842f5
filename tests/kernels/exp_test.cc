#include "ops/kernels/exp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace atto {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kSmallestNormal = std::numeric_limits<float>::min();

/// The largest relative error where the result is a normal number; x takes every 997th float of one
/// sign up to `last`.
double largest_error(float sign, float last) {
  double largest = 0;
  for (std::uint32_t bits = 0; std::bit_cast<float>(bits) <= last; bits += 997) {
    const float x = sign * std::bit_cast<float>(bits);
    const long double exact = std::exp(static_cast<long double>(x));
    const long double error = std::abs(static_cast<long double>(fast_exp(x)) / exact - 1);
    largest = std::max(largest, static_cast<double>(error));
  }
  return largest;
}

TEST(FastExp, RelativeErrorBelowOneIsSmall) { EXPECT_LT(largest_error(-1, 87.3F), 1e-7); }

TEST(FastExp, RelativeErrorAboveOneIsSmall) { EXPECT_LT(largest_error(1, 88.7F), 1e-7); }

TEST(FastExp, OfZeroIsOne) {
  EXPECT_EQ(fast_exp(0.0F), 1.0F);
  EXPECT_EQ(fast_exp(-0.0F), 1.0F);
}

TEST(FastExp, SmallResultsUnderflowGradually) {
  EXPECT_NEAR(fast_exp(-88.0F), std::exp(-88.0), 2e-45);
  EXPECT_NEAR(fast_exp(-100.0F), std::exp(-100.0), 2e-45);
  EXPECT_LT(fast_exp(-88.0F), kSmallestNormal);
}

TEST(FastExp, SmallAndLargeArgumentsSaturate) {
  EXPECT_EQ(fast_exp(-104.0F), 0.0F);
  EXPECT_EQ(fast_exp(-1e30F), 0.0F);
  EXPECT_EQ(fast_exp(-kInfinity), 0.0F);
  EXPECT_EQ(fast_exp(88.73F), kInfinity);
  EXPECT_EQ(fast_exp(kInfinity), kInfinity);
}

TEST(FastExp, KeepsNaN) {
  EXPECT_TRUE(std::isnan(fast_exp(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(fast_exp(-std::numeric_limits<float>::quiet_NaN())));
}

}  // namespace
}  // namespace atto
