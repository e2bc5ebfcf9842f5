#pragma once
#include <optional>
#include <string>

#include "framework/graph/graph.h"

namespace atto {

/// The axis of the shape that is this symbol, when no other size depends on it.
std::optional<std::size_t> sole_axis(const Dims& shape, const std::string& symbol);

/// Whether along `symbol` each place of the node's first output depends on the same place of this
/// input alone: an operator's traits and signature say what it does along its axes.
bool is_apart(const Graph& graph, const Node& node, std::size_t input, const std::string& symbol);

}  // namespace atto
