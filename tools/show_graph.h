#pragma once
#include <string>

#include <nlohmann/json.hpp>

#include "framework/graph/graph.h"
#include "tools/sizes.h"

namespace atto::tools {

/// Inputs, outputs, nodes with totals, state and weights of a model, as tables that keep to 100
/// columns where names allow it.
std::string graph_text(const Graph& graph, const Sizes& sizes);
/// The same, nothing cut.
nlohmann::ordered_json graph_json(const Graph& graph, const Sizes& sizes);

/// `[T, 3]`, or with what it holds if that is no real number: `[T] int64`.
std::string shape_text(const Value& value, const Sizes& sizes);
/// The names, as many as fit into `width` characters and then `... (3 more)`.
std::string names_within(const std::vector<std::string>& names, std::size_t width);
/// A title and the table below it, indented; nothing when there are no rows but the heads.
std::string section(const std::string& title, const std::vector<std::vector<std::string>>& rows,
                    const std::vector<bool>& right = {});

}  // namespace atto::tools
