#include "framework/run/state.h"

#include <algorithm>
#include <cstring>

namespace atto {
namespace {

constexpr std::int64_t kBlock = 256;  // rows by which a state tensor grows

std::int64_t product(const Shape& shape, std::size_t begin, std::size_t end) {
  std::int64_t product = 1;
  for (std::size_t i = begin; i < end; ++i) product = checked_multiply(product, shape[i]);
  return product;
}

/// The same rows in a tensor with more room along `axis`.
Tensor grown(const Tensor& old, std::size_t axis, std::int64_t rows) {
  Shape shape = old.shape();
  shape[axis] = rows;
  Tensor out(old.dtype(), shape);
  const auto outer = static_cast<std::size_t>(product(shape, 0, axis));
  const std::size_t from = outer == 0 ? 0 : old.bytes() / outer;
  const std::size_t to = outer == 0 ? 0 : out.bytes() / outer;
  for (std::size_t i = 0; i < outer && from > 0; ++i)
    std::memcpy(static_cast<std::byte*>(out.raw()) + i * to,
                static_cast<const std::byte*>(old.raw()) + i * from, from);
  return out;
}

}  // namespace

SessionState& SessionState::operator=(const SessionState& other) {
  nodes_ = other.nodes_;
  held_ = other.held_;
  for (NodeState& node : nodes_)
    for (Tensor& tensor : node.tensors) tensor = tensor.clone();
  return *this;
}

void SessionState::reset() {
  for (NodeState& node : nodes_) node = {};
  held_.clear();
}

void SessionState::truncate(std::int64_t length) {
  const auto sequences = static_cast<std::int64_t>(lengths().size());
  for (std::int64_t i = 0; i < sequences; ++i) truncate(i, length);
}

void SessionState::truncate(std::int64_t sequence, std::int64_t length) {
  for (NodeState& node : nodes_) {
    if (node.lengths.empty()) continue;
    const auto count = static_cast<std::int64_t>(node.lengths.size());
    require(sequence >= 0 && sequence < count, "there is no sequence ", sequence, " among ", count);
    std::int64_t& rows = node.lengths[static_cast<std::size_t>(sequence)];
    require(length >= 0 && length <= rows, "sequence ", sequence, " holds ", rows,
            " rows: it cannot be cut to ", length);
    rows = length;
  }
}

std::vector<std::int64_t> SessionState::lengths() const {
  for (const NodeState& node : nodes_)
    if (!node.lengths.empty()) return node.lengths;
  return {};
}

std::vector<StateView> SessionState::prepare(std::size_t index,
                                             const std::vector<StateShape>& shapes,
                                             const Bindings& bindings, DType real) {
  NodeState& node = nodes_.at(index);
  std::vector<StateView> views;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::size_t axis = shapes[i].growing_axis;
    Shape shape = evaluate(shapes[i].dims, bindings);
    const std::int64_t sequences = product(shape, 0, axis);
    node.appended = shape[axis];
    if (node.tensors.size() <= i) {
      shape[axis] = 0;
      node.tensors.emplace_back(real, shape);
      node.growing_axes.push_back(axis);
      node.lengths.assign(static_cast<std::size_t>(sequences), 0);
    }
    Tensor& tensor = node.tensors[i];
    shape[axis] = tensor.shape()[axis];
    require(shape == tensor.shape() && tensor.dtype() == real, "the state holds ",
            node.lengths.size(), " sequence(s) of shape ", text_of(tensor.shape()),
            ", which does not fit this run's ", text_of(shape), ": reset it first");
    const std::int64_t longest =
        node.lengths.empty() ? 0 : *std::max_element(node.lengths.begin(), node.lengths.end());
    const std::int64_t rows = checked_add(longest, node.appended);
    if (rows > shape[axis]) {
      const std::int64_t blocks = (rows + kBlock - 1) / kBlock;
      tensor = grown(tensor, axis, checked_multiply(blocks, kBlock));
    }
  }
  for (const Tensor& tensor : node.tensors) views.push_back({tensor.view(), node.lengths});
  return views;
}

void SessionState::advance() {
  for (NodeState& node : nodes_) {
    for (std::int64_t& length : node.lengths) length += node.appended;
    node.appended = 0;
  }
}

}  // namespace atto
