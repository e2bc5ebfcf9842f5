#include "framework/core/shape.h"

#include "framework/core/error.h"

namespace atto {

std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  require(!__builtin_add_overflow(a, b, &sum), "the size ", a, " + ", b, " overflows 64 bits");
  return sum;
}

std::int64_t checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  require(!__builtin_mul_overflow(a, b, &product), "the size ", a, " * ", b, " overflows 64 bits");
  return product;
}

std::int64_t elements_of(const Shape& shape) {
  std::int64_t count = 1;
  bool empty = false;
  for (const std::int64_t size : shape) {
    if (size < 0) throw Error("a tensor cannot have the shape " + text_of(shape));
    if (size == 0)
      empty = true;
    else
      count = checked_multiply(count, size);
  }
  return empty ? 0 : count;
}

std::string text_of(const Shape& shape) {
  std::string out = "[";
  for (const std::int64_t size : shape) out += (out.size() > 1 ? ", " : "") + std::to_string(size);
  return out + "]";
}

}  // namespace atto
