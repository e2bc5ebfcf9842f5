#pragma once
#include <string>

#include "framework/core/tensor.h"

namespace atto::testing {

/// What a difference is measured against, besides 1.
enum class Against { element, largest };

/// Empty when `got` is `expected` within tolerance * max(1, |the expected element|) (or |the
/// largest expected element|), else the first place where it is not. NaN equals NaN; int64 and bool
/// are equal or not.
std::string difference(const Tensor& got, const Tensor& expected, double tolerance,
                       Against against = Against::element);

/// Whether two tensors have the same shape, type and bits.
bool same_bits(const Tensor& a, const Tensor& b);

/// Whether no element is infinite or NaN.
bool is_finite(const Tensor& tensor);

}  // namespace atto::testing
