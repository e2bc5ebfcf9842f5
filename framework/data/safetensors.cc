#include "framework/data/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "framework/core/json.h"
#include "framework/data/file.h"

namespace atto {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are shared as they stand");

constexpr std::size_t kLengthBytes = 8;              // of the header's length
constexpr std::uint64_t kLongestHeader = 100000000;  // bytes; the reference has the same limit
constexpr std::size_t kMostAxes = 64;                // as in arrays of NumPy
constexpr std::size_t kLongestMessage = 2000;        // bytes
constexpr const char* kMetadata = "__metadata__";    // a key of the header that is no tensor

std::string quoted(const std::string& name) { return "'" + printable(name) + "'"; }

using Owner = std::shared_ptr<const MappedFile>;

/// The elements where they stand, or a copy where their type cannot stand.
template <DType dtype>
Tensor shared(const StoredTensor& stored, const Owner& owner) {
  const std::byte* bytes = stored.bytes.data();
  if (reinterpret_cast<std::uintptr_t>(bytes) % size_of(dtype) == 0)
    return Tensor(dtype, stored.shape, owner, bytes);
  Tensor copy(dtype, stored.shape);
  if (!stored.bytes.empty()) std::memcpy(copy.raw(), bytes, stored.bytes.size());
  return copy;
}

Tensor truths(const StoredTensor& stored, const Owner& owner) {
  const auto strange = std::find_if(stored.bytes.begin(), stored.bytes.end(),
                                    [](std::byte b) { return b > std::byte{1}; });
  require(strange == stored.bytes.end(), "element ", strange - stored.bytes.begin(),
          " is neither 0 (false) nor 1 (true); ", kDamaged);
  return shared<DType::boolean>(stored, owner);
}

template <class From>
Tensor widened(const StoredTensor& stored, const Owner&) {
  Tensor tensor(DType::int64, stored.shape);
  const std::byte* from = stored.bytes.data();
  for (std::int64_t& value : tensor.data<std::int64_t>()) {
    From element;
    std::memcpy(&element, from, sizeof element);
    value = element;  // NOLINT(bugprone-signed-char-misuse): a number
    from += sizeof element;
  }
  return tensor;
}

struct Type {
  std::string_view name;
  std::int64_t bits;  // of an element
  Tensor (*read)(const StoredTensor&, const Owner&) = nullptr;
};
constexpr Type kTypes[] = {
    {"F64", 64, &shared<DType::float64>},
    {"F32", 32, &shared<DType::float32>},
    {"F16", 16, &shared<DType::float16>},
    {"BF16", 16, &shared<DType::bfloat16>},
    {"BOOL", 8, &truths},
    {"I64", 64, &shared<DType::int64>},
    {"I32", 32, &widened<std::int32_t>},
    {"I16", 16, &widened<std::int16_t>},
    {"I8", 8, &widened<std::int8_t>},
    {"U32", 32, &widened<std::uint32_t>},
    {"U16", 16, &widened<std::uint16_t>},
    {"U8", 8, &widened<std::uint8_t>},
    {"U64", 64},
    {"C64", 64},
    {"F8_E8M0", 8},
    {"F8_E5M2", 8},
    {"F8_E4M3", 8},
    {"F6_E3M2", 6},
    {"F6_E2M3", 6},
    {"F4", 4},
};

/// Null for a type that is not known.
const Type* type_of(const StoredTensor& tensor) {
  const auto* type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                  [&](const Type& t) { return t.name == tensor.type; });
  return type == std::end(kTypes) ? nullptr : type;
}

// What is wrong with a header ends with kDamaged, which is added in one place.

std::uint64_t header_length(std::span<const std::byte> file) {
  require(file.size() >= kLengthBytes, "the first ", kLengthBytes,
          " bytes are the length of the header, but there are only ", file.size());
  std::uint64_t length = 0;
  std::memcpy(&length, file.data(), kLengthBytes);
  const std::string said = text("the header has ", length, " bytes by the file's first ",
                                kLengthBytes, " bytes, more than the ");
  require(length <= file.size() - kLengthBytes, said, file.size() - kLengthBytes, " behind them");
  require(length <= kLongestHeader, said, kLongestHeader, " that are read");
  return length;
}

Json parse_header(std::string_view header) {
  try {
    return Json::parse(header, "");
  } catch (const Error& error) {
    const Position& at = error.position();
    if (!at) throw;
    throw Error(text("the header, line ", at.line, ", column ", at.column, ": ", error.message()));
  }
}

/// A number of elements or bytes.
std::int64_t count_of(const JsonPlace& place) {
  const auto* count = place.value().as<std::int64_t>();
  if (!count || *count < 0) place.fail("this is no whole number from 0 to 2**63 - 1");
  return *count;
}

Shape shape_of(const JsonPlace& place) {
  const std::vector<JsonPlace> sizes = place.elements();
  if (sizes.size() > kMostAxes)
    place.fail("there are ", sizes.size(), " axes, more than the ", kMostAxes, " that are read");
  Shape shape;
  for (const JsonPlace& size : sizes) shape.push_back(count_of(size));
  return shape;
}

std::span<const std::byte> bytes_at(const JsonPlace& place, std::span<const std::byte> data) {
  const std::vector<JsonPlace> offsets = place.elements();
  if (offsets.size() != 2) place.fail("these are ", offsets.size(), " numbers, not begin and end");
  const auto begin = static_cast<std::uint64_t>(count_of(offsets[0]));
  const auto end = static_cast<std::uint64_t>(count_of(offsets[1]));
  if (begin > end) place.fail("the end, ", end, ", is before the begin, ", begin);
  if (end > data.size())
    place.fail("the end is ", end, ", but only ", data.size(), " bytes follow the header");
  return data.subspan(begin, end - begin);
}

/// Error when the elements cannot be counted, or ones of a known type do not take these bytes.
void check_size(const JsonPlace& place, const StoredTensor& tensor) try {
  const std::int64_t count = elements_of(tensor.shape);
  const Type* type = type_of(tensor);
  if (!type) return;
  const std::int64_t bits = checked_multiply(count, type->bits);
  require(bits % 8 == 0 && static_cast<std::size_t>(bits / 8) == tensor.bytes.size(), type->name,
          " ", text_of(tensor.shape), " takes ", bits, " bits, but data_offsets are ",
          tensor.bytes.size(), " bytes apart");
} catch (const Error& error) {
  place.fail(error.message());
}

StoredTensor stored_tensor(const std::string& name, const Json& entry,
                           std::span<const std::byte> data) {
  const JsonPlace place(entry, "tensor " + quoted(name));
  JsonFields fields(place);
  StoredTensor tensor;
  tensor.name = name;
  tensor.type = fields.required("dtype").string();
  tensor.shape = shape_of(fields.required("shape"));
  tensor.bytes = bytes_at(fields.required("data_offsets"), data);
  fields.finish();
  if (place.object().size() != 3) place.fail("a key stands twice");
  check_size(place, tensor);
  return tensor;
}

void check_metadata(const Json& metadata) {
  if (metadata.is_null()) return;
  for (const auto& [key, value] : JsonPlace(metadata, kMetadata).object())
    JsonPlace(value, text(kMetadata, ".", printable(key))).string();
}

/// Error unless the tensors, in the order of their bytes, are all of the data without an overlap.
void check_cover(const std::vector<StoredTensor>& tensors, std::span<const std::byte> data) {
  std::size_t end = 0;
  const std::string* before = nullptr;
  for (const StoredTensor& tensor : tensors) {
    const auto begin = static_cast<std::size_t>(tensor.bytes.data() - data.data());
    require(begin >= end, "tensor ", quoted(tensor.name), " begins at byte ", begin,
            " of the data, inside tensor ", before ? quoted(*before) : "", ", which ends at ", end);
    require(begin == end, "the bytes from ", end, " to ", begin, " of the data, before tensor ",
            quoted(tensor.name), ", belong to no tensor");
    end += tensor.bytes.size();
    before = &tensor.name;
  }
  require(end == data.size(), "the last ", data.size() - end, " bytes belong to no tensor");
}

void check_names(const std::vector<StoredTensor>& tensors) {
  const auto twice = std::adjacent_find(
      tensors.begin(), tensors.end(),
      [](const StoredTensor& a, const StoredTensor& b) { return a.name == b.name; });
  if (twice != tensors.end()) throw Error("two tensors have the name " + quoted(twice->name));
}

std::vector<StoredTensor> parse(std::span<const std::byte> file) {
  const auto length = static_cast<std::size_t>(header_length(file));
  const auto header = file.subspan(kLengthBytes, length);
  const auto data = file.subspan(kLengthBytes + length);
  const Json json = parse_header({reinterpret_cast<const char*>(header.data()), header.size()});
  std::vector<StoredTensor> tensors;
  bool metadata = false;
  for (const auto& [name, entry] : JsonPlace(json, "the header").object()) {
    if (name != kMetadata) {
      tensors.push_back(stored_tensor(name, entry, data));
      continue;
    }
    require(!metadata, kMetadata, " stands twice in the header");
    metadata = true;
    check_metadata(entry);
  }
  std::sort(tensors.begin(), tensors.end(), [](const StoredTensor& a, const StoredTensor& b) {
    return std::pair(a.bytes.data(), a.bytes.size()) < std::pair(b.bytes.data(), b.bytes.size());
  });
  check_cover(tensors, data);
  std::sort(tensors.begin(), tensors.end(),
            [](const StoredTensor& a, const StoredTensor& b) { return a.name < b.name; });
  check_names(tensors);
  return tensors;
}

}  // namespace

SafetensorsFile::SafetensorsFile(const std::string& path)
    : path_(path), file_(std::make_shared<MappedFile>(path)) {
  about_file(path, [&] {
    const auto bytes = file_->bytes();
    try {
      tensors_ = parse(bytes);
    } catch (const Error& error) {
      const std::string other =
          known_mistake(bytes.first(std::min(bytes.size(), kHeadBytes)), "a safetensors file");
      require(other.empty(), other);
      throw Error(text(printable(error.message(), kLongestMessage), "; ", kDamaged));
    }
  });
}

const StoredTensor* SafetensorsFile::find(const std::string& name) const {
  const auto found =
      std::lower_bound(tensors_.begin(), tensors_.end(), name,
                       [](const StoredTensor& t, const std::string& n) { return t.name < n; });
  return found != tensors_.end() && found->name == name ? &*found : nullptr;
}

Tensor SafetensorsFile::read(const StoredTensor& tensor) const {
  return about_file(path_, [&] {
    try {
      const Type* type = type_of(tensor);
      require(type && type->read, "the type ", printable(tensor.type), " is not supported ",
              "(F64, F32, F16, BF16, BOOL, I64 and smaller integers are); convert the tensor to ",
              "one of these in Python and write the file again");
      return type->read(tensor, file_);
    } catch (const Error& error) {
      throw Error(text("tensor ", quoted(tensor.name), ": ", error.message()));
    }
  });
}

}  // namespace atto
