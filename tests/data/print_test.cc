#include "framework/data/print.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "framework/core/tensor.h"
#include "tests/data/helpers.h"

namespace atto {
namespace {

using testing::kInf;
using testing::kNan;
using testing::kSmallest;

struct PrintCase {
  std::string name;
  Tensor tensor;
  std::string text;
};

/// start, start + step, ...
template <class T>
Tensor ramp(Shape shape, double start, double step) {
  Tensor out(dtype_of<T>(), std::move(shape));
  double i = 0;
  for (T& value : out.data<T>()) value = static_cast<T>(start + step * i++);
  return out;
}

std::vector<PrintCase> print_cases() {
  return {
#include "tests/data/print_literals.inc"
  };
}

// The literals come from NumPy, by print_literals.py.
TEST(Print, PrintsWhatNumPyPrints) {
  for (const PrintCase& row : print_cases())
    EXPECT_EQ(print_array(row.tensor), row.text) << row.name;
}

TEST(Print, TakesViewsOfSomebodyElsesElements) {
  float values[] = {1, 2.5F};
  const std::int64_t dims[] = {2, 1};
  EXPECT_EQ(print_array(TensorView{values, dims, 2, DType::float32}), "[[1. ]\n [2.5]]");
  EXPECT_EQ(print_array(TensorView{values, nullptr, 0, DType::float32}), "1.0");
}

}  // namespace
}  // namespace atto
