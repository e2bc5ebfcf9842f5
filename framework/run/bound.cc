#include "framework/run/bound.h"

#include <algorithm>

namespace atto {
namespace {

std::size_t at(int id) { return static_cast<std::size_t>(id); }

/// The type of the open ports if the operator has some, else the real type.
DType element_of(const Node& node, const Step& step, const std::vector<TensorView>& views,
                 DType real) {
  const Signature& signature = node.entry->signature;
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    const Port& port = signature.inputs[signature.port_of(i, step.inputs.size())];
    if (port.kind || step.inputs[i] < 0) continue;
    const DType dtype = views[at(step.inputs[i])].dtype;
    return is_storage(dtype) ? real : dtype;
  }
  return real;
}

}  // namespace

BoundStep bind_step(const Graph& graph, const Step& step, const std::vector<TensorView>& views,
                    const Bindings& bindings, DType real) {
  BoundStep bound;
  bound.step = &step;
  bound.node = &graph.nodes[at(step.node)];
  for (const ValueId id : step.inputs) bound.x.push_back(id < 0 ? TensorView{} : views[at(id)]);
  for (const ValueId id : step.outputs) bound.y.push_back(id < 0 ? TensorView{} : views[at(id)]);
  const bool as_stored = step.kernel && bound.node->kernel->takes_stored_weights();
  for (std::size_t i = 0; i < bound.x.size() && !as_stored; ++i) {
    if (!is_storage(bound.x[i].dtype)) continue;
    bound.stored.emplace_back(i, bound.x[i]);
    bound.x[i].dtype = real;
  }
  bound.element = element_of(*bound.node, step, views, real);
  bound.flops = bound.node->flops.evaluate(bindings);
  bound.empty = bound.node->state.empty();
  for (std::size_t k = 0; k < bound.y.size(); ++k)
    bound.empty = bound.empty && (step.outputs[k] < 0 || bound.y[k].size() == 0);
  return bound;
}

Bound::Bound(const Plan& plan, Layout layout, const std::vector<const Tensor*>& fixed)
    : plan_(&plan), layout_(std::move(layout)) {
  const Graph& graph = *plan.graph;
  views_.resize(graph.values.size());
  readers_.resize(graph.values.size());
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    const Shape& shape = layout_.shapes[id];
    views_[id] = {nullptr, shape.data(), static_cast<std::int32_t>(shape.size()),
                  dtype_of(graph.values[id].kind, layout_.real)};
    if (!fixed[id]) continue;
    views_[id].data = const_cast<void*>(fixed[id]->raw());
    views_[id].dtype = fixed[id]->dtype();
  }
  for (const Step& step : plan.steps)
    steps_.push_back(bind_step(graph, step, views_, layout_.bindings, layout_.real));
  for (BoundStep& step : steps_) {
    for (std::size_t i = 0; i < step.x.size(); ++i)
      if (step.step->inputs[i] >= 0) readers_[at(step.step->inputs[i])].push_back(&step.x[i]);
    for (std::size_t i = 0; i < step.y.size(); ++i)
      if (step.step->outputs[i] >= 0) readers_[at(step.step->outputs[i])].push_back(&step.y[i]);
  }
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer& buffer = plan.buffers[i];
    steps_[at(buffer.first)].opens.push_back(static_cast<int>(i));
    if (at(buffer.last) < steps_.size())
      steps_[at(buffer.last)].closes.push_back(static_cast<int>(i));
  }
}

void* Bound::buffer(int index) const { return arena_ + layout_.offsets[at(index)]; }

void Bound::point_at(std::byte* arena) {
  if (arena == arena_) return;
  arena_ = arena;
  for (std::size_t id = 0; id < views_.size(); ++id) {
    const int buffer_index = plan_->buffer_of[id];
    if (buffer_index < 0) continue;
    views_[id].data = buffer(buffer_index);
    for (TensorView* view : readers_[id]) view->data = views_[id].data;
  }
}

void Bound::point_input(ValueId id, const Tensor& tensor) {
  views_[at(id)].data = const_cast<void*>(tensor.raw());
  for (TensorView* view : readers_[at(id)]) view->data = views_[at(id)].data;
}

}  // namespace atto
