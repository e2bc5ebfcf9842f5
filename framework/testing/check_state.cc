#include <algorithm>
#include <cstring>
#include <map>

#include "framework/testing/checks.h"
#include "framework/testing/compare.h"

namespace atto::testing {
namespace {

/// Where a port's axis `name` stands in a tensor of that rank; empty if the port has none.
std::optional<std::size_t> axis_of(const Port& port, const std::vector<std::string>& names,
                                   std::size_t rank) {
  bool behind = false;  // the ellipsis: what stands behind it counts from the end
  for (std::size_t i = 0; i < port.axes.size(); ++i) {
    behind = behind || port.axes[i].is == Axis::Is::ellipsis;
    if (std::find(names.begin(), names.end(), port.axes[i].name) == names.end()) continue;
    return behind ? rank - (port.axes.size() - i) : i;
  }
  return std::nullopt;
}

/// Rows [begin, end) of an axis.
Tensor slice(const Tensor& from, std::size_t axis, std::int64_t begin, std::int64_t end) {
  Shape shape = from.shape();
  const auto middle = shape.begin() + static_cast<std::ptrdiff_t>(axis);
  const std::int64_t outer = elements_of(Shape(shape.begin(), middle));
  const std::int64_t inner = elements_of(Shape(middle + 1, shape.end()));
  const std::int64_t size = *middle;
  *middle = end - begin;
  Tensor out(from.dtype(), shape);
  const auto row = static_cast<std::size_t>(inner) * size_of(from.dtype());
  const auto* source = static_cast<const unsigned char*>(from.raw());
  auto* target = static_cast<unsigned char*>(out.raw());
  for (std::int64_t i = 0; i < outer; ++i) {
    const std::size_t bytes = static_cast<std::size_t>(end - begin) * row;
    std::memcpy(target, source + static_cast<std::size_t>(i * size + begin) * row, bytes);
    target += bytes;
  }
  return out;
}

struct Pieces {
  const OpEntry& op;
  const Row& row;
  const Example& example;
  Report& report;

  std::int64_t steps() const {
    for (std::size_t i = 0; i < example.inputs.size(); ++i) {
      const Tensor& x = *example.inputs[i];
      const auto axis = axis_of(op.signature.inputs[i], row.time, x.shape().size());
      if (axis) return x.shape()[*axis];
    }
    return 0;
  }

  Inputs inputs(std::int64_t begin, std::int64_t end) const {
    Inputs out = example.inputs;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!out[i]) continue;
      const auto axis = axis_of(op.signature.inputs[i], row.time, out[i]->shape().size());
      if (!axis || out[i]->shape()[*axis] != steps()) continue;  // it broadcasts along time
      out[i] = slice(*out[i], *axis, begin, end);
    }
    return out;
  }

  /// Runs [0, cuts[0]), [cuts[0], cuts[1]), ... and compares each with its part of the outputs.
  void run(const std::vector<std::int64_t>& cuts, DType real, Version version) const {
    std::optional<KeptState> state;
    std::int64_t begin = 0;
    for (const std::int64_t end : cuts) {
      const Inputs x = inputs(begin, end);
      const LoneNode node(op, row.attributes, x, row.outputs.size(), row.dims);
      if (!state) state.emplace(node.state(), steps() + 1, real);
      std::vector<bool> wanted;
      for (const Port& port : op.signature.outputs) wanted.push_back(!port.optional);
      const auto y =
          node.forward(x, {.real = real, .version = version, .wanted = wanted, .state = &*state});
      compare(y, begin, end, cuts.size(), real, version);
      state->advance(end - begin);
      begin = end;
    }
  }

  void compare(const std::vector<Tensor>& y, std::int64_t begin, std::int64_t end,
               std::size_t pieces, DType real, Version version) const {
    for (std::size_t i = 0; i < example.outputs.size(); ++i) {
      const Port& port = op.signature.outputs[i];
      const Tensor& whole = example.outputs[i];
      const auto axis = axis_of(port, row.time, whole.shape().size());
      if (port.optional || !axis) continue;
      const double tolerance =
          real == DType::float64 ? example.tolerance : example.float32_tolerance;
      const std::string what = difference(y[i], slice(whole, *axis, begin, end), tolerance);
      if (!what.empty())
        report.fail(
            text("state, ", name_of(real),
                 version == Version::kernel ? ", kernel, " : ", definition, ", pieces, " pieces"),
            "output ", i, " from ", begin, " to ", end, " ", what);
    }
  }
};

}  // namespace

void check_state(const OpEntry& op, const Row& row, const Example& example, Report& report) {
  if (row.time.empty()) return report.fail("state", "the row does not say its `time` axes");
  const Pieces pieces{op, row, example, report};
  const std::int64_t steps = pieces.steps();
  std::vector<std::int64_t> one_by_one;
  for (std::int64_t i = 1; i <= steps; ++i) one_by_one.push_back(i);
  const std::vector<std::vector<std::int64_t>> ways = {
      {steps}, one_by_one, {steps / 2, steps}, {0, steps}};
  for (const auto& cuts : ways) {
    for (const DType real : {DType::float64, DType::float32}) {
      pieces.run(cuts, real, Version::definition);
      if (op.make_kernel) pieces.run(cuts, real, Version::kernel);
    }
  }
}

}  // namespace atto::testing
