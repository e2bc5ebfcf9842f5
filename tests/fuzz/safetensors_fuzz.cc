// A safetensors file, all of whose tensors are read.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <span>
#include <string>

#include "framework/core/error.h"
#include "framework/data/safetensors.h"

namespace {

using namespace atto;

/// A file that is in memory only.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::uint8_t> bytes)
      : descriptor_(memfd_create("safetensors", 0)) {
    ATTO_CHECK(descriptor_ >= 0);
    ATTO_CHECK(write(descriptor_, bytes.data(), bytes.size()) == std::ssize(bytes));
  }
  ~MemoryFile() { close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Reads every byte of the tensor.
void sum(const Tensor& tensor) {
  const auto* bytes = static_cast<const unsigned char*>(tensor.raw());
  volatile unsigned total = 0;
  for (std::size_t i = 0; i < tensor.bytes(); ++i) total = total + bytes[i];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const MemoryFile memory({bytes, count});
  try {
    const SafetensorsFile file(memory.path());
    for (const StoredTensor& tensor : file.tensors()) {
      ATTO_CHECK(file.find(tensor.name) == &tensor);
      try {
        sum(file.read(tensor));
      } catch (const Error&) {
      }
    }
  } catch (const Error&) {
  }
  return 0;
}
