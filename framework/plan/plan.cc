#include "framework/plan/plan.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace atto {
namespace {

std::size_t at(ValueId id) { return static_cast<std::size_t>(id); }

class Planner {
 public:
  Planner(std::shared_ptr<const Graph> graph, const std::vector<ValueId>& wanted,
          const PlanOptions& options, const std::vector<ValueId>& given)
      : graph_(*graph) {
    plan_.graph = std::move(graph);
    plan_.options = options;
    plan_.wanted = wanted;
    plan_.given = given;
    plan_.home.resize(graph_.values.size());
    for (std::size_t i = 0; i < plan_.home.size(); ++i) plan_.home[i] = static_cast<ValueId>(i);
    is_given_.assign(graph_.values.size(), false);
  }

  Plan make() {
    for (const ValueId id : plan_.given) is_given_[at(id)] = true;
    if (plan_.options.optimize) merge_equal_nodes();
    find_needed();
    make_steps();
    make_buffers();
    return std::move(plan_);
  }

 private:
  /// What must be equal for two nodes to compute the same.
  using Computation = std::tuple<const OpEntry*, std::string, std::vector<ValueId>, std::size_t>;

  void merge_equal_nodes() {
    std::map<Computation, int> known;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      if (!node.entry->traits.pure || !node.state.empty() || has_given(node)) continue;
      std::vector<ValueId> inputs = homes_of(node.inputs);
      if (node.entry->traits.commutative) std::sort(inputs.begin(), inputs.end());
      const Computation computation{node.entry, node.attributes, std::move(inputs),
                                    node.outputs.size()};
      const auto [earlier, is_new] = known.emplace(computation, static_cast<int>(i));
      if (is_new) continue;
      plan_.merged.emplace_back(static_cast<int>(i), earlier->second);
      const Node& first = graph_.nodes[at(earlier->second)];
      for (std::size_t k = 0; k < node.outputs.size(); ++k)
        plan_.home[at(node.outputs[k])] = first.outputs[k];
    }
  }

  bool has_given(const Node& node) const {
    return std::any_of(node.outputs.begin(), node.outputs.end(),
                       [&](ValueId id) { return is_given_[at(id)]; });
  }

  std::vector<ValueId> homes_of(std::vector<ValueId> values) const {
    for (ValueId& id : values)
      if (id >= 0) id = plan_.home[at(id)];
    return values;
  }

  /// Marks what the wanted values depend on, from the end to the beginning.
  void find_needed() {
    needed_.assign(graph_.values.size(), false);
    runs_.assign(graph_.nodes.size(), !plan_.options.optimize && plan_.options.whole);
    for (const auto* list : {&plan_.wanted, &plan_.options.watched})
      for (const ValueId id : *list) needed_[at(plan_.home[at(id)])] = true;
    for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
      const Node& node = graph_.nodes[i];
      const bool read = std::any_of(node.outputs.begin(), node.outputs.end(), [&](ValueId id) {
        return needed_[at(id)] && !is_given_[at(id)];
      });
      runs_[i] = runs_[i] || read;
      if (!runs_[i]) continue;
      if (has_given(node))
        throw Error(text("an output of '", node.name, "' is given, but another one is needed too"),
                    node.position);
      for (const ValueId id : homes_of(node.inputs))
        if (id >= 0) needed_[at(id)] = true;
    }
    for (const Input& input : graph_.inputs)
      if (needed_[at(input.value)]) plan_.inputs.push_back(input.value);
    for (const ValueId id : plan_.given)
      if (needed_[at(id)]) plan_.inputs.push_back(id);
  }

  void make_steps() {
    std::vector<bool> constant(graph_.values.size(), false);
    for (const Weight& weight : graph_.weights) constant[at(weight.value)] = true;
    std::vector<bool> is_merged(graph_.nodes.size(), false);
    for (const auto& [node, earlier] : plan_.merged) is_merged[at(node)] = true;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!runs_[i]) {
        if (!is_merged[i]) plan_.removed.push_back(static_cast<int>(i));
        continue;
      }
      const Node& node = graph_.nodes[i];
      Step step{static_cast<int>(i), plan_.options.kernels && node.kernel != nullptr,
                homes_of(node.inputs), wanted_outputs(node)};
      if (!is_constant(node, step, constant)) {
        plan_.steps.push_back(std::move(step));
        continue;
      }
      for (const ValueId id : step.outputs)
        if (id >= 0) constant[at(id)] = true;
      plan_.once.push_back(std::move(step));
    }
  }

  std::vector<ValueId> wanted_outputs(const Node& node) const {
    std::vector<ValueId> outputs = node.outputs;
    const auto& signature = node.entry->signature;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const Port& port = signature.outputs[signature.output_port_of(k, outputs.size())];
      if (port.optional && !needed_[at(outputs[k])]) outputs[k] = -1;
    }
    return outputs;
  }

  bool is_constant(const Node& node, const Step& step, const std::vector<bool>& constant) const {
    if (!plan_.options.optimize || !node.entry->traits.pure || !node.state.empty()) return false;
    const bool fixed_inputs = std::all_of(step.inputs.begin(), step.inputs.end(),
                                          [&](ValueId id) { return id < 0 || constant[at(id)]; });
    const bool fixed_sizes = std::all_of(node.outputs.begin(), node.outputs.end(), [&](ValueId id) {
      return product_of(graph_.values[at(id)].shape).constant().has_value();
    });
    return fixed_inputs && fixed_sizes;
  }

  void make_buffers() {
    const int end = static_cast<int>(plan_.steps.size());
    std::vector<int> last_read(graph_.values.size(), -1);
    for (int i = 0; i < end; ++i)
      for (const ValueId id : plan_.steps[at(i)].inputs)
        if (id >= 0) last_read[at(id)] = i;
    for (const ValueId id : plan_.wanted) last_read[at(plan_.home[at(id)])] = end;
    plan_.buffer_of.assign(graph_.values.size(), -1);
    for (int i = 0; i < end; ++i) {
      const Step& step = plan_.steps[at(i)];
      for (std::size_t k = 0; k < step.outputs.size(); ++k) {
        const ValueId id = step.outputs[k];
        if (id < 0) continue;
        int last = std::max(last_read[at(id)], i);
        if (!plan_.options.optimize) last = end;
        const int in_place = k == 0 && plan_.options.optimize ? buffer_to_overwrite(step, i) : -1;
        if (in_place < 0) {
          plan_.buffer_of[at(id)] = static_cast<int>(plan_.buffers.size());
          plan_.buffers.push_back({{id}, i, last});
        } else {
          plan_.buffer_of[at(id)] = in_place;
          plan_.buffers[at(in_place)].values.push_back(id);
          plan_.buffers[at(in_place)].last = last;
        }
      }
    }
  }

  /// The buffer of input 0 if this step may write its output 0 there, else -1.
  int buffer_to_overwrite(const Step& step, int index) const {
    const Node& node = graph_.nodes[at(step.node)];
    if (!node.entry->traits.in_place || step.inputs.empty() || step.inputs[0] < 0) return -1;
    const ValueId input = step.inputs[0];
    const int buffer = plan_.buffer_of[at(input)];
    if (buffer < 0 || plan_.buffers[at(buffer)].last != index) return -1;
    if (std::count(step.inputs.begin(), step.inputs.end(), input) != 1) return -1;
    const Value& from = graph_.values[at(input)];
    const Value& to = graph_.values[at(step.outputs[0])];
    const bool same_bytes =
        from.kind == to.kind && Dim::equal(product_of(from.shape), product_of(to.shape)) == true;
    return same_bytes ? buffer : -1;
  }

  const Graph& graph_;
  Plan plan_;
  std::vector<bool> needed_;    // by value
  std::vector<bool> is_given_;  // by value
  std::vector<bool> runs_;      // by node
};

}  // namespace

Plan plan(std::shared_ptr<const Graph> graph, const std::vector<ValueId>& wanted,
          const PlanOptions& options, const std::vector<ValueId>& given) {
  return Planner(std::move(graph), wanted, options, given).make();
}

}  // namespace atto
