#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/tensor.h"

namespace atto::onnx {

/// A tensor as ONNX has it.
struct Value {
  std::string elements;  ///< ONNX's element type, in NumPy's words: float32, uint8
  Tensor tensor;  ///< whole numbers of other sizes as int64; without meaning where it cannot hold
                  ///< them (float16, strings)

  /// One that our tensors are for.
  bool is_ours() const;
};

/// An attribute of a node: the member that the node's operator asks for is set.
struct Attribute {
  std::int64_t integer = 0;
  double real = 0;
  std::string word;
  Value value;
  std::vector<std::int64_t> integers;
};

struct Node {
  std::string op;
  std::vector<std::string> inputs;  ///< an absent one is empty
  std::vector<std::string> outputs;
  std::map<std::string, Attribute> attributes;
};

struct Model {
  std::vector<Node> nodes;
  std::map<std::string, Value> constants;  ///< ONNX's initializers
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  bool only_tensors = true;  ///< whether no input or output is a sequence or an optional value
};

/// ONNX's ModelProto and TensorProto, as far as node tests need them. Error when the bytes are no
/// such message.
Model read_model(std::string_view bytes);
Value read_value(std::string_view bytes);

/// NumPy's word for a number of ONNX's TensorProto.DataType.
std::string elements_name(std::int64_t data_type);

}  // namespace atto::onnx
