#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/dim.h"
#include "framework/op/signature.h"

namespace atto {

/// Two sizes that must be equal and depend on symbols: checked when the symbols are bound.
struct Constraint {
  Dim a;
  Dim b;
  std::string message;  ///< `weight has in = 3, x has in = D`
};

/// A state tensor: its axes, and which of them grows by its size here with every run.
struct StateShape {
  Dims dims;
  std::size_t growing_axis = 0;
};

/// Shape inference of one node: what is known of the inputs comes in, the shapes of the outputs and
/// of weights that no file has sized yet come out. An operator without an `infer` of its own gets
/// unify().
class Infer {
 public:
  /// `inputs` by position; an empty optional is a weight whose shape is not known. `connected` says
  /// which inputs are there at all.
  Infer(const Signature& signature, std::vector<std::optional<Dims>> inputs,
        std::vector<bool> connected);

  /// How many inputs the node has, absent optional ones included.
  std::size_t size() const { return inputs_.size(); }
  bool has(std::size_t input) const { return input < connected_.size() && connected_[input]; }
  /// Whether the shape is known already.
  bool known(std::size_t input) const { return has(input) && inputs_[input].has_value(); }
  /// The shape of an input; it must be known.
  const Dims& operator[](std::size_t input) const;
  /// The shape of an output, once it is set or unified.
  const Dims& output(std::size_t output) const;

  /// Says that a size of the signature is what `attribute` gave. With one size it is that axis.
  /// With several, a value has these axes in its place (x[...,H,Dh]) and a weight has their
  /// product. Nothing when the attribute was not given, but messages then name it as the remedy.
  void pin(const std::string& axis, const std::string& attribute, const std::optional<Dims>& sizes);
  /// Matches the inputs with the signature, then gives unknown weights and unset outputs their
  /// shape. Error with both sizes when two disagree.
  void unify();

  void set_output(std::size_t output, Dims shape);
  void set_weight(std::size_t input, Dims shape);
  /// a and b must be equal. Error when they never are; a Constraint when that depends on symbols.
  /// `what_a` and `what_b` say what they are: `x has in`.
  void same(const Dim& a, const std::string& what_a, const Dim& b, const std::string& what_b);
  /// The shape of two shapes by NumPy's rule of broadcasting.
  Dims broadcast(const Dims& a, const std::string& what_a, const Dims& b,
                 const std::string& what_b);
  /// An axis counted from 0; negative ones count from behind. Error about attribute `name` if there
  /// is no such axis.
  std::size_t axis(int axis, std::size_t rank, const std::string& name = "axis") const;

  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<StateShape>& state() const { return state_; }
  /// Whether every output and every connected input has a shape.
  bool complete() const;

 private:
  struct Size {
    Dims axes;
    std::string from;  // what said so: `x`, `to`
    bool pinned = false;
  };
  const Port& port(std::size_t input) const;
  void match(const Port& port, const std::string& name, bool weight, const Dims& shape);
  void bind(const std::string& axis, const Dims& sizes, const std::string& from, bool product);
  std::optional<Dims> shape_of(const Port& port, bool weight) const;
  [[noreturn]] void unknown_size(const Port& port) const;

  const Signature& signature_;
  std::vector<std::optional<Dims>> inputs_;
  std::vector<bool> connected_;
  std::vector<std::optional<Dims>> outputs_;
  std::map<std::string, Size> sizes_;            // an axis by name; the ellipsis is "..."
  std::map<std::string, std::string> remedies_;  // an axis -> the attribute that could pin it
  std::vector<Constraint> constraints_;
  std::vector<StateShape> state_;
};

}  // namespace atto
