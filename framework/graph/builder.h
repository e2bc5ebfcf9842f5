#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "framework/describe/description.h"
#include "framework/describe/expression.h"
#include "framework/graph/build.h"
#include "framework/graph/graph.h"
#include "framework/graph/params.h"

namespace atto {

/// What a name stands for inside one body.
struct Binding {
  std::vector<ValueId> values;
  bool is_list = false;   ///< of a parallel repeat: only a variadic port takes it
  bool failed = false;    ///< its line has a problem already
  bool left_out = false;  ///< every line that defines it was switched off by `when`
  Position position;
};

/// One body while it is expanded: the model's own graph, or one call of a block. A closed scope.
struct Frame {
  std::shared_ptr<Scope> scope;  ///< params and dims
  std::map<std::string, Binding> names;
  const Body* body = nullptr;
  std::string path;    ///< in front of canonical names: `h.3.`
  std::string prefix;  ///< in front of tensor names: `model.layers.3`
  std::vector<Error::Note> chain;
  std::vector<std::string> blocks;  ///< the calls that led here, for recursion
};

/// A value that a line passes, and where it says so.
struct Passed {
  ValueId id = -1;
  Position position;
};

/// A line's operator or block, once or one round of its repeat.
struct Call {
  const Line& line;
  Frame& frame;
  std::shared_ptr<Scope> scope;  ///< the frame's, and the loop variable
  std::string name;              ///< canonical: `h.3`
  std::vector<Passed> inputs;    ///< the listed ones
};

/// Makes a Graph of a Description; see build().
class Builder {
 public:
  Builder(const Description& description, Problems& problems, const HasTensor& has_tensor,
          std::size_t most_parts);
  Graph build();

 private:
  using Inputs = std::vector<Passed>;

  // build.cc: what surrounds the nodes
  void add_inputs(Frame& frame);
  void add_outputs(const Frame& frame);
  void add_show();
  void check_generate();
  void check_feed();
  void check_block_names();
  /// Once for each line, whether its block is ever called or not.
  void check_operators();
  bool is_known(const std::string& op) const;
  Error unknown_operator(const Line& line) const;

  // expand.cc: lines and repeats
  void expand(const Body& body, Frame& frame);
  void expand_line(const Line& line, Frame& frame);
  bool is_switched_on(const Line& line, const Frame& frame) const;
  void refuse_redefinition(const Line& line, const Frame& frame) const;
  Inputs listed_inputs(const Line& line, const Frame& frame) const;
  std::vector<Binding> call_repeatedly(const Line& line, Frame& frame);
  std::vector<Binding> repeat_chain(const Line& line, Frame& frame, Inputs inputs);
  std::vector<Binding> repeat_parallel(const Line& line, Frame& frame, const Inputs& inputs);
  std::int64_t rounds_of(const Line& line, const Frame& frame) const;
  std::vector<ValueId> call_round(const Line& line, Frame& frame, std::int64_t i,
                                  const Inputs& inputs);
  std::vector<ValueId> call(Call& call);
  void assert_shape(const Call& call, const std::vector<ValueId>& outputs);
  const Binding& lookup(const Yaml& name, const Frame& frame) const;
  ValueId lookup_one(const Yaml& name, const Frame& frame) const;
  Error no_such_value(const Yaml& name, const Frame& frame) const;
  /// Runs `work`; returns false when it has a problem, which is reported.
  template <class Work>
  bool attempt(const Position& position, Work&& work) {
    try {
      return problems_.attempt(position, work);
    } catch (const NeedsFailed&) {
      return false;
    }
  }
  void report(Error error, const Frame& frame, const Position& position);
  /// Counts what the model expands to; over the limit an Error once, then NeedsFailed.
  void count(std::size_t parts, const Position& position);

  // call_block.cc
  const Block* block(const std::string& name) const;
  std::vector<ValueId> call_block(const Block& block, Call& call);
  /// Where each input of the block was given.
  std::vector<Position> pass_inputs(const Block& block, const Call& call, Frame& inner);
  void pass_params(const Block& block, const Call& call, Frame& inner);
  void bind_dims(const Block& block, const std::vector<Position>& places, Frame& inner);

  // add_node.cc: operators
  /// Of a line whose inputs failed: whether its attributes are right all the same.
  void check_attributes(const Line& line, Frame& frame);
  std::vector<ValueId> add_node(const OpEntry& entry, Call& call);
  /// By position of the signature.
  Inputs arrange_inputs(const OpEntry& entry, const Call& call);
  ValueId weight_of_port(const Port& port, const Yaml* given, const Call& call);
  void make_operator(const OpEntry& entry, const Call& call, const Inputs& inputs,
                     Node& node) const;
  struct Kinds {
    Kind open;  // of the ports that the signature leaves open
    std::vector<Kind> outputs;
  };
  Kinds check_kinds(const OpEntry& entry, const Call& call, const Inputs& inputs) const;
  void infer(const OpEntry& entry, const Call& call, const Inputs& inputs, Node& node);
  void add_values(const OpEntry& entry, const Call& call, Node& node, const Infer& shapes,
                  const std::vector<Kind>& kinds);

  // add_weight.cc
  /// What stands in front of the tensor names of a line.
  std::string prefix_of(const Call& call) const;
  void declare_weights(const Body& body, Frame& frame);
  ValueId declare_weight(const WeightDeclaration& declaration, const Frame& frame);
  ValueId refer_to_weight(const Yaml& yaml, const Scope& scope, const std::string& prefix);
  /// By which of its names the weight goes; marks one that may be absent and is.
  std::string choose_name(Weight& weight) const;
  std::vector<std::string> tensor_names(const WeightReference& reference, const Scope& scope,
                                        const std::string& prefix) const;
  void require_fixed(const Dims& shape, const std::string& name, const Position& position) const;
  ValueId add_weight(Weight weight, const std::string& name, Kind kind, std::optional<Dims> shape,
                     const Position& position);
  void finish_weights();
  Initializer evaluate(const Init& init, const Scope& scope) const;

  /// The weight that is there already, named once more.
  ValueId name_again(Weight& weight, Weight again, const std::optional<Dims>& shape,
                     const Position& position);

  ValueId add_value(Value value);
  Value& value(ValueId id) { return graph_.values[static_cast<std::size_t>(id)]; }
  const Value& value(ValueId id) const { return graph_.value(id); }
  void must_be_equal(const Dim& a, const Dim& b, const std::string& message,
                     const Position& position);

  const Description& description_;
  Problems& problems_;
  const HasTensor& has_tensor_;
  const std::size_t most_parts_;
  const Registry& registry_;
  Params params_;
  Graph graph_;
  std::map<std::string, const Block*> blocks_;
  std::set<std::string> model_names_;  // inputs, weights and values of the model's own graph
  std::set<ValueId> unsized_;          // weights whose shape nobody said yet
  std::set<ValueId> absent_;           // optional weights that the checkpoint has not
  std::map<std::string, std::size_t> weight_index_;
  std::set<std::string> reported_;  // a repeated block reports a problem once
  std::size_t parts_ = 0;
  bool too_large_ = false;
};

/// Whether a size in a declared shape is a name, which stands for what it meets unless a param has
/// that name.
bool is_dim_name(const Yaml& size);

/// `prefix.name`, or the name where there is no prefix.
std::string below(const std::string& prefix, const std::string& name);

}  // namespace atto
