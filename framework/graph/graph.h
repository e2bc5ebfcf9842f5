#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/dim.h"
#include "framework/core/error.h"
#include "framework/core/tensor.h"
#include "framework/op/registry.h"

namespace atto {

/// The index of a value in a graph; -1 where an optional input is absent.
using ValueId = int;

/// A tensor that a graph computes or is given.
struct Value {
  enum class Is { input, weight, node };
  std::string name;  ///< canonical: `h.3.attended`
  Kind kind = Kind::real;
  Dims shape;
  Is is = Is::node;
  int producer = -1;  ///< the node, of a node's value
  int output = 0;     ///< which of its outputs
  Position position;
};

/// How a tensor that no file has is made.
struct Initializer {
  enum class Is { value, uniform, normal } is = Is::value;
  double a = 0;  ///< the value, the lower end, the mean
  double b = 1;  ///< -, the upper end, the deviation
};

/// A tensor that comes with the model.
struct Weight {
  ValueId value = -1;
  std::vector<std::string> tensors;     ///< names in a checkpoint: the first that is there
  std::optional<std::int64_t> stacked;  ///< so many tensors make it, along a new first axis
  std::string loop_variable;            ///< `e`: `$(e)` in their names counts these
  bool regrouped = false;  ///< the file's tensor may have another shape with as many elements
  bool optional = false;
  bool absent = false;  ///< an optional one that the checkpoint has not: nothing may need it
  std::optional<Tensor> literal;
  std::optional<Initializer> init;
  bool trained = true;
};

/// The name of tensor `index` of those that make a stacked weight.
std::string stacked_name(const std::string& name, const std::string& loop_variable,
                         std::int64_t index);

/// What the caller gives.
struct Input {
  enum class Default { none, zeros, ones, positions };
  ValueId value = -1;
  std::vector<std::string> words;  ///< word i stands for the number i
  Default fallback = Default::none;
  bool hold = false;
};

/// An operator with its inputs.
struct Node {
  std::string name;
  const OpEntry* entry = nullptr;
  std::shared_ptr<const Operator> op;
  std::shared_ptr<const Kernel> kernel;  ///< null when the operator has none
  std::string attributes;                ///< as text, equal for equal operators
  std::vector<ValueId> inputs;           ///< by position of the signature, -1 when absent
  std::vector<ValueId> outputs;
  Dim flops;
  std::vector<StateShape> state;  ///< empty unless the node keeps something between runs
  Position position;
  std::vector<Error::Note> chain;  ///< the block calls that led here
};

/// A size equation that only concrete sizes can decide, and the node that needs it.
struct GraphConstraint {
  Constraint constraint;
  Position position;
};

/// A model whose names are resolved, whose blocks are expanded and whose shapes are known up to its
/// symbols. Nodes stand in an order in which they can run. It knows no file.
struct Graph {
  std::vector<Value> values;
  std::vector<Node> nodes;
  std::vector<Input> inputs;
  std::vector<Weight> weights;
  std::vector<std::pair<std::string, ValueId>> outputs;
  std::vector<std::pair<std::string, ValueId>> show;  ///< label -> value
  std::vector<GraphConstraint> constraints;
  std::map<std::string, ValueId> names;    ///< canonical names
  std::map<std::string, ValueId> aliases;  ///< `h` for `h.11.x2`

  const Value& value(ValueId id) const { return values[static_cast<std::size_t>(id)]; }
  /// By canonical name or alias; Error with a suggestion when there is none.
  ValueId find(const std::string& name) const;
  /// The canonical names that a glob (`*` any text, `?` one character) matches, in the order of the
  /// values; a name without * and ? may be an alias. Error when there is none.
  std::vector<ValueId> match(const std::string& glob) const;
  /// The input of that name; Error with the known ones when there is none.
  const Input& input(const std::string& name) const;
};

/// Whether a glob with `*` and `?` matches all of a text.
bool glob_matches(const std::string& glob, const std::string& text);

}  // namespace atto
