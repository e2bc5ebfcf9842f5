#pragma once
#include <cstdint>
#include <optional>

#include "framework/core/tensor.h"

namespace atto::tools {

/// How far a value may be from its reference b: |a - b| <= absolute + relative * |b|, as in
/// numpy.allclose.
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};

/// How far two tensors are apart.
struct Difference {
  double absolute = 0;  ///< the largest |a - b|; NaN when one of the two is NaN
  /// The largest |a - b| / |b| where |b| is at least a thousandth of the largest one: below that it
  /// says nothing. None when there is no such element.
  std::optional<double> relative;
  std::int64_t apart = 0;  ///< elements that are further apart than they may be
  std::int64_t worst = 0;  ///< the index of the element with the largest |a - b|
  double value = 0;        ///< that element
  double reference = 0;    ///< and its reference
};

/// Of tensors of equal shape. NaN equals NaN; int64 and bool are compared exactly.
Difference difference(const Tensor& value, const Tensor& reference, Tolerance tolerance);

}  // namespace atto::tools
