#include "framework/generate/along.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace atto {
namespace {

bool has_word(const std::string& words, const std::string& word) {
  std::istringstream list(words);
  for (std::string other; list >> other;)
    if (other == word) return true;
  return false;
}

/// The attribute `axis` of a node, counted from 0.
std::optional<std::size_t> axis_of(const Node& node, std::size_t rank) {
  const std::size_t at = node.attributes.find("axis: ");
  if (at == std::string::npos) return std::nullopt;
  const long axis = std::strtol(node.attributes.c_str() + at + 6, nullptr, 10);
  return static_cast<std::size_t>(axis < 0 ? axis + static_cast<long>(rank) : axis);
}

/// The part of a port's shape in which axis `at` of a tensor of that rank stands.
const Axis& axis_of(const Port& port, std::size_t at, std::size_t rank) {
  std::size_t index = 0;
  while (index < port.axes.size() && port.axes[index].is != Axis::Is::ellipsis) ++index;
  if (index == port.axes.size() || at < index) return port.axes[std::min(at, port.axes.size() - 1)];
  const std::size_t behind = port.axes.size() - index - 1;  // named axes behind the ellipsis
  return at + behind < rank ? port.axes[index] : port.axes[port.axes.size() - (rank - at)];
}

}  // namespace

std::optional<std::size_t> sole_axis(const Dims& shape, const std::string& symbol) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto symbols = shape[i].symbols();
    if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end()) continue;
    if (found || shape[i] != Dim::symbol(symbol)) return std::nullopt;
    found = i;
  }
  return found;
}

bool is_apart(const Graph& graph, const Node& node, std::size_t input, const std::string& symbol) {
  const Dims& x = graph.value(node.inputs[input]).shape;
  const Dims& y = graph.value(node.outputs[0]).shape;
  const auto from = sole_axis(x, symbol), to = sole_axis(y, symbol);
  if (!from || !to) return false;
  const Signature& signature = node.entry->signature;
  const Port& port = signature.inputs[signature.port_of(input, node.inputs.size())];
  const Traits& traits = node.entry->traits;
  if (port.axes.empty()) return false;
  const Axis& axis = axis_of(port, *from, x.size());
  if (axis.is == Axis::Is::name) return has_word(traits.apart, axis.name);
  switch (traits.ellipsis) {
    case Along::apart: return axis_of(node, x.size()) != from;
    case Along::moved: return true;
    case Along::regrouped:  // what stands in front of the axis is the same
      return *from == *to &&
             std::equal(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(*from), y.begin());
    case Along::mixed: break;
  }
  return false;
}

}  // namespace atto
