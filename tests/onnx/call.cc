#include "tests/onnx/call.h"

#include <array>
#include <charconv>
#include <utility>

namespace atto::onnx {

using testing::Inputs;

namespace {

/// A graph refuses inputs of another kind than the signature has; here they are no case for ours.
void require_kinds(const Signature& signature, const Inputs& inputs, const std::string& onnx) {
  std::optional<Kind> open;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i]) continue;
    const Port& port = signature.inputs[signature.port_of(i, inputs.size())];
    const Kind kind = kind_of(inputs[i]->dtype());
    if (!port.kind && !open) open = kind;
    const bool fits = !port.kind || kind == *port.kind;
    if (!fits || (!port.kind && (kind != *open || (port.numeric && kind == Kind::boolean))))
      throw NotMapped{NotMapped::Why::elements, text(onnx, " of ", name_of(kind))};
  }
}

}  // namespace

std::string Setting::written(double value) {
  std::array<char, 32> digits{};
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

Call::Call(const Node& node, Values& values, const How& how)
    : node_(node), values_(values), how_(how) {}

bool Call::has(std::size_t input) const {
  return input < node_.inputs.size() && !node_.inputs[input].empty();
}

bool Call::wants(std::size_t output) const {
  return output < node_.outputs.size() && !node_.outputs[output].empty();
}

const Value& Call::input(std::size_t input) {
  ATTO_CHECK(has(input));
  read_inputs_.insert(input);
  const auto found = values_.find(node_.inputs[input]);
  require(found != values_.end(), "node ", node_.op, " reads '", node_.inputs[input],
          "', which nothing gives");
  return found->second;
}

Tensor Call::in(std::size_t index) {
  const Value& value = input(index);
  if (!value.is_ours()) throw NotMapped{NotMapped::Why::elements, value.elements};
  if (kind_of(value.tensor.dtype()) == Kind::real && value.tensor.dtype() != how_.real)
    throw NotMapped{NotMapped::Why::elements, "float32 and float64 together"};
  return value.tensor;
}

Inputs Call::all() {
  Inputs inputs;
  for (std::size_t i = 0; i < node_.inputs.size(); ++i)
    inputs.push_back(has(i) ? std::optional(in(i)) : std::nullopt);
  return inputs;
}

std::vector<std::int64_t> Call::integers(std::size_t index) {
  const Value& value = input(index);
  if (value.elements != "int64" && value.elements != "int32")
    throw NotMapped{NotMapped::Why::elements, text(op(), " of ", value.elements)};
  const auto values = value.tensor.data<std::int64_t>();
  return {values.begin(), values.end()};
}

double Call::number(std::size_t index) {
  const Value& value = input(index);
  if (!value.is_ours() && value.elements != "int32")
    throw NotMapped{NotMapped::Why::elements, value.elements};
  require(value.tensor.size() == 1, "input ", index, " of ", node_.op, " is not one number");
  return value.tensor.cast(DType::float64).data<double>()[0];
}

const Attribute* Call::find(const std::string& attribute) {
  read_attributes_.insert(attribute);
  const auto found = node_.attributes.find(attribute);
  return found == node_.attributes.end() ? nullptr : &found->second;
}

std::int64_t Call::integer(const std::string& attribute, std::int64_t fallback) {
  const Attribute* found = find(attribute);
  return found ? found->integer : fallback;
}

double Call::real(const std::string& attribute, double fallback) {
  const Attribute* found = find(attribute);
  return found ? found->real : fallback;
}

std::string Call::word(const std::string& attribute, const std::string& fallback) {
  const Attribute* found = find(attribute);
  return found ? found->word : fallback;
}

std::vector<std::int64_t> Call::integers(const std::string& attribute,
                                         const std::vector<std::int64_t>& fallback) {
  const Attribute* found = find(attribute);
  return found ? found->integers : fallback;
}

const Value& Call::value(const std::string& attribute) {
  const Attribute* found = find(attribute);
  require(found, node_.op, " has no attribute '", attribute, "'");
  return found->value;
}

std::vector<Tensor> Call::run(const std::string& op, Settings settings, const Inputs& inputs,
                              std::size_t outputs) {
  const OpEntry* entry = Registry::instance().find(op);
  if (!entry) throw NotMapped{NotMapped::Why::no_operator, node_.op};
  require_kinds(entry->signature, inputs, node_.op);
  ++lines_;
  std::string given;
  for (const Setting& setting : settings)
    if (!setting.as_text().empty()) given += (given.empty() ? "" : ", ") + setting.as_text();
  const testing::LoneNode line(*entry, "{" + given + "}", inputs, outputs);
  const bool kernel = how_.version == testing::Version::kernel && entry->make_kernel;
  return line.forward(
      inputs, {.real = how_.real,
               .version = kernel ? testing::Version::kernel : testing::Version::definition});
}

Tensor Call::run(const std::string& op, Settings settings, const Inputs& inputs) {
  return run(op, settings, inputs, 1)[0];
}

void Call::set(std::size_t output, const Tensor& tensor) {
  set(output, Value{name_of(tensor.dtype()), tensor});
}

void Call::set(std::size_t output, Value value) {
  set_outputs_.insert(output);
  if (wants(output)) values_[node_.outputs[output]] = std::move(value);
}

void Call::leave_out(std::size_t output) { set_outputs_.insert(output); }

void Call::finish() const {
  const auto fail = [&](const std::string& what) {
    throw NotMapped{NotMapped::Why::left_out, text(node_.op, ": ", what)};
  };
  for (std::size_t i = 0; i < node_.inputs.size(); ++i)
    if (has(i) && !read_inputs_.contains(i)) fail(text("input ", i));
  for (const auto& [name, attribute] : node_.attributes)
    if (!read_attributes_.contains(name)) fail(text("attribute ", name));
  for (std::size_t i = 0; i < node_.outputs.size(); ++i)
    if (wants(i) && !set_outputs_.contains(i)) fail(text("output ", i));
}

}  // namespace atto::onnx
