#include "framework/core/memory.h"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace atto {
namespace {

constexpr std::size_t kAlignment = 64;         // bytes
constexpr std::size_t kHugePage = 2u << 20;    // bytes
constexpr std::size_t kLarge = 2 * kHugePage;  // from here on

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t(bytes < kLarge ? kAlignment : kHugePage);
}

}  // namespace

void* allocate(std::size_t bytes) {
  void* const memory = ::operator new(bytes > 0 ? bytes : 1, alignment_of(bytes), std::nothrow);
#ifdef MADV_HUGEPAGE
  // Only a wish: without it all works, slower.
  if (memory && bytes >= kLarge) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

void release(void* memory, std::size_t bytes) { ::operator delete(memory, alignment_of(bytes)); }

}  // namespace atto
