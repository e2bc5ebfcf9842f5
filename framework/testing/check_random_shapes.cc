#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "framework/testing/checks.h"
#include "framework/testing/compare.h"

namespace atto::testing {
namespace {

/// What draws differ in.
struct Draw {
  const char* name;
  std::vector<std::int64_t> sizes;
  std::size_t longest_ellipsis;  // axes
  std::int64_t most_elements;    // of all inputs together, and of all outputs
  int accepted;                  // how many draws are run with each way of writing the attributes
  int tried;                     // how many are drawn for that at most
  bool gradients;
  std::vector<int> threads;
};

const Draw kSmall{"small shape", {0, 1, 2, 3}, 3, 200, 12, 500, true, {1}};
const Draw kLarge{"large shape", {1, 7, 33, 130, 300}, 2, 200'000, 4, 500, false, {1, 2, 4}};

constexpr std::int64_t kMostForGradients = 24;  // elements of all inputs
constexpr std::int64_t kMostFlops = 100'000'000;

class RandomInputs {
 public:
  RandomInputs(const Signature& signature, const Draw& draw, std::mt19937_64& random)
      : signature_(signature), draw_(draw), random_(random) {
    ellipsis_.resize(pick(draw.longest_ellipsis + 1));
    for (std::int64_t& size : ellipsis_) size = draw.sizes[pick(draw.sizes.size())];
    any_ = pick(4) == 0 ? Kind::int64 : Kind::real;
  }

  /// Empty when they would be too large.
  std::optional<Inputs> draw() {
    Inputs inputs;
    for (const Port& port : signature_.inputs) {
      const std::size_t count = port.variadic ? 1 + pick(3) : 1;
      for (std::size_t i = 0; i < count; ++i) {
        const bool absent = port.optional && pick(2) == 0;
        const Shape shape = shape_of(port);
        elements_ += absent ? 0 : elements_of(shape);
        if (elements_ > draw_.most_elements) return std::nullopt;
        inputs.push_back(absent ? std::nullopt : std::optional(tensor(port, shape)));
      }
    }
    return inputs;
  }
  std::int64_t elements() const { return elements_; }

 private:
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  Shape shape_of(const Port& port) {
    Shape shape;
    for (const Axis& axis : port.axes) {
      if (axis.is == Axis::Is::ellipsis) {
        shape.insert(shape.end(), ellipsis_.begin(), ellipsis_.end());
      } else if (axis.is == Axis::Is::number) {
        shape.push_back(axis.number);
      } else {
        const std::int64_t size = draw_.sizes[pick(draw_.sizes.size())];
        shape.push_back(sizes_.emplace(axis.name, size).first->second);
      }
    }
    return shape;
  }

  Tensor tensor(const Port& port, const Shape& shape) {
    Tensor out(dtype_of(port.kind.value_or(any_), DType::float64), shape);
    visit(out.dtype(), [&](auto zero) {
      using T = decltype(zero);
      for (T& value : out.data<T>()) {
        if constexpr (std::is_floating_point_v<T>)
          value = std::uniform_real_distribution<double>(-2, 2)(random_);
        else if constexpr (std::is_same_v<T, bool>)
          value = pick(2) == 0;
        else
          value = static_cast<T>(pick(3));
      }
    });
    return out;
  }

  const Signature& signature_;
  const Draw& draw_;
  std::mt19937_64& random_;
  Shape ellipsis_;
  std::map<std::string, std::int64_t> sizes_;
  Kind any_;
  std::int64_t elements_ = 0;
};

std::string text_of(const Inputs& inputs) {
  std::string out;
  for (const auto& input : inputs)
    out += (out.empty() ? "" : " ") + (input ? atto::text_of(input->shape()) : "absent");
  return out;
}

/// What each distinct way of writing the attributes gives, and with how many outputs.
struct Variant {
  std::string attributes;
  std::size_t outputs;
  Bindings dims;
};

std::vector<Variant> variants_of(const std::vector<Row>& rows) {
  std::vector<Variant> variants;
  std::set<std::string> seen;
  for (const Row& row : rows)
    if (row.error.empty() && seen.insert(row.attributes).second)
      variants.push_back({row.attributes, row.outputs.size(), row.dims});
  return variants;
}

class RandomShapes {
 public:
  RandomShapes(const OpEntry& op, const Draw& draw, Report& report)
      : op_(op), draw_(draw), report_(report) {}

  void run(const std::vector<Variant>& variants) {
    int accepted = 0;
    for (const Variant& variant : variants) accepted += run(variant);
    if (accepted == 0) report_.fail(draw_.name, "every draw was refused; the last one: ", refusal_);
  }

 private:
  /// How many draws were run.
  int run(const Variant& variant) {
    int accepted = 0;
    for (int i = 0; i < draw_.tried && accepted < draw_.accepted; ++i) {
      RandomInputs draw(op_.signature, draw_, random_);
      const auto inputs = draw.draw();
      if (!inputs) continue;
      try {
        const LoneNode node(op_, variant.attributes, *inputs, variant.outputs, variant.dims);
        accepted += check(node, *inputs, draw.elements(), variant.attributes) ? 1 : 0;
      } catch (const Error& error) {
        refusal_ = error.message();
      }
    }
    return accepted;
  }

  /// Whether the draw was run.
  bool check(const LoneNode& node, const Inputs& inputs, std::int64_t elements,
             const std::string& attributes) {
    std::int64_t results = 0;
    for (const Shape& shape : node.output_shapes()) results += elements_of(shape);
    if (results > draw_.most_elements || node.flops() > kMostFlops) return false;
    Report found(text(op_.name, " ", attributes, " of ", text_of(inputs)));
    Example example{inputs, {}, std::vector<bool>(node.output_shapes().size(), true)};
    std::optional<std::string> refusal = refuses(node, inputs, Version::definition);
    if (refusal) {
      refusal_ = *refusal;
      if (op_.make_kernel && refuses(node, inputs, Version::kernel) != refusal)
        found.fail("kernel", "it does not refuse as the definition does: ", *refusal);
    } else {
      found.attempt("run", [&] {
        check_forward(node, example, draw_.threads, found);
        if (op_.has_backward && draw_.gradients && elements <= kMostForGradients)
          check_gradient(node, example, random_(), found);
      });
    }
    for (const std::string& failure : found.failures()) report_.fail(draw_.name, failure);
    return !refusal;
  }

  static std::optional<std::string> refuses(const LoneNode& node, const Inputs& inputs,
                                            Version version) {
    try {
      node.forward(inputs, {.version = version});
      return std::nullopt;
    } catch (const Error& error) {
      return error.message();
    }
  }

  const OpEntry& op_;
  const Draw& draw_;
  Report& report_;
  std::mt19937_64 random_{1};
  std::string refusal_;  // the last one
};

}  // namespace

std::vector<std::string> check_random_shapes(const OpEntry& op, const std::vector<Row>& rows) {
  Report report(op.name);
  const std::vector<Variant> variants = variants_of(rows);
  if (variants.empty()) return {};
  RandomShapes(op, kSmall, report).run(variants);
  RandomShapes(op, kLarge, report).run(variants);
  return report.failures();
}

}  // namespace atto::testing
