// A .npy array or an .npz archive, all of whose arrays are read.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <span>
#include <string>

#include "framework/data/npy.h"
#include "framework/data/npz.h"

namespace {

using namespace atto;

/// A file that is in memory only.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::byte> bytes) : descriptor_(memfd_create("npz", 0)) {
    ATTO_CHECK(descriptor_ >= 0);
    ATTO_CHECK(write(descriptor_, bytes.data(), bytes.size()) == std::ssize(bytes));
  }
  ~MemoryFile() { close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

void read_archive(std::span<const std::byte> bytes) {
  const MemoryFile file(bytes);
  const NpzReader reader(file.path());
  for (const std::string& name : reader.names()) {
    try {
      reader.read(name);
    } catch (const Error&) {
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  const auto input = std::as_bytes(std::span(bytes, count));
  try {
    if (count > 0 && bytes[0] == 'P')
      read_archive(input);
    else
      parse_npy(input, "array");
  } catch (const atto::Error&) {
  }
  return 0;
}
