#include "framework/run/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <list>

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

}  // namespace

struct Session::Impl {
  std::shared_ptr<const Graph> graph;
  SessionOptions options;
  std::vector<Tensor> weights;
  std::map<ValueId, Tensor> once;  // results that depend on weights alone
  std::map<std::vector<ValueId>, Plan> plans;
  std::list<Bound> bounds;  // the last used first
  Arena arena;
  std::function<void(const StepReport&)> observer;

  const Plan& plan_for(const std::vector<ValueId>& wanted) {
    const auto known = plans.find(wanted);
    if (known != plans.end()) return known->second;
    const Plan& made = plans.emplace(wanted, plan(graph, wanted, options.plan)).first->second;
    compute_once(made);
    return made;
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
      const BoundStep bound = bind_step(*graph, step, views, {}, options.real);
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

  /// Adds to an operator's error where it happened.
  void run_step(const BoundStep& bound, std::span<const StateView> state) const {
    if (bound.empty) return;
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
    for (const auto& [name, tensor] : feed) graph->input(name);  // Error for an unknown name
    for (const ValueId id : made.inputs) {
      const Value& value = graph->value(id);
      require(feed.contains(value.name) || input_of(id).fallback != Input::Default::none,
              "the input '", value.name, "' ", text_of(value.shape), " (", name_of(value.kind),
              ") is not given: say -i ", value.name, "=VALUE, or 'feed:' in the file");
    }
  }

  std::vector<Tensor> run(const Feed& feed, const std::vector<ValueId>& wanted,
                          SessionState* state) {
    const Plan& made = plan_for(wanted);
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
      for (const int buffer : step.closes)
        Arena::close(bound.buffer(buffer), layout.sizes[at(buffer)]);
    }
  }

  static Tensor result(const Bound& bound, ValueId id) {
    const TensorView view = bound.view(id);
    Tensor tensor(view.dtype, view.shape());
    if (tensor.size() > 0) std::memcpy(tensor.raw(), view.data, tensor.bytes());
    return tensor;
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

void Session::set_observer(std::function<void(const StepReport&)> observer) {
  impl_->observer = std::move(observer);
}

}  // namespace atto
