#pragma once
#include <cstddef>

namespace atto {

/// Memory for tensors: 64-byte aligned, a cache line and the widest vector register. Large pieces
/// ask for huge pages, as in NumPy: touching memory for the first time then costs a five hundredth.
/// Null when there is none.
void* allocate(std::size_t bytes);
void release(void* memory, std::size_t bytes);

}  // namespace atto
