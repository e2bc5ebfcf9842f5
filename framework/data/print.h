#pragma once
#include <string>

#include "framework/core/tensor.h"

namespace atto {

/// What `print(array)` of NumPy 1.24 prints with its default options, without the newline at the
/// end: at most 8 digits behind the point, the shortest that tell the values apart, one format for
/// the whole array; above 1000 elements only the first and last 3 of each axis; lines of 75.
std::string print_array(const TensorView& array);
inline std::string print_array(const Tensor& array) { return print_array(array.view()); }

}  // namespace atto
