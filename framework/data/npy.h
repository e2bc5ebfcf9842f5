#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "framework/core/tensor.h"
#include "framework/data/file.h"
#include "framework/data/npy_header.h"

namespace atto {

/// Reads a .npy file of NumPy, format 1.0, 2.0 or 3.0, as a row-major tensor.
///
/// float32, float64, int64 and bool stay what they are; float16 becomes float32, every other
/// integer int64, exactly. Error, beginning with the path and ending with what to do, when the
/// file is no .npy file, is damaged, holds another dtype (objects, text, complex), or a uint64 does
/// not fit. Memory is taken only for data that the file has.
Tensor read_npy(const std::string& path);

/// The same from memory; `name` stands for the path in errors.
Tensor parse_npy(std::span<const std::byte> bytes, const std::string& name);

/// The same from a source, which must hold one array and nothing else. Its errors name no file.
Tensor parse_npy(ByteSource& source);

/// The header in front of the source's elements, which remain. Its errors name no file.
NpyHeader take_npy_header(ByteSource& source);

/// Writes what np.save would write for the tensor. The file takes its place whole or not at all.
void write_npy(const std::string& path, const TensorView& tensor);
inline void write_npy(const std::string& path, const Tensor& tensor) {
  write_npy(path, tensor.view());
}

}  // namespace atto
