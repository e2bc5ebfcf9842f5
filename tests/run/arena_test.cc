#include "framework/run/arena.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace atto {
namespace {

TEST(Arena, is_aligned_and_only_grows) {
  Arena arena;
  EXPECT_EQ(arena.bytes(), 0u);
  arena.reserve(100);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.data()) % 64, 0u);
  std::byte* const data = arena.data();
  arena.reserve(50);
  EXPECT_EQ(arena.data(), data);
  EXPECT_EQ(arena.bytes(), 100u);
  arena.reserve(1000);
  EXPECT_EQ(arena.bytes(), 1000u);
}

#if defined(__SANITIZE_ADDRESS__)
TEST(ArenaDeathTest, the_address_sanitizer_sees_dead_values) {
  Arena arena;
  arena.reserve(128);
  Arena::close(arena.data(), 128);
  Arena::open(arena.data(), 64);
  arena.data()[63] = std::byte{1};
  EXPECT_DEATH(arena.data()[64] = std::byte{1}, "use-after-poison");
  Arena::open(arena.data(), 128);
}
#endif

}  // namespace
}  // namespace atto
