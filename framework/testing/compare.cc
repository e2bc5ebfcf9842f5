#include "framework/testing/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace atto::testing {
namespace {

std::string place_of(std::int64_t index, const Shape& shape) {
  Shape place(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; index /= shape[axis])
    place[axis] = index % shape[axis];
  return text_of(place);
}

bool near(double got, double expected, double allowed) {
  if (std::isnan(expected)) return std::isnan(got);
  return got == expected || std::abs(got - expected) <= allowed;
}

}  // namespace

std::string difference(const Tensor& got, const Tensor& expected, double tolerance,
                       Against against) {
  if (got.shape() != expected.shape())
    return text("has shape ", text_of(got.shape()), ", not ", text_of(expected.shape()));
  if (kind_of(got.dtype()) != kind_of(expected.dtype()))
    return text("is ", name_of(got.dtype()), ", not ", name_of(expected.dtype()));
  const bool real = kind_of(got.dtype()) == Kind::real;
  const Tensor a = real ? got.cast(DType::float64) : got;
  const Tensor b = real ? expected.cast(DType::float64) : expected;
  return visit(a.dtype(), [&](auto zero) -> std::string {
    using T = decltype(zero);
    const auto values = a.data<T>(), wanted = b.data<T>();
    double largest = 1;
    for (const T value : wanted)
      if (std::isfinite(static_cast<double>(value)))
        largest = std::max(largest, std::abs(static_cast<double>(value)));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto value = static_cast<double>(values[i]), expect = static_cast<double>(wanted[i]);
      const double scale = against == Against::largest ? largest : std::max(1.0, std::abs(expect));
      const double allowed =
          std::is_floating_point_v<T> && std::isfinite(expect) ? tolerance * scale : 0;
      if (near(value, expect, allowed)) continue;
      std::ostringstream out;
      out.precision(17);
      out << "is " << value << " at " << place_of(static_cast<std::int64_t>(i), a.shape())
          << ", not " << expect;
      return out.str();
    }
    return {};
  });
}

bool same_bits(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         (a.bytes() == 0 || std::memcmp(a.raw(), b.raw(), a.bytes()) == 0);
}

bool is_finite(const Tensor& tensor) {
  return visit(tensor.dtype(), [&](auto zero) {
    const auto values = tensor.data<decltype(zero)>();
    return std::all_of(values.begin(), values.end(),
                       [](auto value) { return std::isfinite(static_cast<double>(value)); });
  });
}

}  // namespace atto::testing
