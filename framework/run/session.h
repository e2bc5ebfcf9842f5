#pragma once
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "framework/plan/layout.h"
#include "framework/run/state.h"
#include "framework/run/weights.h"

namespace atto {

struct SessionOptions {
  DType real = DType::float32;  ///< or float64
  PlanOptions plan = {};
  bool check_finite = false;  ///< stop at the first node whose result has a NaN or an infinity
};

/// What one step did, for profiles and dumps; the views are valid during the call only.
struct StepReport {
  const Node& node;
  double seconds;
  std::int64_t flops;
  std::span<const TensorView> x;
  std::span<const TensorView> y;
  bool kernel;
};

/// Tensors by the names of inputs.
using Feed = std::map<std::string, Tensor>;

/// Runs a graph: owns weights, memory and the plans for what was asked before. Not for two threads
/// at a time; two sessions are independent.
class Session {
 public:
  /// `weights` in the order of graph->weights, as make_weights() gives them.
  Session(std::shared_ptr<const Graph> graph, std::vector<Tensor> weights,
          SessionOptions options = {});
  ~Session();
  Session(Session&&) noexcept;

  const Graph& graph() const;
  const SessionOptions& options() const;
  /// The tensor of a weight by canonical name.
  const Tensor& weight(const std::string& name) const;

  /// An empty state for runs that continue each other.
  SessionState new_state() const;

  /// Computes the wanted values (by default the graph's outputs), in this order. Inputs that they
  /// need must be in `feed` or have a default; their dtype must be of the declared kind. A feed may
  /// have values of nodes too: what computes them then does not run. With `state`, nodes that keep
  /// something continue behind what it holds, and it counts this run if it succeeds; what depends
  /// on held inputs alone is computed when they are given, and kept, so that later runs need them
  /// no more. Without, the run stands alone. Error with the node's place and the blocks that led
  /// there.
  std::vector<Tensor> run(const Feed& feed, SessionState* state = nullptr);
  std::vector<Tensor> run(const Feed& feed, const std::vector<ValueId>& wanted,
                          SessionState* state = nullptr);

  /// The plan for these values.
  const Plan& plan_for(const std::vector<ValueId>& wanted);
  /// The layout that the last run used.
  const Layout& layout() const;

  /// From now on runs without state compute these values too, and hand each to `take` as soon as it
  /// is there; the view is valid during the call only. What is no result of a step (inputs,
  /// weights, what depends on weights alone) comes when the run begins.
  void watch(std::vector<ValueId> values, std::function<void(ValueId, const TensorView&)> take);

  /// Called after each step from now on; empty for none. Steps are timed only while it is set.
  void set_observer(std::function<void(const StepReport&)> observer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace atto
