#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/tensor.h"
#include "framework/op/registry.h"

namespace atto::testing {

/// Inputs by position; an absent optional input is empty.
using Inputs = std::vector<std::optional<Tensor>>;

/// What a node that has state keeps between its runs.
class KeptState {
 public:
  /// Room for `capacity` rows; nothing is kept yet. Unused room holds NaN.
  KeptState(const std::vector<StateShape>& shapes, std::int64_t capacity, DType real);

  std::vector<StateView> views() const;
  std::vector<std::int64_t>& lengths() { return lengths_; }
  /// Counts rows that a run has appended to every sequence.
  void advance(std::int64_t rows);

 private:
  std::vector<Tensor> tensors_;
  std::vector<std::int64_t> lengths_;  // one number a sequence
};

/// The kernel where there is one that serves, else the definition.
enum class Version { definition, kernel };

/// One node without a graph: an operator with its attributes and the concrete shapes of its inputs.
/// Whatever forward and backward write to is filled with a poison first and has a guard behind it;
/// std::logic_error when that was written to.
class LoneNode {
 public:
  /// Makes the operator (and its kernel), infers shapes. Error as a graph would give it, without
  /// the place. `outputs` counts those that the node names if they are variadic; `dims` are what
  /// symbols in attributes stand for.
  LoneNode(const OpEntry& op, const std::string& attributes, const Inputs& inputs,
           std::size_t outputs = 0, const Bindings& dims = {});

  const OpEntry& op() const { return op_; }
  const std::vector<Shape>& output_shapes() const { return output_shapes_; }
  DType output_dtype(std::size_t output, DType real) const;
  /// Of the state that is kept; empty when there is none.
  const std::vector<StateShape>& state() const { return state_; }
  std::int64_t flops() const { return flops_; }
  /// Whether reals occur at all: if not, there is no float32 to tell from float64.
  bool has_reals() const;

  struct Forward {
    DType real = DType::float64;
    Version version = Version::definition;
    std::vector<bool> wanted = {};  ///< outputs that are asked for; empty: all
    double poison = 0;              ///< what outputs hold before
    const KeptState* state = nullptr;
    bool in_place = false;  ///< output 0 stands where input 0 stood
  };
  /// The outputs; those that were not wanted have no meaning.
  std::vector<Tensor> forward(const Inputs& x, const Forward& how) const;

  /// Gradients by input; empty where nobody wants one. An empty dy is an output nobody reads.
  std::vector<std::optional<Tensor>> backward(DType real, const Inputs& x,
                                              const std::vector<Tensor>& y, const Inputs& dy,
                                              const std::vector<bool>& wanted, double poison) const;
  /// The inputs that are there and real, which can have a gradient.
  std::vector<bool> differentiable(const Inputs& x) const;

 private:
  DType element(DType real) const;

  const OpEntry& op_;
  std::unique_ptr<Operator> definition_;
  std::unique_ptr<Kernel> kernel_;
  std::vector<Shape> output_shapes_;
  std::vector<Kind> output_kinds_;
  std::vector<StateShape> state_;
  std::int64_t flops_ = 0;
  Kind any_ = Kind::real;  // of the ports that are open
};

}  // namespace atto::testing
