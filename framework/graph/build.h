#pragma once
#include <functional>
#include <string>

#include "framework/describe/description.h"
#include "framework/graph/graph.h"

namespace atto {

/// How many nodes, block calls and weights a model may expand to.
inline constexpr std::size_t kMostParts = 100'000;

/// Whether a checkpoint has a tensor, by the name that models use.
using HasTensor = std::function<bool(const std::string&)>;

/// Resolves names, expands blocks and repeats, makes the operators, infers every shape and proves
/// what can be proved. Each problem goes to `problems` with its place and the block calls that led
/// there; what depends on a line that failed is left out. With problems, the graph is only good for
/// printing. Of a weight with several names the first that `has_tensor` knows counts, and one that
/// is optional is left out where it knows none; without a checkpoint the last name counts.
Graph build(const Description& description, Problems& problems,
            const HasTensor& has_tensor = nullptr, std::size_t most_parts = kMostParts);

/// The same; throws Problems when there are any.
Graph build(const Description& description);

}  // namespace atto
