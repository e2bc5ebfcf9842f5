#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "framework/core/dtype.h"

namespace atto {

/// How a .npy file stores elements, and how they become ours without losing anything.
struct NpyDType {
  std::string_view code;         ///< kind and bytes, such as `f2`
  std::size_t bytes = 0;         ///< of a stored element
  DType dtype = DType::float32;  ///< what it is read as: the next larger one that holds every value
  /// Converts `count` elements; `to` has the type of `dtype`. Error when a uint64 does not fit.
  void (*convert)(const std::byte* from, std::size_t count, void* to) = nullptr;
};

/// The stored dtype that NumPy's `descr` names: float16, float32 and float64, integers of 8 to 64
/// bits, bool; either byte order. Error, with what to do, for any other: objects, text, complex
/// numbers, dates, raw bytes.
NpyDType npy_dtype(const std::string& descr);

}  // namespace atto
