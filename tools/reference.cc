#include "tools/reference.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "framework/describe/expression.h"
#include "framework/describe/suggestion.h"

namespace atto::tools {
namespace {

std::vector<std::size_t> order_of(const Yaml& yaml, std::size_t axes) {
  std::vector<std::size_t> order;
  for (const Yaml& axis : yaml.items)
    order.push_back(static_cast<std::size_t>(evaluate_count(axis, Scope(), "'order'")));
  std::vector<std::size_t> sorted = order, all(axes);
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (sorted != all)
    throw Error(text("the array has ", axes, axes == 1 ? " axis" : " axes",
                     ": 'order' lists each of them once, counted from 0"),
                yaml.position);
  return order;
}

/// Reads a map of names.
class MapReader {
 public:
  MapReader(const NpzReader& archive, const Graph& graph) : archive_(archive), graph_(graph) {}

  std::map<std::string, ReferenceArray> read(const std::string& path) const {
    std::map<std::string, ReferenceArray> arrays;
    const Yaml yaml = parse_yaml(read_source(path));
    if (!yaml.is_map())
      throw Error("a map of names is expected: {ARRAY: VALUE, ...}", yaml.position);
    for (const auto& [name, value] : yaml.entries) {
      if (!archive_.has(name.scalar))
        throw Error(text("the archive has no array '", name.scalar, "'",
                         suggestion(name.scalar, archive_.names())),
                    name.position);
      arrays[name.scalar] = array_of(name.scalar, value);
    }
    return arrays;
  }

 private:
  ReferenceArray array_of(const std::string& name, const Yaml& yaml) const {
    ReferenceArray array{name};
    const Yaml* value = yaml.is_map() ? yaml.find("value") : &yaml;
    if (!value || !value->is_scalar())
      throw Error("the name of a value is expected, or {value: NAME, order: [...], reshape: true}",
                  yaml.position);
    try {
      array.value = graph_.find(value->scalar);
    } catch (Error& error) {
      throw error.at(value->position);
    }
    for (const auto& [key, setting] : yaml.entries) {
      if (key.scalar == "order")
        array.order = order_of(setting, archive_.describe(name).header.shape.size());
      else if (key.scalar == "reshape")
        array.reshape = evaluate_bool(setting, Scope(), "'reshape'");
      else if (key.scalar != "value")
        throw Error(text("there is no key '", key.scalar, "' here",
                         suggestion(key.scalar, {"value", "order", "reshape"})),
                    key.position);
    }
    return array;
  }

  const NpzReader& archive_;
  const Graph& graph_;
};

/// numpy.transpose(tensor, order).
Tensor transposed(const Tensor& tensor, const std::vector<std::size_t>& order) {
  const Shape& from = tensor.shape();
  std::vector<std::size_t> strides(from.size(), 1);  // of the tensor, in elements
  for (std::size_t axis = from.size(); axis-- > 1;)
    strides[axis - 1] = strides[axis] * static_cast<std::size_t>(from[axis]);
  Shape shape;
  for (const std::size_t axis : order) shape.push_back(from[axis]);
  Tensor out(tensor.dtype(), shape);
  visit(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const auto elements = tensor.data<T>();
    auto moved = out.template data<T>();
    for (std::size_t i = 0; i < moved.size(); ++i) {
      std::size_t rest = i, index = 0;
      for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto size = static_cast<std::size_t>(shape[axis]);
        index += rest % size * strides[order[axis]];
        rest /= size;
      }
      moved[i] = elements[index];
    }
  });
  return out;
}

}  // namespace

Reference::Reference(const std::string& path, const std::string& map, const Graph& graph)
    : archive_(path) {
  std::map<std::string, ReferenceArray> mapped;
  if (!map.empty()) mapped = MapReader(archive_, graph).read(map);
  for (const std::string& name : archive_.names()) {
    if (const auto found = mapped.find(name); found != mapped.end())
      arrays_.push_back(found->second);
    else if (graph.names.contains(name) || graph.aliases.contains(name))
      arrays_.push_back({name, graph.find(name)});
    else
      unmatched_.push_back(name);
  }
  std::stable_sort(arrays_.begin(), arrays_.end(),
                   [](const auto& a, const auto& b) { return a.value < b.value; });
  for (std::size_t i = 1; i < arrays_.size(); ++i) {
    const Value& value = graph.value(arrays_[i].value);
    require(arrays_[i].value != arrays_[i - 1].value || value.is != Value::Is::input, path,
            " has two arrays for the input '", value.name, "': '", arrays_[i - 1].name, "' and '",
            arrays_[i].name, "'; leave one out of the map");
  }
}

Tensor Reference::read(const ReferenceArray& array) const {
  const Tensor tensor = archive_.read(array.name);
  return array.order.empty() ? tensor : transposed(tensor, array.order);
}

}  // namespace atto::tools
