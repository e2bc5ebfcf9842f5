#include <algorithm>
#include <limits>
#include <random>

#include "framework/core/parallel.h"
#include "framework/testing/checks.h"
#include "framework/testing/compare.h"

namespace atto::testing {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kStep = 1e-5;       // of central differences: their error is about its square
constexpr double kTolerance = 1e-7;  // of a gradient, against the larger of 1 and the largest there
constexpr double kFloat32Tolerance = 1e-3;

/// The loss sum(w * y). With w = 1 the gradient of a softmax is 0 whatever backward does.
struct Loss {
  std::vector<std::optional<Tensor>> weights;  // by output; empty where there is no gradient

  Loss(const LoneNode& node, const std::vector<bool>& wanted, std::uint64_t seed) {
    std::mt19937_64 random(seed + 1);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      weights.emplace_back();
      if (!wanted[i] || kind_of(node.output_dtype(i, DType::float64)) != Kind::real) continue;
      weights[i] = Tensor(DType::float64, node.output_shapes()[i]);
      for (double& w : weights[i]->data<double>())
        w = std::uniform_real_distribution<double>(-1, 1)(random);
    }
  }
  double of(const std::vector<Tensor>& y) const {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (!weights[i]) continue;
      const auto w = weights[i]->data<double>();
      const auto values = y[i].data<double>();
      for (std::size_t j = 0; j < w.size(); ++j) sum += w[j] * values[j];
    }
    return sum;
  }
};

/// The gradient of input `at` by central differences.
Tensor numeric_gradient(const LoneNode& node, Inputs inputs, std::size_t at,
                        const std::vector<bool>& wanted, const Loss& loss) {
  Tensor gradient(DType::float64, inputs[at]->shape());
  Tensor moved = inputs[at]->clone();
  inputs[at] = moved;
  for (std::size_t i = 0; i < moved.data<double>().size(); ++i) {
    double& x = moved.data<double>()[i];
    const double there = x;
    x = there + kStep;
    const double above = loss.of(node.forward(inputs, {.wanted = wanted}));
    x = there - kStep;
    const double below = loss.of(node.forward(inputs, {.wanted = wanted}));
    x = there;
    gradient.data<double>()[i] = (above - below) / (2 * kStep);
  }
  return gradient;
}

Tensor filled_with_nan(const Tensor& like) {
  if (kind_of(like.dtype()) != Kind::real) return like;
  Tensor out = like.clone();
  std::fill(out.data<double>().begin(), out.data<double>().end(), kNaN);
  return out;
}

/// What one run of backward needs; copied and changed in one respect by each check.
struct Backward {
  const LoneNode& node;
  Inputs x;
  std::vector<Tensor> y;
  Inputs dy;
  std::vector<bool> wanted;

  std::vector<std::optional<Tensor>> run(double poison = kNaN, DType real = DType::float64) const {
    return node.backward(real, x, y, dy, wanted, poison);
  }
};

using Gradients = std::vector<std::optional<Tensor>>;

void expect_same(const std::string& check, const Gradients& got, const Gradients& expected,
                 Report& report) {
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] && !same_bits(*got[i], *expected[i]))
      report.fail("gradient, " + check, "that of input ", i, " is another one");
}

void check_against_differences(const Backward& all, const Gradients& dx, const Loss& loss,
                               const std::vector<bool>& wanted, Report& report) {
  for (std::size_t i = 0; i < dx.size(); ++i) {
    if (!dx[i]) continue;
    const Tensor expected = numeric_gradient(all.node, all.x, i, wanted, loss);
    const std::string what = difference(*dx[i], expected, kTolerance, Against::largest);
    if (!what.empty()) report.fail("gradient", "that of input ", i, " ", what);
  }
}

void check_alone(const Backward& all, const Gradients& dx, Report& report) {
  for (std::size_t i = 0; i < dx.size(); ++i) {
    if (!dx[i]) continue;
    Backward alone = all;
    alone.wanted.assign(dx.size(), false);
    alone.wanted[i] = true;
    expect_same(text("only input ", i, " wants one"), alone.run(), dx, report);
  }
}

/// An output that nobody reads has no dy; that is the same as a dy of zeros.
void check_unread(const Backward& all, Report& report) {
  for (std::size_t i = 0; all.dy.size() > 1 && i < all.dy.size(); ++i) {
    Backward none = all, zeros = all;
    none.dy[i] = std::nullopt;
    zeros.dy[i] = Tensor(DType::float64, all.y[i].shape());
    const Gradients a = none.run(), b = zeros.run();
    for (std::size_t j = 0; j < a.size(); ++j)
      if (const auto what = a[j] ? difference(*a[j], *b[j], 1e-12) : ""; !what.empty())
        report.fail(text("gradient, output ", i, " is not read"), "that of input ", j, " ", what);
  }
}

void check_reads(const Backward& all, const Gradients& dx, Report& report) {
  const Traits& traits = all.node.op().traits;
  Backward blind = all;
  for (auto& x : blind.x)
    if (x && !traits.backward_reads_x) x = filled_with_nan(*x);
  for (auto& y : blind.y)
    if (!traits.backward_reads_y) y = filled_with_nan(y);
  expect_same("without what the traits say is not read", blind.run(), dx, report);
}

}  // namespace

void check_gradient(const LoneNode& node, const Example& example, std::uint64_t seed,
                    Report& report) {
  for (const auto& input : example.inputs)
    if (input && !is_finite(*input)) return;
  const std::vector<bool> wanted = node.differentiable(example.inputs);
  const auto y = node.forward(example.inputs, {.wanted = example.wanted});
  for (std::size_t i = 0; i < y.size(); ++i)
    if (example.wanted[i] && !is_finite(y[i])) return;
  const Loss loss(node, example.wanted, seed);
  const bool any = std::find(wanted.begin(), wanted.end(), true) != wanted.end() &&
                   std::any_of(loss.weights.begin(), loss.weights.end(),
                               [](const auto& w) { return w.has_value(); });
  if (!any) return;
  const Backward all{node, example.inputs, y, loss.weights, wanted};
  const Gradients dx = all.run();
  check_against_differences(all, dx, loss, example.wanted, report);
  expect_same("dx held other values before", all.run(1), dx, report);
  check_alone(all, dx, report);
  check_unread(all, report);
  check_reads(all, dx, report);
  const int before = threads();
  for (const int count : {1, 4}) {
    set_threads(count);
    expect_same(text(count, " threads"), all.run(), dx, report);
  }
  set_threads(before);
  const Gradients single = all.run(kNaN, DType::float32);
  for (std::size_t i = 0; i < dx.size(); ++i) {
    if (!dx[i]) continue;
    const auto what = difference(*single[i], *dx[i], kFloat32Tolerance, Against::largest);
    if (!what.empty()) report.fail("gradient, float32", "that of input ", i, " ", what);
  }
}

}  // namespace atto::testing
