#include "framework/run/arena.h"

#include "framework/core/error.h"
#include "framework/core/memory.h"

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

void Arena::reserve(std::size_t bytes) {
  if (bytes <= bytes_) return;
  data_.reset();
  bytes_ = 0;
  data_ = {static_cast<std::byte*>(allocate(bytes)), Free{bytes}};
  require(data_ != nullptr, "there is no memory for the ", bytes, " bytes that this run needs");
  bytes_ = bytes;
}

void Arena::Free::operator()(std::byte* data) const { release(data, bytes); }

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
