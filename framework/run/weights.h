#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "framework/graph/graph.h"

namespace atto {

/// Where random weights come from.
struct RandomOptions {
  enum class Stream {
    named,  ///< keyed by seed and canonical name: adding a weight changes no other
    numpy   ///< NumPy's legacy stream, drawn in the order of the graph's weights
  } stream = Stream::named;
  std::uint64_t seed = 0;
  std::optional<Initializer> fallback = {};  ///< for weights that have neither a value nor an init
};

/// The tensors of graph.weights, in their order, in the dtype `real`: their literal values, or made
/// by their `init`, or by the fallback. Problems when there is none of these (every such weight is
/// named).
std::vector<Tensor> make_weights(const Graph& graph, DType real, const RandomOptions& random);

}  // namespace atto
