#pragma once
#include "framework/describe/description.h"
#include "framework/graph/graph.h"

namespace atto {

/// How many nodes, block calls and weights a model may expand to.
inline constexpr std::size_t kMostParts = 100'000;

/// Resolves names, expands blocks and repeats, makes the operators, infers every shape and proves
/// what can be proved. Each problem goes to `problems` with its place and the block calls that led
/// there; what depends on a line that failed is left out. With problems, the graph is only good for
/// printing.
Graph build(const Description& description, Problems& problems,
            std::size_t most_parts = kMostParts);

/// The same; throws Problems when there are any.
Graph build(const Description& description);

}  // namespace atto
