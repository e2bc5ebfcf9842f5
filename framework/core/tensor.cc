#include "framework/core/tensor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>

#include "framework/core/half.h"
#include "framework/core/memory.h"

namespace atto {
namespace {

/// With as many digits as tell it from its neighbours.
template <class T>
std::string written(T value) {
  char digits[64];
  return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

/// What a cast writes; Error when a real is no whole number, or a number is no truth value.
template <class To, class From>
To converted(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_same_v<To, std::int64_t>) {
    const bool fits = value >= From(-9223372036854775808.0) && value < From(9223372036854775808.0);
    if (!fits || std::trunc(value) != value)
      throw Error(written(value) + " is no 64-bit whole number");
  } else if constexpr (std::is_same_v<To, bool> && !std::is_same_v<From, bool>) {
    if (value != From(0) && value != From(1))
      throw Error(written(value) + " is neither 0 (false) nor 1 (true)");
  }
  return static_cast<To>(value);
}

}  // namespace

Tensor::Tensor(DType dtype, Shape shape) : dtype_(dtype), shape_(std::move(shape)) {
  size_ = elements_of(shape_);
  const auto count = checked_multiply(size_, static_cast<std::int64_t>(size_of(dtype_)));
  const auto bytes = static_cast<std::size_t>(count);
  data_ = allocate(bytes);
  if (data_ == nullptr)
    throw Error(
        text("there is no memory for a tensor of shape ", text_of(shape_), ", ", bytes, " bytes"));
  owner_ = std::shared_ptr<void>(data_, [bytes](void* memory) { release(memory, bytes); });
  std::memset(data_, 0, bytes);
}

Tensor::Tensor(DType dtype, Shape shape, std::shared_ptr<const void> owner, const void* data)
    : dtype_(dtype),
      shape_(std::move(shape)),
      size_(elements_of(shape_)),
      owner_(std::move(owner)),
      data_(const_cast<void*>(data)) {}

Tensor Tensor::reshaped(Shape shape) const {
  require(elements_of(shape) == size_, "a tensor of shape ", text_of(shape_), " cannot become ",
          text_of(shape));
  return Tensor(dtype_, std::move(shape), owner_, data_);
}

Tensor Tensor::cast(DType dtype) const {
  if (dtype == dtype_) return *this;
  if (is_storage(dtype_) && dtype != DType::float32) return cast(DType::float32).cast(dtype);
  if (is_storage(dtype) && dtype_ != DType::float32) return cast(DType::float32).cast(dtype);
  Tensor out(dtype, shape_);
  const auto count = static_cast<std::size_t>(size_);
  if (is_storage(dtype_)) {
    expand(dtype_, static_cast<const std::uint16_t*>(data_), static_cast<float*>(out.data_), count);
    return out;
  }
  if (is_storage(dtype)) {
    shorten(dtype, static_cast<const float*>(data_), static_cast<std::uint16_t*>(out.data_), count);
    return out;
  }
  visit(dtype_, [&](auto from) {
    visit(dtype, [&](auto to) {
      const auto source = data<decltype(from)>();
      const auto target = out.data<decltype(to)>();
      for (std::size_t i = 0; i < source.size(); ++i)
        target[i] = converted<decltype(to)>(source[i]);
    });
  });
  return out;
}

Tensor Tensor::clone() const {
  Tensor out(dtype_, shape_);
  if (size_ > 0) std::memcpy(out.raw(), raw(), bytes());
  return out;
}

}  // namespace atto
