#include "framework/core/dim.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "framework/core/error.h"

namespace atto {
namespace {

// Literals come from dim_literals.py.

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

const Dim T = Dim::symbol("T"), D = Dim::symbol("D"), H = Dim::symbol("H");

/// What the Error of `work` says, or what it returned.
template <class Work>
std::string message_of(const Work& work) {
  try {
    std::ostringstream out;
    out << "no error: " << work();
    return out.str();
  } catch (const Error& error) {
    return error.message();
  }
}

TEST(Dim, EqualPolynomialsHaveOneForm) {
  EXPECT_EQ(T + D, D + T);
  EXPECT_EQ(T * D, D * T);
  EXPECT_EQ((T + D) * (T - D), T * T - D * D);
  EXPECT_EQ((T + 1) * (T + 1), T * T + 2 * T + 1);
  EXPECT_EQ(T - T, Dim(0));
  EXPECT_EQ(0 * T, Dim(0));
  EXPECT_EQ(T * D - D * T + 3, Dim(3));
  EXPECT_NE(T, D);
  EXPECT_NE(T, T + 1);
  EXPECT_NE(T * T, T);
}

TEST(Dim, AssignsAndAdds) {
  Dim size = T;
  size += 2;
  size *= D;
  EXPECT_EQ(size, T * D + 2 * D);
}

TEST(Dim, Text) {
  EXPECT_EQ(Dim(0).text(), "0");
  EXPECT_EQ(Dim(-3).text(), "-3");
  EXPECT_EQ(T.text(), "T");
  EXPECT_EQ((-1 * T).text(), "-T");
  EXPECT_EQ((1 + 2 * T * D).text(), "2*D*T + 1");
  EXPECT_EQ((T * T * T - 2 * T - 1).text(), "T**3 - 2*T - 1");
  EXPECT_EQ((D - T).text(), "D - T");
  EXPECT_EQ((-1 * T * T + D).text(), "-T**2 + D");
  EXPECT_EQ(Dim(kLowest).text(), "-9223372036854775808");
}

TEST(Dim, TextOfQuotientsReadsOneWay) {
  const Dim half = Dim::divide_down(T, 2);
  EXPECT_EQ(half.text(), "T//2");
  EXPECT_EQ((half + 1).text(), "T//2 + 1");
  EXPECT_EQ((3 * half).text(), "3*(T//2)");
  EXPECT_EQ(Dim::divide_down(3 * T, 2).text(), "(3*T)//2");
  EXPECT_EQ((-1 * half).text(), "-(T//2)");
  EXPECT_EQ(Dim::divide_down(-1 * T, 2).text(), "(-T)//2");
  EXPECT_EQ((half * half).text(), "(T//2)**2");
  EXPECT_EQ((half * D).text(), "D*(T//2)");
  EXPECT_EQ(Dim::divide_exactly(T + 1, 2).text(), "(T + 1)/2");
  EXPECT_EQ(Dim::divide_exactly(D, T * H).text(), "D/(H*T)");
  EXPECT_EQ(Dim::divide_down(half, 2).text(), "(T//2)//2");
}

TEST(Dim, DividesWhatCanBeDivided) {
  EXPECT_EQ(Dim::divide_exactly(12, 4), Dim(3));
  EXPECT_EQ(Dim::divide_exactly(0, T), Dim(0));
  EXPECT_EQ(Dim::divide_exactly(T + D, T + D), Dim(1));
  EXPECT_EQ(Dim::divide_exactly(6 * T * D + 4 * T, 2 * T), 3 * D + 2);
  EXPECT_EQ(Dim::divide_exactly(T * T * D, T), T * D);
  EXPECT_EQ(Dim::divide_down(4 * T + 2, 2), 2 * T + 1);
  EXPECT_EQ(Dim::divide_down(-6 * T, -3), 2 * T);
}

TEST(Dim, DividesNumbersDown) {
  EXPECT_EQ(Dim::divide_down(-7, 2), Dim(-4));
  EXPECT_EQ(Dim::divide_down(7, -2), Dim(-4));
  EXPECT_EQ(Dim::divide_down(-7, -2), Dim(3));
  EXPECT_EQ(Dim::divide_down(-8, 2), Dim(-4));
}

TEST(Dim, QuotientsCompareByWhatIsDivided) {
  EXPECT_EQ(Dim::divide_down(T + 1, 2), Dim::divide_down(1 + T, 2));
  EXPECT_EQ(Dim::divide_down(T, 2) - Dim::divide_down(T, 2), Dim(0));
  EXPECT_NE(Dim::divide_down(T, 2), Dim::divide_exactly(T, 2));
  EXPECT_NE(Dim::divide_down(T, 2), Dim::divide_down(T, 3));
  EXPECT_NE(Dim::divide_down(-1 * T, 2), -1 * Dim::divide_down(T, 2));
}

TEST(Dim, DivisionErrors) {
  EXPECT_EQ(message_of([] { return Dim::divide_exactly(7, 2); }), "7 / 2 is not exact");
  EXPECT_EQ(message_of([] { return Dim::divide_exactly(T, 0); }), "division of T by zero");
  EXPECT_EQ(message_of([] { return Dim::divide_down(T, D - D); }), "division of T by zero");
  EXPECT_EQ(message_of([] { return Dim::divide_down(kLowest, -1); }),
            "the size -9223372036854775808 / -1 overflows 64 bits");
}

TEST(Dim, Powers) {
  EXPECT_EQ(Dim::power(T, 0), Dim(1));
  EXPECT_EQ(Dim::power(T, 3), T * T * T);
  EXPECT_EQ(Dim::power(D + 2, 4), D * D * D * D + 8 * D * D * D + 24 * D * D + 32 * D + 16);
  EXPECT_EQ(Dim::power(0, 1000), Dim(0));
  EXPECT_EQ(Dim::power(1, kLargest), Dim(1));
  EXPECT_EQ(Dim::power(-1, 1001), Dim(-1));
  EXPECT_EQ(Dim::power(-1, 1000), Dim(1));
  EXPECT_EQ(Dim::power(2, 62), Dim(std::int64_t{1} << 62));
  EXPECT_EQ(message_of([] { return Dim::power(T, -1); }),
            "a size to the power -1 is no whole number");
  EXPECT_EQ(message_of([] { return Dim::power(T, 65); }), "the size (T)**65 is too large");
  EXPECT_EQ(message_of([] { return Dim::power(2, 65); }), "the size (2)**65 is too large");
}

TEST(Dim, OverflowIsAnError) {
  EXPECT_EQ(message_of([] { return Dim(kLargest) + 1; }),
            "the size 9223372036854775807 + 1 overflows 64 bits");
  EXPECT_EQ(message_of([] { return kLargest * T + T; }),
            "the size 9223372036854775807 + 1 overflows 64 bits");
  EXPECT_EQ(message_of([] { return kLargest * T * 2; }),
            "the size 9223372036854775807 * 2 overflows 64 bits");
  EXPECT_EQ(message_of([] { return Dim::power(2, 64); }),
            "the size 4611686018427387904 * 2 overflows 64 bits");
  EXPECT_EQ(message_of([] {
              return (T * T * T).evaluate({{"T", std::int64_t{1} << 32}});
            }),
            "the size 4294967296 * 4294967296 overflows 64 bits");
}

TEST(Dim, WhatAFileCouldBlowUpIsBounded) {
  Dim sum = 0;
  EXPECT_EQ(message_of([&] {
              for (int i = 0; i < 2000; ++i) sum += Dim::symbol("x" + std::to_string(i));
              return sum;
            }),
            "a size has over 1000 terms");
  EXPECT_EQ(message_of([] { return Dim::power(T + D + H + Dim::symbol("a") + 1, 64); }),
            "a size has over 1000 terms");
  EXPECT_EQ(message_of([] { return Dim::power(T, 64) * T; }),
            "the size (T**64) * (T) is too large");
  Dim quotient = T;  // its text doubles with every step
  EXPECT_EQ(message_of([&] {
              for (int i = 0; i < 64; ++i)
                quotient = Dim::divide_down(quotient * quotient + quotient, 3);
              return quotient;
            }),
            "a size divides too often");
}

TEST(Dim, IsANumberOrNot) {
  EXPECT_EQ(Dim(5).constant(), 5);
  EXPECT_EQ((T - T).constant(), 0);
  EXPECT_EQ((T + 5 - T).constant(), 5);
  EXPECT_EQ(T.constant(), std::nullopt);
  EXPECT_EQ((T + 5).constant(), std::nullopt);
}

TEST(Dim, EqualIsAlwaysNeverOrDepends) {
  EXPECT_EQ(Dim::equal(2 * T, T + T), true);
  EXPECT_EQ(Dim::equal(T, T + 1), false);
  EXPECT_EQ(Dim::equal(3, 4), false);
  EXPECT_EQ(Dim::equal(T, D), std::nullopt);
  EXPECT_EQ(Dim::equal(T, 4), std::nullopt);
}

TEST(Dim, Symbols) {
  EXPECT_EQ(Dim(3).symbols(), std::vector<std::string>{});
  EXPECT_EQ((T * D + H - T).symbols(), (std::vector<std::string>{"D", "H", "T"}));
  EXPECT_EQ((Dim::divide_down(T, D) + 1).symbols(), (std::vector<std::string>{"D", "T"}));
}

TEST(Dim, Evaluates) {
  const Bindings sizes = {{"T", 7}, {"D", 12}, {"H", 3}};
  EXPECT_EQ((2 * T * D + 1).evaluate(sizes), 169);
  EXPECT_EQ(Dim::power(T - 2, 3).evaluate(sizes), 125);
  EXPECT_EQ(Dim::divide_down(T * D, 5).evaluate(sizes), 16);
  EXPECT_EQ(Dim::divide_down(-1 * T, 2).evaluate(sizes), -4);
  EXPECT_EQ((Dim::divide_down(T * D + H, 4) * T - D).evaluate(sizes), 135);
  EXPECT_EQ(Dim::divide_exactly(D, H).evaluate(sizes), 4);
  EXPECT_EQ(Dim(9).evaluate({}), 9);
}

TEST(Dim, EvaluateErrors) {
  EXPECT_EQ(message_of([] {
              return (T + D).evaluate({{"T", 1}});
            }),
            "the size D + T needs a value for D");
  EXPECT_EQ(message_of([] {
              return Dim::divide_exactly(T, 2).evaluate({{"T", 7}});
            }),
            "7 / 2 is not exact");
  EXPECT_EQ(message_of([] {
              return Dim::divide_down(T, D).evaluate({{"T", 7}, {"D", 0}});
            }),
            "division of 7 by zero");
}

TEST(Dim, Substitutes) {
  EXPECT_EQ((T * T + D).substitute({{"T", H + 1}}), H * H + 2 * H + 1 + D);
  EXPECT_EQ((T + D).substitute({{"T", D}, {"D", T}}), T + D);
  EXPECT_EQ(Dim::divide_down(T + D, 2).substitute({{"D", T}}), T);
  EXPECT_EQ(Dim::divide_exactly(T, H).substitute({{"H", 1}}), T);
}

TEST(Dims, ProductShapeAndText) {
  EXPECT_EQ(product_of({}), Dim(1));
  EXPECT_EQ(product_of({T, D, 3}), 3 * T * D);
  EXPECT_EQ(text_of(Dims{T, D + 1, 3}), "[T, D + 1, 3]");
  EXPECT_EQ(text_of(Dims{}), "[]");
  EXPECT_EQ(evaluate({T, 2 * D, 0}, {{"T", 4}, {"D", 5}}), (Shape{4, 10, 0}));
  EXPECT_EQ(message_of([] {
              return text_of(evaluate({T - 3}, {{"T", 1}}));
            }),
            "the size T - 3 is -2");
}

}  // namespace
}  // namespace atto
