#include "tools/difference.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace atto::tools {
namespace {

constexpr double kSmall = 1e-3;  // of the largest: what is below has no relative error

template <class T>
double largest_of(std::span<const T> values) {
  double largest = 0;
  for (const T value : values)
    if (const double size = std::abs(static_cast<double>(value)); std::isfinite(size))
      largest = std::max(largest, size);
  return largest;
}

template <class T>
Difference difference_of(std::span<const T> a, std::span<const T> b, Tolerance tolerance) {
  Difference out;
  const double small = kSmall * largest_of(b);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto value = static_cast<double>(a[i]), reference = static_cast<double>(b[i]);
    const double size = std::abs(reference);
    const bool same = a[i] == b[i] || (std::isnan(value) && std::isnan(reference));
    const double apart = same ? 0 : std::abs(value - reference);
    if (std::isfinite(size) && size > 0 && size >= small)
      out.relative = std::max(out.relative.value_or(0), apart / size);
    const bool is_near = std::is_floating_point_v<T> && std::isfinite(size) &&
                         apart <= tolerance.absolute + tolerance.relative * size;
    if (!same && !is_near) ++out.apart;
    if (i > 0 && !(apart > out.absolute) && !(std::isnan(apart) && !std::isnan(out.absolute)))
      continue;
    out.absolute = apart;
    out.worst = static_cast<std::int64_t>(i);
    out.value = value;
    out.reference = reference;
  }
  return out;
}

}  // namespace

Difference difference(const Tensor& value, const Tensor& reference, Tolerance tolerance) {
  ATTO_CHECK(value.shape() == reference.shape());
  const auto is_real = [](const Tensor& tensor) { return kind_of(tensor.dtype()) == Kind::real; };
  const auto compare = [&](auto zero) {
    using T = decltype(zero);
    const Tensor a = value.cast(dtype_of<T>()), b = reference.cast(dtype_of<T>());
    return difference_of(a.data<T>(), b.data<T>(), tolerance);
  };
  return is_real(value) || is_real(reference) ? compare(double{}) : compare(std::int64_t{});
}

}  // namespace atto::tools
