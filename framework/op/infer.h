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
/// unify(). An operator that has state calls it too, if need be after set_output(). Errors say what
/// they are about: the port or the attribute.
class Infer {
 public:
  /// `inputs` by position; an empty optional is a weight whose shape is not known. `connected` says
  /// which inputs are there at all. `outputs` is how many the node names, of an operator whose
  /// outputs are variadic; others have all of their signature, read or not.
  Infer(const Signature& signature, std::vector<std::optional<Dims>> inputs,
        std::vector<bool> connected, std::optional<std::size_t> outputs = std::nullopt);

  /// How many inputs the node has, absent optional ones included.
  std::size_t size() const { return inputs_.size(); }
  /// How many outputs it has.
  std::size_t outputs() const { return outputs_.size(); }
  bool has(std::size_t input) const { return input < connected_.size() && connected_[input]; }
  /// Whether the shape is known already.
  bool known(std::size_t input) const { return has(input) && inputs_[input].has_value(); }
  /// The shape of an input that is there; Error when it is not known.
  const Dims& operator[](std::size_t input) const;
  /// The shape of an output, once it is set or unified.
  const Dims& output(std::size_t output) const;

  /// Says that a size of the signature is what `attribute` gave. With one size it is that axis.
  /// With several (or none), a value has these axes in its place (x[...,H,Dh]) and a weight has
  /// their product. Nothing when the attribute was not given, but messages then name it as the
  /// remedy. Comes before unify().
  void pin(const std::string& axis, const std::string& attribute, const std::optional<Dims>& sizes);
  /// Matches the inputs with the signature, then gives unknown weights, unset outputs and the state
  /// their shape. Error with both sizes when two disagree, or when nothing says a size.
  void unify();
  /// The same, but input `free`, a value, follows a rule of its own (it broadcasts).
  void unify_all_but(std::size_t free);

  /// Outputs that are set stay as they are. Error when a size is negative.
  void set_output(std::size_t output, Dims shape);
  /// The kind of an output when it is no port's but an attribute's choice (`cast`).
  void set_kind(std::size_t output, Kind kind) { kinds_[output] = kind; }
  /// What was set, if it was.
  std::optional<Kind> kind(std::size_t output) const {
    const auto found = kinds_.find(output);
    return found == kinds_.end() ? std::nullopt : std::optional(found->second);
  }
  /// What a weight must be: its shape if that was unknown, else both must agree. Nothing when it is
  /// absent.
  void set_weight(std::size_t input, Dims shape);
  /// a and b must be equal. Error when they never are; a Constraint when that depends on symbols.
  /// `what_a` and `what_b` say what they are: `x has in`.
  void same(const Dim& a, const std::string& what_a, const Dim& b, const std::string& what_b);
  /// The shape of two shapes by NumPy's rule of broadcasting: sizes are equal, or one of them is
  /// the number 1. No symbol is taken for a 1: where that depends on symbols the sizes must be
  /// equal (a Constraint), and the result has the one that is a number, if one is. `what_a` and
  /// `what_b` name the shapes: `x`, `the batch axes of x`.
  Dims broadcast(const Dims& a, const std::string& what_a, const Dims& b,
                 const std::string& what_b);
  /// An axis counted from 0; negative ones count from behind. Error about attribute `name` if there
  /// is no such axis.
  std::size_t axis(int axis, std::size_t rank, const std::string& name = "axis") const;

  /// Says that the node keeps nothing between runs, though the signature has state: state() is
  /// empty.
  void keep_nothing() { keep_first(0); }
  /// The same of all but the first `tensors` of the signature's state.
  void keep_first(std::size_t tensors);

  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<StateShape>& state() const { return state_; }
  /// Whether every output, every connected input and every state tensor that is kept has a shape.
  bool complete() const;

 private:
  struct Size {
    Dims axes;
    std::string from;  // what said so: `x`, `to`
    bool pinned = false;
    /// `x has in = 2`, `'to' says [2, 3] = 6`.
    std::string text(const std::string& axis, bool product) const;
  };
  const Port& port(std::size_t input) const;
  bool is_weight(std::size_t input) const;
  /// `x`; of a variadic port `xs[1]`.
  std::string name_of(std::size_t input) const;
  void match(std::size_t input);
  [[noreturn]] void wrong_rank(std::size_t input, std::size_t needed) const;
  void bind(const Axis& axis, const Size& size, bool product);
  void must_be_equal(const Dim& a, const Dim& b, const std::string& message);
  std::optional<Dims> sizes_of(const Axis& axis, bool weight) const;
  /// Of the sizes that are bound; Error when nothing says how large an axis is.
  Dims shape_of(const Port& port, bool weight) const;
  [[noreturn]] void unknown_size(const Port& port, const Axis& axis, bool weight) const;

  const Signature& signature_;
  std::vector<std::optional<Dims>> inputs_;
  std::vector<bool> connected_;
  std::vector<std::optional<Dims>> outputs_;
  std::map<std::size_t, Kind> kinds_;
  std::map<std::string, Size> sizes_;            // an axis by name; the ellipsis is "..."
  std::map<std::string, std::string> remedies_;  // an axis -> the attribute that could pin it
  std::vector<Constraint> constraints_;
  std::vector<StateShape> state_;
  std::size_t kept_ = signature_.state.size();  // how many of these state tensors the node has
};

}  // namespace atto
