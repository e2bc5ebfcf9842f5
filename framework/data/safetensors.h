#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/tensor.h"
#include "framework/data/mapped_file.h"

namespace atto {

/// A tensor as a safetensors file holds it.
struct StoredTensor {
  std::string name;
  std::string type;  ///< of an element, in the format's words: `F32`, `BF16`
  Shape shape;
  std::span<const std::byte> bytes;  ///< row-major, little-endian; they live as long as the file
};

/// A file of tensors in Hugging Face's safetensors format
/// (https://huggingface.co/docs/safetensors): 8 bytes with the length of the header, the header, a
/// JSON object, and the tensors' bytes one behind the other. The file is mapped, not read.
class SafetensorsFile {
 public:
  /// Reads and checks the header. Error, about the file, when it is something else, is cut off, or
  /// the header is not what the format demands: the tensors fill the file without gap or overlap.
  explicit SafetensorsFile(const std::string& path);

  /// Sorted by name.
  const std::vector<StoredTensor>& tensors() const { return tensors_; }
  /// Null when there is none of the name.
  const StoredTensor* find(const std::string& name) const;

  /// One of tensors(). F64, F32, F16, BF16, I64 and BOOL share the file's memory, which lives as
  /// long as the tensor does, unless their bytes stand where their type cannot; I32 and U8 become
  /// int64. Error for other types, and for a BOOL that is neither 0 nor 1.
  Tensor read(const StoredTensor& tensor) const;

 private:
  std::string path_;
  std::shared_ptr<const MappedFile> file_;
  std::vector<StoredTensor> tensors_;
};

/// Writes the file that the reference implementation would write: tensors of larger elements first,
/// then by name. It takes its place whole or not at all. Error when two have one name, or a name is
/// not UTF-8 or is `__metadata__`.
void write_safetensors(const std::string& path,
                       const std::vector<std::pair<std::string, Tensor>>& tensors,
                       const std::map<std::string, std::string>& metadata = {});

}  // namespace atto
