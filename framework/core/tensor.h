#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "framework/core/dtype.h"
#include "framework/core/error.h"
#include "framework/core/shape.h"

namespace atto {

/// A tensor that somebody else owns: plain, row-major, contiguous. The only tensor type that
/// crosses the library's boundary. `data` is null for an input that is absent or an output nobody
/// wants.
struct TensorView {
  void* data = nullptr;
  const std::int64_t* dims = nullptr;
  std::int32_t rank = 0;
  DType dtype = DType::float32;

  std::int64_t size() const {
    std::int64_t n = 1;
    for (std::int32_t i = 0; i < rank; ++i) n *= dims[i];
    return n;
  }
  std::size_t bytes() const { return static_cast<std::size_t>(size()) * size_of(dtype); }
  Shape shape() const { return Shape(dims, dims + rank); }
};

/// A tensor that owns its elements, or shares those of a file: row-major, contiguous, 64-byte
/// aligned (those of a file as their type needs). A copy shares them.
class Tensor {
 public:
  /// A float64 scalar 0.
  Tensor() : Tensor(DType::float64, {}) {}
  /// Zeros. Throws Error when the bytes overflow or cannot be had.
  Tensor(DType dtype, Shape shape);
  /// Elements that `owner` keeps alive (a mapped file); they must not be written.
  Tensor(DType dtype, Shape shape, std::shared_ptr<const void> owner, const void* data);

  template <class T>
  static Tensor of(Shape shape, const std::vector<T>& values);

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  std::int64_t size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * size_of(dtype_); }
  void* raw() { return data_; }
  const void* raw() const { return data_; }

  /// The elements; T must be the dtype's type.
  template <class T>
  std::span<T> data() {
    ATTO_CHECK(dtype_of<T>() == dtype_);
    return {static_cast<T*>(data_), static_cast<std::size_t>(size_)};
  }
  template <class T>
  std::span<const T> data() const {
    ATTO_CHECK(dtype_of<T>() == dtype_);
    return {static_cast<const T*>(data_), static_cast<std::size_t>(size_)};
  }

  /// Valid as long as this tensor stands where it is.
  TensorView view() const {
    return {data_, shape_.data(), static_cast<std::int32_t>(shape_.size()), dtype_};
  }
  /// The same elements under another shape of equal size.
  Tensor reshaped(Shape shape) const;
  /// A tensor of another dtype; the same one when it is that already. Throws Error for real ->
  /// int64 or bool when a value would change. From float16 and bfloat16 it is exact, NaN stays NaN;
  /// to them it rounds to nearest, ties to even.
  Tensor cast(DType dtype) const;
  /// A copy that shares nothing.
  Tensor clone() const;

 private:
  DType dtype_;
  Shape shape_;
  std::int64_t size_ = 0;
  std::shared_ptr<const void> owner_;
  void* data_ = nullptr;
};

/// Calls `work` with a value of the dtype's C++ type: visit(dtype, [&](auto zero) { ... }). Not for
/// those that are storage only.
template <class Work>
decltype(auto) visit(DType dtype, Work&& work) {
  ATTO_CHECK(!is_storage(dtype));
  switch (dtype) {
    case DType::float32: return work(float{});
    case DType::float64: return work(double{});
    case DType::int64: return work(std::int64_t{});
    default: break;
  }
  return work(bool{});
}

template <class T>
Tensor Tensor::of(Shape shape, const std::vector<T>& values) {
  Tensor tensor(dtype_of<T>(), std::move(shape));
  require(tensor.size() == static_cast<std::int64_t>(values.size()), "a tensor of shape ",
          text_of(tensor.shape()), " takes ", tensor.size(), " values, not ", values.size());
  auto out = tensor.data<T>();
  for (std::size_t i = 0; i < values.size(); ++i) out[i] = values[i];
  return tensor;
}

}  // namespace atto
