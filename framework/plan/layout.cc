#include "framework/plan/layout.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace atto {
namespace {

constexpr std::size_t kAlignment = 64;  // bytes

std::size_t at(int id) { return static_cast<std::size_t>(id); }

/// Error when 63 bits cannot hold it, as no machine can.
std::size_t sum(std::size_t a, std::size_t b) {
  return static_cast<std::size_t>(
      checked_add(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b)));
}

std::size_t aligned(std::size_t bytes) {
  return sum(bytes, kAlignment - 1) / kAlignment * kAlignment;
}

std::size_t bytes_of(const Value& value, const Shape& shape, DType real) {
  const auto element = static_cast<std::int64_t>(size_of(dtype_of(value.kind, real)));
  return static_cast<std::size_t>(checked_multiply(elements_of(shape), element));
}

void check_constraints(const Graph& graph, const Bindings& bindings) {
  const auto is_bound = [&](const Dim& dim) {
    const auto symbols = dim.symbols();
    return std::all_of(symbols.begin(), symbols.end(),
                       [&](const std::string& symbol) { return bindings.contains(symbol); });
  };
  for (const auto& [constraint, position] : graph.constraints) {
    if (!is_bound(constraint.a) || !is_bound(constraint.b))
      continue;  // of a part that does not run
    try {
      const std::int64_t a = constraint.a.evaluate(bindings), b = constraint.b.evaluate(bindings);
      require(a == b, constraint.message, ": ", a, " and ", b, " in this run");
    } catch (Error& error) {
      throw error.at(position);
    }
  }
}

void place(const Plan& plan, Layout& layout) {
  const std::vector<Buffer>& buffers = plan.buffers;
  layout.offsets.assign(buffers.size(), 0);
  std::vector<std::size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return layout.sizes[a] > layout.sizes[b]; });
  std::vector<std::size_t> placed;  // in the order of their offsets
  for (const std::size_t i : order) {
    std::size_t offset = 0;
    for (const std::size_t other : placed) {
      const bool together =
          buffers[i].first <= buffers[other].last && buffers[other].first <= buffers[i].last;
      if (!together && plan.options.optimize) continue;
      if (sum(offset, aligned(layout.sizes[i])) <= layout.offsets[other]) break;
      offset = std::max(offset, sum(layout.offsets[other], aligned(layout.sizes[other])));
    }
    layout.offsets[i] = offset;
    const auto behind = std::upper_bound(
        placed.begin(), placed.end(), offset,
        [&](std::size_t value, std::size_t other) { return value < layout.offsets[other]; });
    placed.insert(behind, i);
    layout.arena_bytes = std::max(layout.arena_bytes, sum(offset, aligned(layout.sizes[i])));
  }
}

}  // namespace

Bindings bind_symbols(const Graph& graph, const std::vector<std::pair<ValueId, Shape>>& shapes) {
  Bindings bindings;
  std::map<std::string, std::string> from;  // which input said what a symbol is
  const auto name_of = [&](ValueId id) { return graph.values[at(id)].name; };
  for (const auto& [id, shape] : shapes) {
    const Dims& dims = graph.values[at(id)].shape;
    require(dims.size() == shape.size(), "the input '", name_of(id), "' takes shape ",
            text_of(dims), ", not ", text_of(shape));
    for (std::size_t i = 0; i < dims.size(); ++i) {
      const auto symbols = dims[i].symbols();
      if (symbols.size() != 1 || dims[i] != Dim::symbol(symbols[0])) continue;
      const auto [known, is_new] = bindings.emplace(symbols[0], shape[i]);
      if (is_new) from[symbols[0]] = name_of(id);
      require(known->second == shape[i], "the input '", name_of(id), "' of shape ", text_of(shape),
              " has ", symbols[0], " = ", shape[i], ", but '", from[symbols[0]], "' has ",
              symbols[0], " = ", known->second);
    }
  }
  for (const auto& [id, shape] : shapes) {
    const Dims& dims = graph.values[at(id)].shape;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      const std::int64_t size = dims[i].evaluate(bindings);
      require(size == shape[i], "the input '", name_of(id), "' takes shape ", text_of(dims),
              ", not ", text_of(shape),
              dims[i].constant() ? "" : text(": ", dims[i], " is ", size));
    }
  }
  return bindings;
}

Layout lay_out(const Plan& plan, const Bindings& bindings, DType real) {
  const Graph& graph = *plan.graph;
  check_constraints(graph, bindings);
  Layout layout;
  layout.bindings = bindings;
  layout.real = real;
  layout.shapes.resize(graph.values.size());
  std::vector<bool> known(graph.values.size(), false);
  const auto size = [&](ValueId id) {
    if (id < 0 || known[at(id)]) return;
    known[at(id)] = true;
    layout.shapes[at(id)] = evaluate(graph.values[at(id)].shape, bindings);
  };
  for (const auto* steps : {&plan.once, &plan.steps})
    for (const Step& step : *steps) {
      try {
        for (const ValueId id : step.inputs) size(id);
        for (const ValueId id : step.outputs) size(id);
      } catch (Error& error) {
        throw error.at(graph.nodes[at(step.node)].position);
      }
    }
  for (const auto* list : {&plan.wanted, &plan.options.watched})
    for (const ValueId id : *list) size(plan.home[at(id)]);
  for (const Buffer& buffer : plan.buffers) {
    std::size_t largest = 0;
    for (const ValueId id : buffer.values) {
      const std::size_t bytes = bytes_of(graph.values[at(id)], layout.shapes[at(id)], real);
      largest = std::max(largest, bytes);
      layout.bytes_without_reuse = sum(layout.bytes_without_reuse, aligned(bytes));
    }
    layout.sizes.push_back(largest);
  }
  place(plan, layout);
  return layout;
}

}  // namespace atto
