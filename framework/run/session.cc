#include "framework/run/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <list>
#include <set>
#include <tuple>

#include "framework/core/half.h"
#include "framework/core/parallel.h"
#include "framework/run/arena.h"
#include "framework/run/bound.h"

namespace atto {
namespace {

constexpr std::size_t kKeptLayouts = 8;  // for sizes that come again

std::size_t at(int id) { return static_cast<std::size_t>(id); }

/// The first element that is no finite number, or -1.
std::int64_t first_not_finite(const TensorView& view) {
  const auto search = [&](const auto* data) -> std::int64_t {
    for (std::int64_t i = 0; i < view.size(); ++i)
      if (!std::isfinite(data[i])) return i;
    return -1;
  };
  if (view.dtype == DType::float32) return search(static_cast<const float*>(view.data));
  if (view.dtype == DType::float64) return search(static_cast<const double*>(view.data));
  return -1;
}

double element(const TensorView& view, std::int64_t index) {
  return view.dtype == DType::float32 ? double{static_cast<const float*>(view.data)[index]}
                                      : static_cast<const double*>(view.data)[index];
}

/// `[0, 3]`: where an element stands.
std::string place_of(std::int64_t index, const TensorView& view) {
  Shape place(static_cast<std::size_t>(view.rank), 0);
  for (std::size_t axis = place.size(); axis-- > 0;) {
    place[axis] = index % view.dims[axis];
    index /= view.dims[axis];
  }
  return text_of(place);
}

/// Error `the result has nan at [0, 3]` when an element is no finite number.
void require_finite(const TensorView& view, const std::string& what, const char* more = "") {
  const std::int64_t index = first_not_finite(view);
  if (index < 0) return;
  throw Error(text(what, " has ", element(view, index), " at ", place_of(index, view), more));
}

/// What plans are kept by: wanted values, given values, whether all of the graph runs, watched
/// values.
using PlanKey = std::tuple<std::vector<ValueId>, std::vector<ValueId>, bool, std::vector<ValueId>>;

/// A weight in 16 bits as `real`.
void expand_weight(const TensorView& stored, DType real, void* out) {
  constexpr std::int64_t kGrain = 1 << 14;
  const auto* from = static_cast<const std::uint16_t*>(stored.data);
  parallel_for(stored.size(), kGrain, [&](std::int64_t begin, std::int64_t end) {
    const auto count = static_cast<std::size_t>(end - begin);
    if (real == DType::float32)
      return expand(stored.dtype, from + begin, static_cast<float*>(out) + begin, count);
    std::vector<float> values(count);
    expand(stored.dtype, from + begin, values.data(), count);
    std::copy(values.begin(), values.end(), static_cast<double*>(out) + begin);
  });
}

}  // namespace

struct Session::Impl {
  std::shared_ptr<const Graph> graph;
  SessionOptions options;
  std::vector<Tensor> weights;
  std::map<ValueId, Tensor> once;  // results that depend on weights alone
  std::vector<Tensor> expanded;    // room for those of a step
  std::map<PlanKey, Plan> plans;
  std::list<Bound> bounds;    // the last used first
  std::vector<bool> is_held;  // by value, once somebody asked
  Arena arena;
  std::function<void(const StepReport&)> observer;
  std::vector<ValueId> watched;
  std::function<void(ValueId, const TensorView&)> take_watched;

  const Plan& plan_for(const std::vector<ValueId>& wanted, const std::vector<ValueId>& given = {},
                       bool whole = true) {
    PlanKey key{wanted, given, whole, whole ? watched : std::vector<ValueId>()};
    const auto known = plans.find(key);
    if (known != plans.end()) return known->second;
    PlanOptions how = options.plan;
    how.whole = whole;
    if (whole) how.watched = watched;
    Plan made = plan(graph, wanted, how, given);
    refuse_absent(made);
    compute_once(made);
    return plans.emplace(std::move(key), std::move(made)).first->second;
  }

  /// An optional weight that the checkpoint has not may be there for a value that nobody asks for.
  void refuse_absent(const Plan& made) const {
    std::set<ValueId> absent;
    for (const Weight& weight : graph->weights)
      if (weight.absent) absent.insert(weight.value);
    if (absent.empty()) return;
    for (const auto* steps : {&made.once, &made.steps})
      for (const Step& step : *steps)
        for (const ValueId id : step.inputs)
          if (absent.contains(id))
            throw Error(text("the checkpoint has no tensor '", graph->value(id).name, "', which '",
                             graph->nodes[at(step.node)].name,
                             "' needs: ask for other values (atto run: --print)"),
                        graph->nodes[at(step.node)].position);
  }

  std::vector<const Tensor*> fixed() const {
    std::vector<const Tensor*> tensors(graph->values.size(), nullptr);
    for (std::size_t i = 0; i < weights.size(); ++i)
      tensors[at(graph->weights[i].value)] = &weights[i];
    for (const auto& [id, tensor] : once) tensors[at(id)] = &tensor;
    return tensors;
  }

  void compute_once(const Plan& made) {
    for (const Step& step : made.once) {
      const bool known = std::all_of(step.outputs.begin(), step.outputs.end(),
                                     [&](ValueId id) { return id < 0 || once.contains(id); });
      if (known) continue;
      for (const ValueId id : step.outputs) {
        if (id < 0) continue;
        const Value& value = graph->value(id);
        once.insert_or_assign(
            id, Tensor(dtype_of(value.kind, options.real), evaluate(value.shape, {})));
      }
      const auto tensors = fixed();
      std::vector<TensorView> views(graph->values.size());
      for (std::size_t id = 0; id < views.size(); ++id)
        if (tensors[id]) views[id] = tensors[id]->view();
      BoundStep bound = bind_step(*graph, step, views, {}, options.real);
      run_step(bound, {});
    }
  }

  Bound& bound_for(const Plan& made, const Bindings& bindings) {
    for (auto it = bounds.begin(); it != bounds.end(); ++it) {
      if (&it->plan() != &made || it->layout().bindings != bindings) continue;
      bounds.splice(bounds.begin(), bounds, it);
      return bounds.front();
    }
    bounds.emplace_front(made, lay_out(made, bindings, options.real), fixed());
    if (bounds.size() > kKeptLayouts) bounds.pop_back();
    return bounds.front();
  }

  void expand_weights(BoundStep& bound) {
    for (std::size_t i = 0; i < bound.stored.size(); ++i) {
      const auto& [input, weight] = bound.stored[i];
      if (expanded.size() <= i) expanded.emplace_back(options.real, Shape{0});
      if (expanded[i].size() < weight.size())
        expanded[i] = Tensor(options.real, Shape{weight.size()});
      expand_weight(weight, options.real, expanded[i].raw());
      bound.x[input].data = expanded[i].raw();
    }
  }

  /// Adds to an operator's error where it happened.
  void run_step(BoundStep& bound, std::span<const StateView> state) {
    if (bound.empty) return;
    expand_weights(bound);
    const Node& node = *bound.node;
    try {
      if (bound.step->kernel)
        node.kernel->forward(bound.element, bound.x, bound.y, state);
      else
        node.op->forward(bound.element, bound.x, bound.y, state);
      if (!options.check_finite) return;
      for (const TensorView& y : bound.y)
        if (y.data)
          require_finite(y, "the result", ", the first value of this run that is not finite");
    } catch (Error& error) {
      const auto port = node.entry->signature.input(error.subject());
      std::string subject;
      if (port && *port < node.inputs.size() && node.inputs[*port] >= 0)
        subject = text(" (", error.subject(), " is '", graph->value(node.inputs[*port]).name, "')");
      Error located(
          text("in '", node.name, "', ", node.entry->name, ": ", error.message(), subject),
          error.position());
      located.at(node.position);
      for (auto note = node.chain.rbegin(); note != node.chain.rend(); ++note)
        located.note(note->message, note->position);
      throw located;
    }
  }

  /// The tensors of a run's inputs, by value.
  struct Inputs {
    std::map<ValueId, const Tensor*> tensors;
    std::list<Tensor> owned;  // those that the caller does not own

    void add(ValueId id, Tensor tensor) {
      owned.push_back(std::move(tensor));
      tensors[id] = &owned.back();
    }
  };

  /// What is given for an input, cast if it has not the precision that the graph computes in.
  void add_given(ValueId id, const Tensor& given, Inputs& inputs) const {
    const Value& value = graph->value(id);
    require(kind_of(given.dtype()) == value.kind, "the input '", value.name, "' takes ",
            name_of(value.kind), ", not ", name_of(given.dtype()));
    const DType dtype = dtype_of(value.kind, options.real);
    if (given.dtype() == dtype)
      inputs.tensors[id] = &given;
    else
      inputs.add(id, given.cast(dtype));
    if (options.check_finite)
      require_finite(inputs.tensors[id]->view(), text("the input '", value.name, "'"));
  }

  const Input& input_of(ValueId id) const {
    for (const Input& input : graph->inputs)
      if (input.value == id) return input;
    ATTO_CHECK(!"a needed input is an input");
    return graph->inputs.front();
  }

  Tensor default_input(const Input& input, const Bindings& bindings,
                       const SessionState* state) const {
    const Value& value = graph->value(input.value);
    Tensor tensor(dtype_of(value.kind, options.real), evaluate(value.shape, bindings));
    visit(tensor.dtype(), [&](auto zero) {
      using T = decltype(zero);
      if (input.fallback == Input::Default::ones)
        std::fill_n(tensor.data<T>().data(), tensor.size(), T(1));
    });
    if (input.fallback == Input::Default::positions) fill_positions(tensor, state);
    return tensor;
  }

  /// 0, 1, 2, ... along the last axis, behind what the state holds of each sequence.
  static void fill_positions(Tensor& tensor, const SessionState* state) {
    const std::vector<std::int64_t> lengths =
        state ? state->lengths() : std::vector<std::int64_t>();
    const std::int64_t row = tensor.shape().back();
    const std::int64_t rows = row == 0 ? 0 : tensor.size() / row;
    const auto sequences = static_cast<std::int64_t>(lengths.size());
    const auto data = tensor.data<std::int64_t>();
    if (rows == 1)
      for (const std::int64_t length : lengths)
        require(length == lengths[0],
                "the sequences of the state differ in length: give 'positions' of shape [B, T]");
    for (std::int64_t i = 0; i < rows; ++i) {
      const std::int64_t start = sequences == 0 ? 0 : lengths[at(static_cast<int>(i % sequences))];
      for (std::int64_t t = 0; t < row; ++t)
        data[static_cast<std::size_t>(i * row + t)] = start + t;
    }
  }

  void check_feed(const Feed& feed, const Plan& made) const {
    for (const ValueId id : made.inputs) {
      const Value& value = graph->value(id);
      if (value.is != Value::Is::input) continue;
      require(feed.contains(value.name) || input_of(id).fallback != Input::Default::none,
              "the input '", value.name, "' ", text_of(value.shape), " (", name_of(value.kind),
              ") is not given: say -i ", value.name, "=VALUE, or 'feed:' in the file");
    }
  }

  std::vector<Tensor> run(const Feed& feed, const std::vector<ValueId>& wanted,
                          SessionState* state) {
    const std::vector<ValueId> held = state ? held_values(wanted) : std::vector<ValueId>();
    if (held.empty()) return run_part(feed, wanted, state, state == nullptr);
    hold(feed, held, *state);
    Feed rest = feed;
    for (const Input& input : graph->inputs)
      if (input.hold) rest.erase(graph->value(input.value).name);
    for (const ValueId id : held) rest.emplace(graph->value(id).name, state->held().at(id));
    return run_part(rest, wanted, state, false);
  }

  /// Computes the values that depend on held inputs alone, if these are given or it was not done.
  void hold(const Feed& feed, const std::vector<ValueId>& held, SessionState& state) {
    Feed inputs;
    for (const Input& input : graph->inputs) {
      const auto given = feed.find(graph->value(input.value).name);
      if (input.hold && given != feed.end()) inputs.insert(*given);
    }
    if (!inputs.empty()) state.held().clear();
    std::vector<ValueId> missing;
    for (const ValueId id : held)
      if (!state.held().contains(id)) missing.push_back(id);
    if (missing.empty()) return;
    std::vector<Tensor> results = run_part(inputs, missing, nullptr, false);
    for (std::size_t i = 0; i < missing.size(); ++i)
      state.held().emplace(missing[i], std::move(results[i]));
  }

  /// Where what depends on held inputs alone meets the rest of what the wanted values need.
  std::vector<ValueId> held_values(const std::vector<ValueId>& wanted) {
    if (is_held.empty()) find_held();
    std::vector<ValueId> held, next = wanted;
    std::vector<bool> seen(graph->values.size(), false);
    while (!next.empty()) {
      const ValueId id = next.back();
      next.pop_back();
      if (id < 0 || seen[at(id)]) continue;
      seen[at(id)] = true;
      if (is_held[at(id)]) {
        held.push_back(id);
      } else if (graph->value(id).producer >= 0) {
        const Node& node = graph->nodes[at(graph->value(id).producer)];
        next.insert(next.end(), node.inputs.begin(), node.inputs.end());
      }
    }
    std::sort(held.begin(), held.end());
    return held;
  }

  /// Values that depend on held inputs, and besides on weights alone.
  void find_held() {
    is_held.assign(graph->values.size(), false);
    std::vector<bool> free(graph->values.size(), false);  // depends on no input
    for (const Weight& weight : graph->weights) free[at(weight.value)] = true;
    for (const Input& input : graph->inputs) is_held[at(input.value)] = input.hold;
    for (const Node& node : graph->nodes) {
      bool any = false, all = node.entry->traits.pure && node.state.empty();
      for (const ValueId id : node.inputs) {
        if (id < 0) continue;
        any = any || is_held[at(id)];
        all = all && (is_held[at(id)] || free[at(id)]);
      }
      for (const ValueId id : node.outputs) {
        is_held[at(id)] = any && all;
        free[at(id)] = !any && all;
      }
    }
  }

  std::vector<ValueId> given_values(const Feed& feed) const {
    std::vector<ValueId> given;
    for (const auto& [name, tensor] : feed) {
      const auto known = graph->names.find(name);
      if (known == graph->names.end() || graph->value(known->second).is == Value::Is::weight)
        graph->input(name);  // Error for an unknown name
      else if (graph->value(known->second).is == Value::Is::node)
        given.push_back(known->second);
    }
    return given;
  }

  std::vector<Tensor> run_part(const Feed& feed, const std::vector<ValueId>& wanted,
                               SessionState* state, bool whole) {
    const std::vector<ValueId> values = given_values(feed);
    const Plan& made = plan_for(wanted, values, whole && values.empty());
    check_feed(feed, made);
    Inputs inputs;
    std::vector<std::pair<ValueId, Shape>> shapes;
    for (const ValueId id : made.inputs) {
      const auto given = feed.find(graph->value(id).name);
      if (given == feed.end()) continue;
      add_given(id, given->second, inputs);
      shapes.emplace_back(id, given->second.shape());
    }
    const Bindings bindings = bind_symbols(*graph, shapes);
    for (const ValueId id : made.inputs)
      if (!inputs.tensors.contains(id))
        inputs.add(id, default_input(input_of(id), bindings, state));
    Bound& bound = bound_for(made, bindings);
    arena.reserve(bound.layout().arena_bytes);
    bound.point_at(arena.data());
    for (const auto& [id, tensor] : inputs.tensors) bound.point_input(id, *tensor);
    run_steps(bound, state);
    std::vector<Tensor> results;
    for (const ValueId id : wanted) results.push_back(result(bound, made.home[at(id)]));
    Arena::open(arena.data(), arena.bytes());
    if (state) state->advance();
    return results;
  }

  void run_steps(Bound& bound, SessionState* state) {
    const Layout& layout = bound.layout();
    const bool watches = !bound.plan().options.watched.empty();
    if (watches) take_those_there(bound);
    Arena::close(arena.data(), arena.bytes());
    for (BoundStep& step : bound.steps()) {
      for (const int buffer : step.opens)
        Arena::open(bound.buffer(buffer), layout.sizes[at(buffer)]);
      std::vector<StateView> views;
      if (state && !step.node->state.empty())
        views =
            state->prepare(at(step.step->node), step.node->state, layout.bindings, options.real);
      if (!observer) {
        run_step(step, views);
      } else {
        const auto start = std::chrono::steady_clock::now();
        run_step(step, views);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        observer({*step.node, time.count(), step.flops, step.x, step.y, step.step->kernel});
      }
      if (watches) take_results(bound.plan(), step);
      for (const int buffer : step.closes)
        Arena::close(bound.buffer(buffer), layout.sizes[at(buffer)]);
    }
  }

  /// The watched values that have their place in one value.
  std::vector<ValueId> watched_at(const Plan& made, ValueId home) const {
    std::vector<ValueId> values;
    for (const ValueId id : made.options.watched)
      if (made.home[at(id)] == home) values.push_back(id);
    return values;
  }

  /// Hands out the watched values that no step computes.
  void take_those_there(const Bound& bound) const {
    const Plan& made = bound.plan();
    std::set<ValueId> computed;
    for (const Step& step : made.steps) computed.insert(step.outputs.begin(), step.outputs.end());
    for (const ValueId id : made.options.watched) {
      if (computed.contains(made.home[at(id)])) continue;
      const Tensor tensor = result(bound, made.home[at(id)]);
      take_watched(id, tensor.view());
    }
  }

  void take_results(const Plan& made, const BoundStep& step) const {
    for (std::size_t k = 0; k < step.y.size(); ++k)
      if (step.step->outputs[k] >= 0)
        for (const ValueId id : watched_at(made, step.step->outputs[k]))
          take_watched(id, step.y[k]);
  }

  Tensor result(const Bound& bound, ValueId id) const {
    const TensorView view = bound.view(id);
    Tensor tensor(view.dtype, view.shape());
    if (tensor.size() > 0) std::memcpy(tensor.raw(), view.data, tensor.bytes());
    return is_storage(view.dtype) ? tensor.cast(options.real) : tensor;
  }
};

Session::Session(std::shared_ptr<const Graph> graph, std::vector<Tensor> weights,
                 SessionOptions options)
    : impl_(std::make_unique<Impl>()) {
  ATTO_CHECK(weights.size() == graph->weights.size());
  impl_->graph = std::move(graph);
  impl_->weights = std::move(weights);
  impl_->options = options;
}

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

const Graph& Session::graph() const { return *impl_->graph; }
const SessionOptions& Session::options() const { return impl_->options; }

const Tensor& Session::weight(const std::string& name) const {
  const ValueId id = impl_->graph->find(name);
  for (std::size_t i = 0; i < impl_->weights.size(); ++i)
    if (impl_->graph->weights[i].value == id) return impl_->weights[i];
  throw Error(text("'", name, "' is no weight"));
}

SessionState Session::new_state() const { return SessionState(*impl_->graph); }

std::vector<Tensor> Session::run(const Feed& feed, SessionState* state) {
  std::vector<ValueId> wanted;
  for (const auto& [name, id] : impl_->graph->outputs) wanted.push_back(id);
  return run(feed, wanted, state);
}

std::vector<Tensor> Session::run(const Feed& feed, const std::vector<ValueId>& wanted,
                                 SessionState* state) {
  return impl_->run(feed, wanted, state);
}

const Plan& Session::plan_for(const std::vector<ValueId>& wanted) {
  return impl_->plan_for(wanted);
}

const Layout& Session::layout() const {
  ATTO_CHECK(!impl_->bounds.empty());
  return impl_->bounds.front().layout();
}

void Session::watch(std::vector<ValueId> values,
                    std::function<void(ValueId, const TensorView&)> take) {
  impl_->watched = std::move(values);
  impl_->take_watched = std::move(take);
}

void Session::set_observer(std::function<void(const StepReport&)> observer) {
  impl_->observer = std::move(observer);
}

}  // namespace atto
