#pragma once
#include <cstddef>
#include <span>
#include <string>

namespace atto {

/// The bytes of a regular file, mapped into memory read-only: they are read from the disk when they
/// are first used, and programs that map one file share them. The file must not become shorter
/// meanwhile; one that is replaced as a whole (PendingFile) stays as it was.
class MappedFile {
 public:
  /// Error, about the file, when it cannot be opened or is a directory, a pipe or a device.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;  // none for an empty file
};

}  // namespace atto
