#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace atto {

/// The element types of tensors in memory. float16 (IEEE 754 binary16) and bfloat16 (the upper half
/// of a float32) are how weights may be stored: nothing computes in them, Tensor::cast() expands
/// them.
enum class DType : std::uint8_t { float32, float64, int64, boolean, float16, bfloat16 };

/// What an element means in a graph; the session chooses the precision of `real`.
enum class Kind : std::uint8_t { real, int64, boolean };

constexpr const char* name_of(DType dtype) {
  switch (dtype) {
    case DType::float32: return "float32";
    case DType::float64: return "float64";
    case DType::int64: return "int64";
    case DType::boolean: return "bool";
    case DType::float16: return "float16";
    case DType::bfloat16: return "bfloat16";
  }
  return "?";
}

constexpr const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::real: return "real";
    case Kind::int64: return "int64";
    case Kind::boolean: return "bool";
  }
  return "?";
}

/// Bytes of one element.
constexpr std::size_t size_of(DType dtype) {
  switch (dtype) {
    case DType::float32: return 4;
    case DType::float64: return 8;
    case DType::int64: return 8;
    case DType::boolean: return 1;
    case DType::float16: return 2;
    case DType::bfloat16: return 2;
  }
  return 0;
}

/// Whether it is there to store weights only.
constexpr bool is_storage(DType dtype) {
  return dtype == DType::float16 || dtype == DType::bfloat16;
}

/// The element type of a kind when reals are `real` (float32 or float64).
constexpr DType dtype_of(Kind kind, DType real) {
  if (kind == Kind::int64) return DType::int64;
  if (kind == Kind::boolean) return DType::boolean;
  return real;
}

constexpr Kind kind_of(DType dtype) {
  if (dtype == DType::int64) return Kind::int64;
  if (dtype == DType::boolean) return Kind::boolean;
  return Kind::real;
}

template <class T>
constexpr DType dtype_of() {
  using U = std::remove_const_t<T>;
  if constexpr (std::is_same_v<U, float>) {
    return DType::float32;
  } else if constexpr (std::is_same_v<U, double>) {
    return DType::float64;
  } else if constexpr (std::is_same_v<U, std::int64_t>) {
    return DType::int64;
  } else {
    static_assert(std::is_same_v<U, bool>, "tensors hold float, double, int64 or bool");
    return DType::boolean;
  }
}

}  // namespace atto
