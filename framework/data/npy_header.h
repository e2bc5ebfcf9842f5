#pragma once
#include <string>
#include <string_view>

#include "framework/core/dtype.h"
#include "framework/core/shape.h"

namespace atto {

/// What the header of a .npy file says; the format is NEP 1 of NumPy
/// (https://numpy.org/neps/nep-0001-npy-format.html).
struct NpyHeader {
  std::string descr;           ///< the dtype as NumPy writes it, such as `<f4`
  bool fortran_order = false;  ///< the first axis varies fastest
  Shape shape;
};

/// The first bytes of every .npy file; the version (two bytes) and the header's size follow.
inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// Reads `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`, a Python dictionary.
/// Error when it is none, lacks a key, or the sizes cannot be counted in 64 bits.
NpyHeader parse_npy_header(std::string_view dictionary);

/// All that stands in front of the elements: the same bytes that np.save writes.
std::string npy_header(DType dtype, const Shape& shape);

}  // namespace atto
