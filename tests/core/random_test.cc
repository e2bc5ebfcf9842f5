#include "framework/core/random.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace atto {
namespace {

// Literals without another source come from random_literals.py.

// The lines of philox4x32 with 10 rounds in kat_vectors of Random123 1.14 (Salmon et al.).
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(NamedRandom, DependsOnSeedNameAndIndexAlone) {
  struct Row {
    std::uint64_t seed;
    std::string name;
    std::uint64_t index;
    double uniform, normal;
  };
  const std::vector<Row> rows = {
      {0u, "W1", 0u, 0.6954019142002701, 0.13041695095360972},
      {0u, "W1", 1u, 0.09120649193804997, -0.06980141080462235},
      {0u, "W2", 0u, 0.6568671477765942, 1.454765359016035},
      {1099511627783u, "h.0.w", 8589934597u, 0.7479706350862734, 1.5995475675706219},
  };
  for (const Row& row : rows) {
    const NamedRandom random(row.seed, row.name);
    EXPECT_EQ(random.uniform(row.index), row.uniform) << row.name << " " << row.index;
    EXPECT_DOUBLE_EQ(random.normal(row.index), row.normal) << row.name << " " << row.index;
  }
}

TEST(NamedRandom, HasTheMomentsOfItsDistributions) {
  const NamedRandom random(3, "weight");
  constexpr int count = 100'000;
  double sum = 0, squares = 0, normal_sum = 0, normal_squares = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double u = random.uniform(i), z = random.normal(i);
    EXPECT_TRUE(u >= 0 && u < 1);
    sum += u;
    squares += u * u;
    normal_sum += z;
    normal_squares += z * z;
  }
  // Within five standard errors.
  EXPECT_NEAR(sum / count, 1.0 / 2, 5 * 0.2887 / 316.2);
  EXPECT_NEAR(squares / count, 1.0 / 3, 5 * 0.2981 / 316.2);
  EXPECT_NEAR(normal_sum / count, 0, 5 / 316.2);
  EXPECT_NEAR(normal_squares / count, 1, 5 * 1.4142 / 316.2);
}

TEST(NumpyRandom, Uniform) {
  NumpyRandom zero(0);
  for (const double expected :
       {0.5488135039273248, 0.7151893663724195, 0.6027633760716439, 0.5448831829968969})
    EXPECT_EQ(zero.uniform(), expected);
  NumpyRandom largest(4294967295u);
  for (const double expected :
       {0.0976320289940138, 0.9123828453026218, 0.78903530185164, 0.7800035981134678})
    EXPECT_EQ(largest.uniform(), expected);
}

TEST(NumpyRandom, UniformFarAlongTheStream) {
  NumpyRandom random(1);
  for (int i = 0; i < 10'000; ++i) random.uniform();
  EXPECT_EQ(random.uniform(), 0.7654969604694121);
}

TEST(NumpyRandom, Normal) {
  NumpyRandom zero(0);
  for (const double expected : {1.764052345967664, 0.4001572083672233, 0.9787379841057392,
                                2.240893199201458, 1.8675579901499675})
    EXPECT_DOUBLE_EQ(zero.normal(), expected);
  NumpyRandom largest(4294967295u);
  for (const double expected : {0.6484086742306527, 0.6693235306338161, -1.0805437227474493,
                                0.2845010447986309, 0.11388773652167104})
    EXPECT_DOUBLE_EQ(largest.normal(), expected);
}

TEST(NumpyRandom, TheSecondNormalIsKeptWhileUniformsAreDrawn) {
  NumpyRandom random(7);
  EXPECT_DOUBLE_EQ(random.normal(), 1.690525703800356);
  EXPECT_EQ(random.uniform(), 0.9779895119966027);
  EXPECT_DOUBLE_EQ(random.normal(), -0.4659373705408328);
  EXPECT_DOUBLE_EQ(random.normal(), 0.09316606097975175);
}

}  // namespace
}  // namespace atto
