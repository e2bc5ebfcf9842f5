// Gradients of broadcast inputs that are large enough to be cut into ranges; the rows are too small
// for that.
#include <gtest/gtest.h>

#include "ops/broadcast.h"

namespace atto {
namespace {

/// Small whole numbers: their sums are exact in any order.
std::vector<double> numbers(const Shape& shape, std::int64_t step) {
  std::vector<double> out(static_cast<std::size_t>(elements_of(shape)));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<double>(static_cast<std::int64_t>(i) * step % 7 - 3);
  return out;
}

TensorView view(std::vector<double>& values, const Shape& shape) {
  return {values.data(), shape.data(), static_cast<std::int32_t>(shape.size()), DType::float64};
}

/// The gradient of a in y = a b with an index for each element.
std::vector<double> expected(const std::vector<double>& dy, const Shape& y,
                             const std::vector<double>& b, const Shape& b_shape,
                             const Shape& a_shape) {
  std::vector<double> da(static_cast<std::size_t>(elements_of(a_shape)), 0);
  const auto at_a = broadcast_indices(a_shape, y), at_b = broadcast_indices(b_shape, y);
  for (std::size_t i = 0; i < dy.size(); ++i)
    da[static_cast<std::size_t>(at_a[i])] += dy[i] * b[static_cast<std::size_t>(at_b[i])];
  return da;
}

void check(const Shape& a_shape, const Shape& b_shape, const Shape& y) {
  SCOPED_TRACE(text_of(a_shape) + " " + text_of(b_shape));
  std::vector<double> b = numbers(b_shape, 5), dy = numbers(y, 3);
  const std::vector<double> da = expected(dy, y, b, b_shape, a_shape);
  std::vector<double> got(da.size(), -1);
  const TensorView x_views[] = {view(got, a_shape), view(b, b_shape)};
  const TensorView dy_views[] = {view(dy, y)}, dx_views[] = {view(got, a_shape)};
  const In<double> x(x_views), g(dy_views);
  const int before = threads();
  for (const int count : {1, 2, 4}) {
    set_threads(count);
    std::fill(got.begin(), got.end(), std::numeric_limits<double>::quiet_NaN());
    const auto times = [](double dy_at, double b_at) { return dy_at * b_at; };
    store_gradient(Out<double>(dx_views), 0, times, operand(g, 0), operand(x, 1));
    EXPECT_EQ(got, da) << count << " threads";
  }
  set_threads(before);
}

TEST(BroadcastGradient, IsTheSumOverWhatWasBroadcast) {
  const Shape matrix = {300, 700}, many = {13, 5, 70, 33};
  check(matrix, matrix, matrix);
  check({700}, matrix, matrix);
  check({300, 1}, matrix, matrix);
  check({}, matrix, matrix);
  check({1, 1}, matrix, matrix);
  check(matrix, {700}, matrix);
  check(matrix, {300, 1}, matrix);
  check({300, 1}, {700}, matrix);
  check({1, 700}, {300, 1}, matrix);
  check({5, 1, 33}, many, many);
  check({13, 1, 70, 1}, {5, 1, 33}, many);
  check({1, 5, 1, 1}, {13, 1, 70, 33}, many);
  check({70, 33}, {13, 5, 1, 1}, many);
  check({1, 1, 33}, many, many);
  check({1, 700}, {0, 1}, {0, 700});
}

}  // namespace
}  // namespace atto
