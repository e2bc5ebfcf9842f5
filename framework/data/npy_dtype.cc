#include "framework/data/npy_dtype.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "framework/core/error.h"
#include "framework/core/half.h"
#include "framework/data/file.h"

namespace atto {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are copied as they stand");

template <std::size_t bytes>
using Bits = std::conditional_t<
    bytes == 1, std::uint8_t,
    std::conditional_t<bytes == 2, std::uint16_t,
                       std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>>>;

template <class T>
T swapped(T bits) {
  if constexpr (sizeof(T) == 2) return __builtin_bswap16(bits);
  if constexpr (sizeof(T) == 4) return __builtin_bswap32(bits);
  if constexpr (sizeof(T) == 8) return __builtin_bswap64(bits);
  return bits;
}

/// A binary16 of IEEE 754: 1 bit of sign, 5 of exponent, 10 of fraction.
struct Half {
  std::uint16_t bits;
};

template <class To, class From>
To read_as(From value) {
  if constexpr (std::is_same_v<From, Half>) {
    return float_of_half(value.bits);
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != 0;  // as NumPy takes it; another byte than 0 and 1 is no C++ bool
  } else if constexpr (std::is_same_v<From, std::uint64_t>) {
    require(value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()),
            "the uint64 value ", value, " does not fit int64; save the array with ",
            ".astype(np.int64) or .astype(np.float64)");
    return static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <class From, class To, bool swap>
void convert(const std::byte* from, std::size_t count, void* to) {
  auto* out = static_cast<To*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    Bits<sizeof(From)> bits;
    std::memcpy(&bits, from + i * sizeof(From), sizeof(From));
    if constexpr (swap) bits = swapped(bits);
    out[i] = read_as<To>(std::bit_cast<From>(bits));
  }
}

template <class From, class To>
NpyDType row(std::string_view code, bool swap) {
  return {code, sizeof(From), dtype_of<To>(),
          swap ? &convert<From, To, true> : &convert<From, To, false>};
}

std::string why_not(const std::string& descr, char kind) {
  const std::string name = "the dtype '" + printable(descr) + "' is ";
  switch (kind) {
    case 'O':
      return "the array holds Python objects (pickled), which are never loaded; convert it with "
             ".astype(np.float32), or another numeric dtype, and save it again with np.save";
    case 'S':
    case 'a':
    case 'U': return name + "text; turn the words into numbers and save those with np.save";
    case 'c': return name + "complex; save array.real and array.imag as arrays of their own";
    case 'M':
    case 'm': return name + "a date or a duration; save array.astype(np.int64)";
    case 'V':
      return name +
             "raw bytes, as bfloat16 and fields are saved; save array.astype(np.float32), or "
             "each field";
    default:
      return name +
             "not read (f2, f4, f8, i1 to i8, u1 to u8 and b1 are); save "
             "array.astype(np.float64), or another numeric dtype";
  }
}

}  // namespace

NpyDType npy_dtype(const std::string& descr) {
  const bool has_order =
      !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string_view::npos;
  const std::string code = descr.substr(has_order ? 1 : 0);
  const bool swap = descr.starts_with('>');
  for (const NpyDType& dtype : {
           row<float, float>("f4", swap),
           row<double, double>("f8", swap),
           row<std::int64_t, std::int64_t>("i8", swap),
           row<std::uint8_t, bool>("b1", swap),
           row<Half, float>("f2", swap),
           row<std::int8_t, std::int64_t>("i1", swap),
           row<std::int16_t, std::int64_t>("i2", swap),
           row<std::int32_t, std::int64_t>("i4", swap),
           row<std::uint8_t, std::int64_t>("u1", swap),
           row<std::uint16_t, std::int64_t>("u2", swap),
           row<std::uint32_t, std::int64_t>("u4", swap),
           row<std::uint64_t, std::int64_t>("u8", swap),
       })
    if (dtype.code == code) return dtype;
  throw Error(why_not(descr, code.empty() ? '\0' : code[0]));
}

}  // namespace atto
