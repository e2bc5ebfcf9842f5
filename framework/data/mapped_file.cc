#include "framework/data/mapped_file.h"

#include <sys/mman.h>

#include <cerrno>

#include "framework/data/file.h"

namespace atto {

MappedFile::MappedFile(const std::string& path) {
  about_file(path, [&] {
    const OpenFile file(path);
    if (file.bytes() == 0) return;
    const auto count = static_cast<std::size_t>(file.bytes());
    void* bytes = ::mmap(nullptr, count, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    require(bytes != MAP_FAILED, "the file cannot be mapped into memory: ", system_message(errno));
    bytes_ = {static_cast<const std::byte*>(bytes), count};
  });
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace atto
