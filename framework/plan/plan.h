#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "framework/graph/graph.h"

namespace atto {

struct PlanOptions {
  bool optimize =
      true;  ///< false: every node as written, nothing merged, folded, left out or reused
  bool kernels = true;  ///< false: the definitions in ops/
  bool whole = true;    ///< without `optimize`, nodes that nothing wanted depends on run too
  std::vector<ValueId> watched = {};  ///< computed too, but they need not last
};

/// One operator call.
struct Step {
  int node = -1;
  bool kernel = false;
  std::vector<ValueId> inputs;   ///< after merging; -1 when absent
  std::vector<ValueId> outputs;  ///< -1 for an optional output that nobody reads
};

/// A stretch of the arena, in turn the home of values that never live at the same time as each
/// other because each is computed in the place of the one before.
struct Buffer {
  std::vector<ValueId> values;
  int first = 0;  ///< the step that writes it first
  int last = 0;   ///< the last step that reads it; the number of steps if the caller does
};

/// What runs, in which order and where results stand, for any sizes: symbolic, made once for a set
/// of wanted values.
struct Plan {
  std::shared_ptr<const Graph> graph;
  PlanOptions options;
  std::vector<ValueId> wanted;
  std::vector<ValueId> given;  ///< values of nodes that the caller has already
  std::vector<Step> once;   ///< depend on weights alone: computed when the weights are there, kept
  std::vector<Step> steps;  ///< of every run
  std::vector<ValueId>
      home;  ///< by value: the value that is computed in its place (itself, mostly)
  std::vector<Buffer> buffers;
  std::vector<int>
      buffer_of;  ///< by value: its buffer; -1 for inputs, weights, `once` and the unused
  std::vector<std::pair<int, int>> merged;  ///< node -> the earlier node that computes the same
  std::vector<int> removed;                 ///< nodes that nothing wanted depends on
  std::vector<ValueId> inputs;              ///< the inputs and the given values that are needed
};

/// Removes what the wanted values do not need, merges equal computations, moves what depends on
/// weights alone out of the run, keeps the order of the graph, and lets buffers be written in
/// place. Of a part of a graph, what computes the `given` values does not run. Error when a node of
/// several outputs would have to run for another one than what is given.
Plan plan(std::shared_ptr<const Graph> graph, const std::vector<ValueId>& wanted,
          const PlanOptions& options = {}, const std::vector<ValueId>& given = {});

}  // namespace atto
