#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "framework/data/file.h"
#include "framework/data/safetensors.h"

namespace atto {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are written as they stand");

constexpr std::size_t kAlignment = 8;  // of the first tensor in the file
constexpr const char* kMetadata = "__metadata__";

using Named = std::pair<std::string, Tensor>;

struct Type {
  DType dtype;
  std::string_view name;
};
constexpr Type kOrder[] = {{DType::int64, "I64"},   {DType::float64, "F64"},
                           {DType::float32, "F32"}, {DType::bfloat16, "BF16"},
                           {DType::float16, "F16"}, {DType::boolean, "BOOL"}};

/// Of the tensor's dtype in kOrder.
const Type* type_of(const Named& named) {
  return std::find_if(std::begin(kOrder), std::end(kOrder),
                      [&](const Type& type) { return type.dtype == named.second.dtype(); });
}

std::string json_of(const std::string& words) {
  try {
    return nlohmann::json(words).dump();
  } catch (const nlohmann::json::exception&) {
    throw Error(text("the name or text '", printable(words), "' is not UTF-8"));
  }
}

std::vector<const Named*> in_order(const std::vector<Named>& tensors) {
  std::vector<const Named*> order;
  std::set<std::string_view> names = {kMetadata};
  for (const Named& named : tensors) {
    require(named.first != kMetadata, "no tensor can have the name ", kMetadata);
    require(names.insert(named.first).second, "two tensors have the name '", printable(named.first),
            "'");
    order.push_back(&named);
  }
  std::sort(order.begin(), order.end(), [](const Named* a, const Named* b) {
    return std::pair(type_of(*a), std::string_view(a->first)) <
           std::pair(type_of(*b), std::string_view(b->first));
  });
  return order;
}

std::string header_of(const std::vector<const Named*>& tensors,
                      const std::map<std::string, std::string>& metadata) {
  std::string header = "{";
  const auto add = [&](const std::string& key, const std::string& value) {
    header += (header.ends_with('{') ? "" : ",") + json_of(key) + ":" + value;
  };
  if (!metadata.empty()) {
    add(kMetadata, "{");
    for (const auto& [key, value] : metadata) add(key, json_of(value));
    header += "}";
  }
  std::uint64_t begin = 0;
  for (const Named* named : tensors) {
    std::string shape = text_of(named->second.shape());
    std::erase(shape, ' ');
    const std::uint64_t end = begin + named->second.bytes();
    add(named->first, text("{\"dtype\":\"", type_of(*named)->name, "\",\"shape\":", shape,
                           ",\"data_offsets\":[", begin, ",", end, "]}"));
    begin = end;
  }
  header += "}";
  header.append((kAlignment - header.size() % kAlignment) % kAlignment, ' ');
  return header;
}

}  // namespace

void write_safetensors(const std::string& path, const std::vector<Named>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  about_file(path, [&] {
    const std::vector<const Named*> order = in_order(tensors);
    const std::string header = header_of(order, metadata);
    const std::array<std::uint64_t, 1> length = {header.size()};
    std::vector<std::span<const std::byte>> pieces = {std::as_bytes(std::span(length)),
                                                      std::as_bytes(std::span(header))};
    for (const Named* named : order)
      pieces.emplace_back(static_cast<const std::byte*>(named->second.raw()),
                          named->second.bytes());
    write_file(path, pieces);
  });
}

}  // namespace atto
