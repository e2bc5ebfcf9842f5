#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace atto {

/// Concrete sizes of a tensor's axes, each at least 0.
using Shape = std::vector<std::int64_t>;

/// a + b and a * b in 64 bits; Error "... overflows" when they do not fit.
std::int64_t checked_add(std::int64_t a, std::int64_t b);
std::int64_t checked_multiply(std::int64_t a, std::int64_t b);

/// The product of the sizes (1 for a scalar). Error when one is negative, and when the product
/// overflows, even if another size is 0: strides stay in 64 bits too.
std::int64_t elements_of(const Shape& shape);

/// `[2, 3]`.
std::string text_of(const Shape& shape);

}  // namespace atto
