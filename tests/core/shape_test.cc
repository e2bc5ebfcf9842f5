#include "framework/core/shape.h"

#include <gtest/gtest.h>

#include <limits>

#include "framework/core/error.h"

namespace atto {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

template <class Work>
std::string message_of(const Work& work) {
  try {
    return text("no error: ", work());
  } catch (const Error& error) {
    return error.message();
  }
}

TEST(Shape, SumsAndProductsAreChecked) {
  EXPECT_EQ(checked_add(kLargest - 1, 1), kLargest);
  EXPECT_EQ(checked_add(-kLargest, -1), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(checked_multiply(std::int64_t{1} << 31, std::int64_t{1} << 31), std::int64_t{1} << 62);
  EXPECT_EQ(message_of([] { return checked_add(kLargest, 1); }),
            "the size 9223372036854775807 + 1 overflows 64 bits");
  EXPECT_EQ(message_of([] { return checked_multiply(std::int64_t{1} << 32, -(1LL << 32)); }),
            "the size 4294967296 * -4294967296 overflows 64 bits");
}

TEST(Shape, Elements) {
  EXPECT_EQ(elements_of({}), 1);
  EXPECT_EQ(elements_of({2, 3, 4}), 24);
  EXPECT_EQ(elements_of({2, 0, 4}), 0);
  EXPECT_EQ(elements_of({kLargest}), kLargest);
}

TEST(Shape, ElementsErrors) {
  EXPECT_EQ(message_of([] {
              return elements_of({kLargest, 2});
            }),
            "the size 9223372036854775807 * 2 overflows 64 bits");
  EXPECT_EQ(message_of([] {
              return elements_of({kLargest, 2, 0});
            }),
            "the size 9223372036854775807 * 2 overflows 64 bits");
  EXPECT_EQ(message_of([] {
              return elements_of({-2, -3});
            }),
            "a tensor cannot have the shape [-2, -3]");
}

TEST(Shape, Text) {
  EXPECT_EQ(text_of(Shape{}), "[]");
  EXPECT_EQ(text_of(Shape{7}), "[7]");
  EXPECT_EQ(text_of(Shape{2, 3}), "[2, 3]");
}

}  // namespace
}  // namespace atto
