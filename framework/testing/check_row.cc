#include <algorithm>
#include <limits>

#include "framework/core/parallel.h"
#include "framework/describe/attributes.h"
#include "framework/describe/literal.h"
#include "framework/testing/checks.h"
#include "framework/testing/compare.h"

namespace atto::testing {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Yaml yaml_of(const std::string& text) {
  return parse_yaml(std::make_shared<Source>(Source{"row", text}));
}

std::optional<Tensor> parse_tensor(const std::string& text, DType dtype) {
  const std::string empty = "empty ";
  if (text.empty()) return std::nullopt;
  if (!text.starts_with(empty)) return read_literal(yaml_of(text), dtype);
  const Tensor sizes = read_literal(yaml_of(text.substr(empty.size())), DType::int64);
  const auto values = sizes.data<std::int64_t>();
  return Tensor(dtype, Shape(values.begin(), values.end()));
}

Dims parse_shape(const std::string& shape) {
  Attributes attributes = parse_attributes("{shape: " + shape + "}");
  return attributes.get<Dims>("shape");
}

std::size_t named_outputs(const Row& row) {
  return std::max(row.outputs.size(), row.named_outputs);
}

std::string check_name(DType real, Version version, int threads) {
  return text(name_of(real), version == Version::kernel ? ", kernel, " : ", definition, ", threads,
              threads == 1 ? " thread" : " threads");
}

std::vector<Version> versions_of(const LoneNode& node) {
  if (node.op().make_kernel) return {Version::definition, Version::kernel};
  return {Version::definition};
}

std::vector<DType> reals_of(const LoneNode& node) {
  if (node.has_reals()) return {DType::float64, DType::float32};
  return {DType::float64};
}

/// Infers from the row's symbolic shapes.
void check_symbolic(const OpEntry& op, const Row& row, const std::vector<Shape>& shapes,
                    Report& report) {
  if (row.shapes.empty()) return;
  std::vector<std::optional<Dims>> inputs;
  for (const std::string& shape : row.shapes)
    inputs.push_back(shape.empty() ? std::nullopt : std::optional(parse_shape(shape)));
  std::vector<bool> connected(inputs.size(), true);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool weight = op.signature.is_weight(op.signature.port_of(i, inputs.size()));
    connected[i] =
        inputs[i].has_value() || (weight && i < row.inputs.size() && !row.inputs[i].empty());
  }
  Attributes attributes = parse_attributes(row.attributes);
  const auto made = op.make(attributes);
  const bool variadic = op.signature.outputs.back().variadic;
  Infer infer(op.signature, inputs, connected,
              variadic ? std::optional(named_outputs(row)) : std::nullopt);
  made->infer(infer);
  for (const Constraint& constraint : infer.constraints())
    if (!row.dims.empty())
      require(constraint.a.evaluate(row.dims) == constraint.b.evaluate(row.dims),
              constraint.message);
  for (std::size_t i = 0; i < infer.outputs(); ++i) {
    const Dims& output = infer.output(i);
    if (i < row.inferred.size() && text_of(output) != row.inferred[i])
      report.fail("symbolic shapes", "output ", i, " has ", text_of(output), ", not ",
                  row.inferred[i]);
    if (i < shapes.size() && evaluate(output, row.dims) != shapes[i])
      report.fail("symbolic shapes", "output ", i, " has ", text_of(output), " = ",
                  text_of(evaluate(output, row.dims)), ", not ", text_of(shapes[i]));
  }
}

void expect_error(const std::string& check, const std::string& expected, Report& report,
                  const std::function<void()>& work) {
  try {
    work();
    report.fail(check, "there is no error: ", expected);
  } catch (const Error& error) {
    if (error.message() != expected)
      report.fail(check, "the error is\n  ", error.message(), "\nnot\n  ", expected);
  }
}

void check_error(const OpEntry& op, const Row& row, Report& report) {
  if (row.inputs.empty() && !row.shapes.empty())
    return expect_error("symbolic shapes", row.error, report,
                        [&] { check_symbolic(op, row, {}, report); });
  const auto run = [&](Version version) {
    const Inputs inputs = parse_inputs(op, row);
    const LoneNode node(op, row.attributes, inputs, named_outputs(row), row.dims);
    node.forward(inputs, {.version = version});
  };
  expect_error("definition", row.error, report, [&] { run(Version::definition); });
  if (op.make_kernel) expect_error("kernel", row.error, report, [&] { run(Version::kernel); });
}

void check_shapes(const LoneNode& node, const Example& example, Report& report) {
  for (std::size_t i = 0; i < example.outputs.size(); ++i)
    if (node.output_shapes().at(i) != example.outputs[i].shape())
      report.fail("infer", "output ", i, " has shape ", text_of(node.output_shapes()[i]), ", not ",
                  text_of(example.outputs[i].shape()));
}

/// Each optional output left out changes nothing in the others.
void check_wanted(const LoneNode& node, const Example& example, Report& report) {
  const auto& ports = node.op().signature.outputs;
  for (const Version version : versions_of(node)) {
    const auto all = node.forward(example.inputs, {.version = version, .wanted = example.wanted});
    for (std::size_t left_out = 0; left_out < ports.size(); ++left_out) {
      if (!ports[left_out].optional || !example.wanted[left_out]) continue;
      std::vector<bool> wanted = example.wanted;
      wanted[left_out] = false;
      const auto some = node.forward(example.inputs, {.version = version, .wanted = wanted});
      for (std::size_t i = 0; i < wanted.size(); ++i)
        if (wanted[i] && !same_bits(all[i], some[i]))
          report.fail("optional outputs", "output ", i, " changes without output ", left_out);
    }
  }
}

void check_in_place(const LoneNode& node, const Example& example, Report& report) {
  const Tensor& x = *example.inputs[0];
  const auto y = node.forward(example.inputs, {});
  if (x.bytes() != y[0].bytes()) return;
  for (const Version version : versions_of(node)) {
    const auto again = node.forward(example.inputs, {.version = version, .in_place = true});
    if (const auto what = difference(again[0], y[0], example.tolerance); !what.empty())
      report.fail("in place", "the output ", what);
  }
}

}  // namespace

Inputs parse_inputs(const OpEntry& op, const Row& row) {
  Inputs inputs;
  for (std::size_t i = 0; i < row.inputs.size(); ++i) {
    const Port& port = op.signature.inputs[op.signature.port_of(i, row.inputs.size())];
    inputs.push_back(
        parse_tensor(row.inputs[i], dtype_of(port.kind.value_or(row.kind), DType::float64)));
  }
  return inputs;
}

void check_forward(const LoneNode& node, const Example& example, const std::vector<int>& threads,
                   Report& report) {
  const int before = atto::threads();
  std::vector<std::vector<Tensor>> first;  // with one thread, by real type and version
  for (const int count : threads) {
    set_threads(count);
    std::size_t run = 0;
    for (const DType real : reals_of(node)) {
      for (const Version version : versions_of(node)) {
        const std::string check = check_name(real, version, count);
        const LoneNode::Forward how{
            .real = real, .version = version, .wanted = example.wanted, .poison = kNaN};
        const auto y = node.forward(example.inputs, how);
        if (run == first.size()) {
          LoneNode::Forward other = how;
          other.poison = 1;
          const auto z = node.forward(example.inputs, other);
          for (std::size_t i = 0; i < y.size(); ++i)
            if (example.wanted[i] && !same_bits(y[i], z[i]))
              report.fail(check, "output ", i, " is not written everywhere, or is read");
          first.push_back(y);
        }
        const bool known = !example.outputs.empty();
        const auto& expected = known ? example.outputs : first[0];
        const double tolerance =
            real == DType::float64 ? example.tolerance : example.float32_tolerance;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          if (!example.wanted[i]) continue;
          const std::string what =
              difference(y[i], expected[i], tolerance, known ? Against::element : Against::largest);
          if (!what.empty()) report.fail(check, "output ", i, " ", what);
          if (!same_bits(y[i], first[run][i]))
            report.fail(check, "output ", i, " has other bits than with 1 thread");
        }
        ++run;
      }
    }
  }
  set_threads(before);
}

std::vector<std::string> check_row(const OpEntry& op, const Row& row) {
  Report report(op.name + "." + row.name);
  if (!row.error.empty()) {
    check_error(op, row, report);
    return report.failures();
  }
  report.attempt("run", [&] {
    Example example{parse_inputs(op, row), {}, {}, row.tolerance, row.float32_tolerance};
    const LoneNode node(op, row.attributes, example.inputs, named_outputs(row), row.dims);
    for (std::size_t i = 0; i < row.outputs.size(); ++i)
      example.outputs.push_back(
          parse_tensor(row.outputs[i], node.output_dtype(i, DType::float64)).value());
    for (std::size_t i = 0; i < node.output_shapes().size(); ++i)
      example.wanted.push_back(i < row.outputs.size());
    check_shapes(node, example, report);
    check_symbolic(op, row, node.output_shapes(), report);
    if (row.flops >= 0 && node.flops() != row.flops)
      report.fail("flops", "there are ", node.flops(), ", not ", row.flops);
    if (!report.failures().empty()) return;
    check_forward(node, example, {1, 2, 4}, report);
    check_wanted(node, example, report);
    if (op.traits.in_place) check_in_place(node, example, report);
    if (op.has_backward && row.gradient) check_gradient(node, example, 0, report);
    if (!node.state().empty()) check_state(op, row, example, report);
  });
  return report.failures();
}

std::vector<std::string> check_documents(const OpEntry& op) {
  Report report(op.name);
  if (op.document.empty()) report.fail("document", "the operator has none");
  for (const auto& attribute : op.attributes())
    if (attribute.document.empty())
      report.fail("document", "attribute '", attribute.name, "' has none");
  return report.failures();
}

}  // namespace atto::testing
