#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "framework/graph/graph.h"
#include "framework/run/tensor_map.h"

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

/// The tensors of graph.weights, in their order: their literal values, those of the checkpoint, or
/// made by their `init`; without a checkpoint also by the fallback. Reals are in the dtype `real`,
/// or in the 16 bits in which the checkpoint has them. Two weights of one tensor share it, and one
/// that may be absent and is has no elements. Problems that name every weight for which there is
/// none of these or whose tensor has another shape, and every tensor that nothing reads.
std::vector<Tensor> make_weights(const Graph& graph, DType real, const RandomOptions& random,
                                 const TensorMap* checkpoint = nullptr);

/// The names of the tensors that make a weight.
std::vector<std::string> tensors_of(const Graph& graph, const Weight& weight);

}  // namespace atto
