#pragma once
#include <utility>
#include <vector>

#include "framework/plan/layout.h"
#include "framework/run/arena.h"

namespace atto {

/// A step whose views point at their tensors.
struct BoundStep {
  const Step* step;
  const Node* node;
  std::vector<TensorView> x;
  std::vector<TensorView> y;
  DType element = DType::float32;  ///< what T stands for in the operator
  std::int64_t flops = 0;
  /// Weights that are stored in 16 bits, by input: expanded before the step.
  std::vector<std::pair<std::size_t, TensorView>> stored;
  bool empty = false;       ///< no output has an element: there is nothing to compute
  std::vector<int> opens;   ///< buffers that begin to live here
  std::vector<int> closes;  ///< buffers that nobody reads after this step
};

/// A plan and a layout, ready to run over an arena: what binding costs is paid once for given
/// sizes.
class Bound {
 public:
  /// `fixed` by value: the tensor of a weight or of what was computed once, null for all others.
  Bound(const Plan& plan, Layout layout, const std::vector<const Tensor*>& fixed);

  const Plan& plan() const { return *plan_; }
  const Layout& layout() const { return layout_; }
  std::vector<BoundStep>& steps() { return steps_; }

  /// Points everything that stands in the arena at its place there.
  void point_at(std::byte* arena);
  /// Points an input's readers at its tensor.
  void point_input(ValueId id, const Tensor& tensor);
  /// Where a wanted value stands after the run.
  TensorView view(ValueId id) const { return views_[static_cast<std::size_t>(id)]; }
  void* buffer(int index) const;

 private:
  const Plan* plan_;
  Layout layout_;
  std::byte* arena_ = nullptr;
  std::vector<TensorView> views_;                  // by value
  std::vector<std::vector<TensorView*>> readers_;  // by value: its views in the steps
  std::vector<BoundStep> steps_;
};

/// A step over views that stand somewhere; what both kinds of steps share.
BoundStep bind_step(const Graph& graph, const Step& step, const std::vector<TensorView>& views,
                    const Bindings& bindings, DType real);

}  // namespace atto
