#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "framework/testing/lone_node.h"
#include "tests/onnx/model.h"

namespace atto::onnx {

/// Thrown by what cannot be put in our operators.
struct NotMapped {
  enum class Why { no_operator, elements, left_out } why;
  std::string what;
};

/// The values of a graph by name, as its nodes fill them in.
using Values = std::map<std::string, Value>;

/// How our operators run.
struct How {
  DType real = DType::float32;
  testing::Version version = testing::Version::definition;  ///< kernels where there are any
};

/// An attribute of ours; one without a value is not given.
class Setting {
 public:
  template <class Value>
  Setting(const char* name, const Value& value) : text_(text(name, ": ", written(value))) {}
  template <class Value>
  Setting(const char* name, const std::optional<Value>& value) {
    if (value) *this = Setting(name, *value);
  }

  /// As a file has it; empty when there is no value.
  const std::string& as_text() const { return text_; }

 private:
  static std::string written(std::int64_t value) { return std::to_string(value); }
  static std::string written(bool value) { return value ? "true" : "false"; }
  static std::string written(double value);
  static std::string written(const Shape& values) { return text_of(values); }
  static std::string written(const char* word) { return written(std::string(word)); }
  static std::string written(const std::string& word) { return "'" + word + "'"; }

  std::string text_;
};

using Settings = std::initializer_list<Setting>;

/// A node on its way to our operators: what it has is read, lines of ours are run, outputs set. An
/// input or attribute that nobody reads and an output that nobody sets are NotMapped.
class Call {
 public:
  Call(const Node& node, Values& values, const How& how);

  const std::string& op() const { return node_.op; }
  std::size_t inputs() const { return node_.inputs.size(); }
  std::size_t outputs() const { return node_.outputs.size(); }
  bool has(std::size_t input) const;
  bool wants(std::size_t output) const;

  /// An input that is a tensor with us.
  Tensor in(std::size_t input);
  /// All inputs, absent ones included.
  testing::Inputs all();
  /// An input that is an attribute with us: whole numbers, or one number.
  std::vector<std::int64_t> integers(std::size_t input);
  double number(std::size_t input);

  bool has(const std::string& attribute) const { return node_.attributes.contains(attribute); }
  /// ONNX's attributes, with ONNX's defaults.
  std::int64_t integer(const std::string& attribute, std::int64_t fallback);
  double real(const std::string& attribute, double fallback);
  std::string word(const std::string& attribute, const std::string& fallback);
  std::vector<std::int64_t> integers(const std::string& attribute,
                                     const std::vector<std::int64_t>& fallback);
  const Value& value(const std::string& attribute);

  /// A line of ours: `run("softmax", {{"axis", axis}}, {x})`. NotMapped when there is no such
  /// operator.
  Tensor run(const std::string& op, Settings settings, const testing::Inputs& inputs);
  std::vector<Tensor> run(const std::string& op, Settings settings, const testing::Inputs& inputs,
                          std::size_t outputs);

  void set(std::size_t output, const Tensor& tensor);
  void set(std::size_t output, Value value);
  /// Says that ours has no such output.
  void leave_out(std::size_t output);

  /// Checks that all was read and set.
  void finish() const;
  /// Lines of ours that were run.
  int lines() const { return lines_; }

 private:
  const Attribute* find(const std::string& attribute);
  const Value& input(std::size_t input);

  const Node& node_;
  Values& values_;
  How how_;
  std::set<std::size_t> read_inputs_;
  std::set<std::string> read_attributes_;
  std::set<std::size_t> set_outputs_;
  int lines_ = 0;
};

/// Runs a node by our operators (mapping.cc says by which).
void map(Call& call);

}  // namespace atto::onnx
