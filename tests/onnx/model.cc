#include "tests/onnx/model.h"

#include <array>
#include <cstring>

#include "tests/onnx/wire.h"

namespace atto::onnx {
namespace {

// The fields' numbers are those of onnx.proto, the message's name is the function's.

Attribute read_attribute(std::string_view bytes, std::string& name) {
  Attribute attribute;
  for (Wire field(bytes); field.next();) {
    switch (field.number()) {
      case 1: name = field.bytes(); break;
      case 2: attribute.real = field.real(); break;
      case 3: attribute.integer = field.integer(); break;
      case 4: attribute.word = field.bytes(); break;
      case 5: attribute.value = read_value(field.bytes()); break;
      case 8: field.integers(attribute.integers); break;
      default: break;
    }
  }
  return attribute;
}

Node read_node(std::string_view bytes) {
  Node node;
  for (Wire field(bytes); field.next();) {
    switch (field.number()) {
      case 1: node.inputs.emplace_back(field.bytes()); break;
      case 2: node.outputs.emplace_back(field.bytes()); break;
      case 4: node.op = field.bytes(); break;
      case 5: {
        std::string name;
        const Attribute attribute = read_attribute(field.bytes(), name);
        node.attributes[name] = attribute;
        break;
      }
      default: break;
    }
  }
  return node;
}

/// The name of a ValueInfoProto.
std::string read_port(std::string_view bytes, bool& is_tensor) {
  std::string name;
  is_tensor = false;
  for (Wire field(bytes); field.next();) {
    if (field.number() == 1) name = field.bytes();
    if (field.number() != 2) continue;
    for (Wire type(field.bytes()); type.next();) is_tensor |= type.number() == 1;
  }
  return name;
}

Model read_graph(std::string_view bytes) {
  Model model;
  const auto port = [&](const Wire& field) {
    bool is_tensor = false;
    const std::string name = read_port(field.bytes(), is_tensor);
    model.only_tensors &= is_tensor;
    return name;
  };
  for (Wire field(bytes); field.next();) {
    switch (field.number()) {
      case 1: model.nodes.push_back(read_node(field.bytes())); break;
      case 5: {
        std::string name;
        for (Wire tensor(field.bytes()); tensor.next();)
          if (tensor.number() == 8) name = tensor.bytes();
        model.constants[name] = read_value(field.bytes());
        break;
      }
      case 11: model.inputs.push_back(port(field)); break;
      case 12: model.outputs.push_back(port(field)); break;
      default: break;
    }
  }
  return model;
}

template <class Stored>
void fill(Tensor& tensor, std::string_view raw, const std::vector<Stored>& values) {
  std::vector<Stored> stored = values;
  if (!raw.empty()) {
    require(raw.size() % sizeof(Stored) == 0, "the bytes of a tensor hold part of a number");
    stored.resize(raw.size() / sizeof(Stored));
    std::memcpy(stored.data(), raw.data(), raw.size());
  }
  require(static_cast<std::int64_t>(stored.size()) == tensor.size(), "a tensor of shape ",
          text_of(tensor.shape()), " with ", stored.size(), " elements");
  visit(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    for (std::size_t i = 0; i < stored.size(); ++i) tensor.data<T>()[i] = static_cast<T>(stored[i]);
  });
}

/// int32_data and int64_data hold narrower types too.
template <class Stored>
void fill_integers(Tensor& tensor, std::string_view raw, const std::vector<std::int64_t>& values) {
  fill(tensor, raw, std::vector<Stored>(values.begin(), values.end()));
}

}  // namespace

bool Value::is_ours() const { return elements == name_of(tensor.dtype()); }

std::string elements_name(std::int64_t data_type) {
  constexpr std::array kNames = {"nothing",    "float32", "uint8",  "int8",    "uint16",
                                 "int16",      "int32",   "int64",  "strings", "bool",
                                 "float16",    "float64", "uint32", "uint64",  "complex64",
                                 "complex128", "bfloat16"};
  if (data_type < 0 || data_type >= static_cast<std::int64_t>(kNames.size()))
    return text("type ", data_type);
  return kNames[static_cast<std::size_t>(data_type)];
}

Value read_value(std::string_view bytes) {
  Shape shape;
  std::int64_t type = 0;
  std::string_view raw;
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<std::int64_t> integers;
  for (Wire field(bytes); field.next();) {
    switch (field.number()) {
      case 1: field.integers(shape); break;
      case 2: type = field.integer(); break;
      case 4: field.reals(floats); break;
      case 5:
      case 7: field.integers(integers); break;
      case 9: raw = field.bytes(); break;
      case 10: field.reals(doubles); break;
      default: break;
    }
  }
  Value value{elements_name(type), {}};
  const auto made = [&](DType dtype) -> Tensor& { return value.tensor = Tensor(dtype, shape); };
  switch (type) {
    case 1: fill(made(DType::float32), raw, floats); break;
    case 6: fill_integers<std::int32_t>(made(DType::int64), raw, integers); break;
    case 7: fill_integers<std::int64_t>(made(DType::int64), raw, integers); break;
    case 9: fill_integers<std::uint8_t>(made(DType::boolean), raw, integers); break;
    case 11: fill(made(DType::float64), raw, doubles); break;
    default: break;
  }
  return value;
}

Model read_model(std::string_view bytes) {
  Model model;
  for (Wire field(bytes); field.next();)
    if (field.number() == 7) model = read_graph(field.bytes());
  return model;
}

}  // namespace atto::onnx
