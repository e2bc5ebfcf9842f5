#include "framework/data/npy.h"

#include <algorithm>
#include <array>
#include <vector>

#include "framework/data/npy_dtype.h"
#include "framework/data/npy_header.h"

namespace atto {
namespace {

constexpr std::size_t kLongestHeader = 1 << 16;  // bytes; one of 64 axes has about 1500
constexpr std::size_t kChunk = 1 << 16;          // bytes that are converted at a time

/// `count` bytes of what stands in front of the elements.
std::string take(ByteSource& source, std::size_t count) {
  require(source.remaining() >= count, "the header needs ", count, " more bytes, but ",
          source.remaining(), " are left; ", kDamaged);
  std::string bytes(count, '\0');
  source.read(bytes.data(), count);
  return bytes;
}

void check_magic(ByteSource& source) {
  const auto up_to = [&](std::size_t count) {
    return take(source,
                static_cast<std::size_t>(std::min<std::uint64_t>(count, source.remaining())));
  };
  std::string head = up_to(kNpyMagic.size());
  if (head == kNpyMagic) return;
  head += up_to(kHeadBytes - head.size());
  throw Error(mistaken(std::as_bytes(std::span(head)), "a .npy file"));
}

/// The bytes of the header's dictionary; version and size in front of it are read.
std::string take_dictionary(ByteSource& source) {
  const std::string version = take(source, 2);
  const int major = static_cast<unsigned char>(version[0]);
  const int minor = static_cast<unsigned char>(version[1]);
  require(major >= 1 && major <= 3 && minor == 0, "the file has version ", major, ".", minor,
          " of the .npy format; 1.0, 2.0 and 3.0 are read: write it again with np.save");
  std::size_t size = 0;
  const std::string field = take(source, major == 1 ? 2 : 4);  // little-endian
  for (std::size_t i = 0; i < field.size(); ++i)
    size |= std::size_t{static_cast<unsigned char>(field[i])} << (8 * i);
  require(size <= kLongestHeader, "the header has ", size, " bytes, more than the ", kLongestHeader,
          " that are read: the array is structured, or ", kDamaged);
  return take(source, size);
}

void check_size(std::uint64_t remaining, const NpyHeader& header, const NpyDType& stored) {
  const auto wanted = static_cast<std::uint64_t>(elements_of(header.shape)) * stored.bytes;
  if (wanted == remaining) return;
  const std::string sizes =
      text("the header says ", stored.code, " ", text_of(header.shape), ", which takes ", wanted,
           " bytes, but ", remaining, " follow it; ");
  require(wanted < remaining, sizes, kDamaged);
  throw Error(sizes + "one file holds one array: write each to a file of its own, or use np.savez");
}

void read_elements(ByteSource& source, const NpyDType& stored, Tensor& tensor) {
  std::array<std::byte, kChunk> chunk;
  auto* to = static_cast<std::byte*>(tensor.raw());
  auto left = static_cast<std::size_t>(tensor.size());
  while (left > 0) {
    const std::size_t count = std::min(left, kChunk / stored.bytes);
    source.read(chunk.data(), count * stored.bytes);
    stored.convert(chunk.data(), count, to);
    to += count * size_of(stored.dtype);
    left -= count;
  }
}

/// The transpose of all axes: from [c, b, a] to [a, b, c].
Tensor transposed(const Tensor& from) {
  const Shape shape(from.shape().rbegin(), from.shape().rend());
  Tensor out(from.dtype(), shape);
  std::vector<std::int64_t> strides(shape.size(), 1);  // of an axis of `out` in `from`
  for (std::size_t axis = 1; axis < shape.size(); ++axis)
    strides[axis] = strides[axis - 1] * shape[axis - 1];
  visit(from.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const auto source = std::as_const(from).template data<T>();
    Shape index(shape.size(), 0);
    std::int64_t offset = 0;
    for (T& value : out.template data<T>()) {
      value = source[static_cast<std::size_t>(offset)];
      for (std::size_t axis = shape.size(); axis-- > 0;) {
        offset += strides[axis];
        if (++index[axis] < shape[axis]) break;
        offset -= strides[axis] * shape[axis];
        index[axis] = 0;
      }
    }
  });
  return out;
}

}  // namespace

NpyHeader take_npy_header(ByteSource& source) {
  check_magic(source);
  return parse_npy_header(take_dictionary(source));
}

Tensor parse_npy(ByteSource& source) {
  NpyHeader header = take_npy_header(source);
  const NpyDType stored = npy_dtype(header.descr);
  check_size(source.remaining(), header, stored);
  const bool reversed = header.fortran_order && header.shape.size() > 1;
  if (reversed) std::reverse(header.shape.begin(), header.shape.end());
  Tensor tensor(stored.dtype, header.shape);
  read_elements(source, stored, tensor);
  return reversed ? transposed(tensor) : tensor;
}

Tensor parse_npy(std::span<const std::byte> bytes, const std::string& name) {
  return about_file(name, [&] {
    MemorySource source(bytes);
    return parse_npy(source);
  });
}

Tensor read_npy(const std::string& path) {
  return about_file(path, [&] {
    FileSource source(path);
    return parse_npy(source);
  });
}

void write_npy(const std::string& path, const TensorView& tensor) {
  const std::string header = npy_header(tensor.dtype, tensor.shape());
  write_file(path, {std::as_bytes(std::span(header)),
                    {static_cast<const std::byte*>(tensor.data), tensor.bytes()}});
}

}  // namespace atto
