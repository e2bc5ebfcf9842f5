#include "tools/json.h"

#include <cmath>

namespace atto::tools {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json element(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  }
  return value;
}

template <class T>
Json nested(std::span<const T> data, const Shape& shape, std::size_t axis) {
  if (axis == shape.size()) return element(data[0]);
  Json list = Json::array();
  const auto size = static_cast<std::size_t>(shape[axis]);
  const std::size_t step = size == 0 ? 0 : data.size() / size;
  for (std::size_t i = 0; i < size; ++i)
    list.push_back(nested(data.subspan(i * step, step), shape, axis + 1));
  return list;
}

}  // namespace

Json to_json(const Tensor& tensor) {
  Json json;
  json["dtype"] = name_of(tensor.dtype());
  json["shape"] = tensor.shape();
  visit(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    json["data"] = nested<T>(tensor.data<T>(), tensor.shape(), 0);
  });
  return json;
}

Json to_json(double number) { return element(number); }

}  // namespace atto::tools
