#include "framework/run/arena.h"

#include <new>

#include "framework/core/error.h"

#if defined(__SANITIZE_ADDRESS__)
#define ATTO_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATTO_POISONS 1
#endif
#endif

#ifdef ATTO_POISONS
#include <sanitizer/asan_interface.h>
#endif

namespace atto {
namespace {
constexpr std::align_val_t kAlignment{64};
}

void Arena::reserve(std::size_t bytes) {
  if (bytes <= bytes_) return;
  data_.reset();
  bytes_ = 0;
  data_.reset(static_cast<std::byte*>(::operator new(bytes, kAlignment, std::nothrow)));
  require(data_ != nullptr, "there is no memory for the ", bytes, " bytes that this run needs");
  bytes_ = bytes;
}

void Arena::Free::operator()(std::byte* data) const { ::operator delete(data, kAlignment); }

void Arena::open([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#ifdef ATTO_POISONS
  ASAN_UNPOISON_MEMORY_REGION(data, bytes);
#endif
}

void Arena::close([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#ifdef ATTO_POISONS
  ASAN_POISON_MEMORY_REGION(data, bytes);
#endif
}

}  // namespace atto
