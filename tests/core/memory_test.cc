#include "framework/core/memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace atto {
namespace {

TEST(Memory, IsAlignedAndWritableToItsEnd) {
  for (const std::size_t bytes :
       {0ul, 1ul, 63ul, 4096ul, (4ul << 20) - 1, 4ul << 20, 9'000'001ul}) {
    void* const memory = allocate(bytes);
    ASSERT_NE(memory, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0u) << bytes;
    std::memset(memory, 1, bytes);
    release(memory, bytes);
  }
}

}  // namespace
}  // namespace atto
