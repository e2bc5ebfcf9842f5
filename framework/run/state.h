#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "framework/graph/graph.h"
#include "framework/op/operator.h"

namespace atto {

/// What the nodes of a graph keep between runs (keys and values of causal attention). A session
/// makes it, the caller passes it to the runs that belong together. A copy is independent.
class SessionState {
 public:
  explicit SessionState(const Graph& graph) : nodes_(graph.nodes.size()) {}
  SessionState(const SessionState& other) { *this = other; }
  SessionState& operator=(const SessionState& other);
  SessionState(SessionState&&) = default;
  SessionState& operator=(SessionState&&) = default;

  /// Forgets everything.
  void reset();
  /// Keeps the first `length` rows of every sequence; Error when one has fewer.
  void truncate(std::int64_t length);
  /// The same of one sequence.
  void truncate(std::int64_t sequence, std::int64_t length);
  /// Rows that each sequence holds; empty before the first run.
  std::vector<std::int64_t> lengths() const;

  /// Makes room for what a run appends to a node, in blocks of 256 rows. Error when the run has
  /// another number of sequences than the ones before. The views are valid until the next call.
  std::vector<StateView> prepare(std::size_t node, const std::vector<StateShape>& shapes,
                                 const Bindings& bindings, DType real);
  /// The run has succeeded: what it appended counts.
  void advance();

  /// Values that depend on held inputs alone, as the run computed them that had these inputs.
  std::map<ValueId, Tensor>& held() { return held_; }

 private:
  struct NodeState {
    std::vector<Tensor> tensors;
    std::vector<std::size_t> growing_axes;
    std::vector<std::int64_t> lengths;
    std::int64_t appended = 0;  ///< rows by the run that is under way
  };
  std::vector<NodeState> nodes_;
  std::map<ValueId, Tensor> held_;  // never written: copies of a state share them
};

}  // namespace atto
