#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/dtype.h"

namespace atto {

/// One axis in a port's shape: a name that means the same size everywhere in the signature, a
/// number, or an ellipsis for any number of axes (all ellipses of one signature stand for the same
/// axes).
struct Axis {
  enum class Is { name, number, ellipsis } is = Is::name;
  std::string name;         ///< of a name; `...` of an ellipsis
  std::int64_t number = 0;  ///< of a number
  bool grows = false;       ///< `+T`: this axis of a state tensor grows by T with every run
};

/// An input, output or state tensor of an operator.
struct Port {
  std::string name;
  std::optional<Kind> kind =
      Kind::real;         ///< empty is open: the same kind at all open ports of a node
  bool numeric = false;   ///< an open port that takes no bool: `num`, not `any`
  bool optional = false;  ///< an input may be missing; an output is computed when it is read
  bool variadic = false;  ///< takes (or gives) any number of tensors, at least one
  std::vector<Axis> axes;

  bool has_ellipsis() const;
  /// `weight[in,out]`, as the signature has it.
  std::string text() const;
};

/// What an operator takes and gives:
///
///     values; weights -> outputs; state
///     "q[...,T,H,D] k[...,S,K,D] -> y[...,T,H,D] weights?[...,H,T,S]; state keys[...,+S,K,D]"
///
/// A port is a name, then `?` (optional) or `*` (variadic), then the kind if it is not real
/// (`:i64`, `:bool`, `:num` for real or int64, `:any`), then the axes: `x[...,D]`, `bias?[out]`,
/// `ids:i64[...]`, `valid?:bool[B,T]`, `parts*:any[...]`, `scalar[]`. At most one ellipsis a port.
/// A variadic port is the last of its group, and either the values or the weights may have one. An
/// output may be `num` or `any` when an input is. A state tensor is real and has one axis with `+`.
/// There may be no values and no weights, but there is an output. Names of ports differ.
struct Signature {
  std::vector<Port> inputs;  ///< values, then weights
  std::size_t values = 0;    ///< how many of the inputs stand before the `;`
  std::vector<Port> outputs;
  std::vector<Port> state;
  std::string text;

  /// A text that follows no grammar is a bug of the operator's: Error with the column, raised when
  /// it registers.
  static Signature parse(const std::string& text);

  bool is_weight(std::size_t port) const { return port >= values; }
  /// The port of an input's position when `count` positions are given: a variadic port takes what
  /// the others leave. Absent optional inputs hold their position; they may be left off at the end
  /// if no port is variadic.
  std::size_t port_of(std::size_t input, std::size_t count) const;
  /// The same of an output's position, of a node that names `count` outputs.
  std::size_t output_port_of(std::size_t output, std::size_t count) const;
  /// The port's index, if there is one of that name.
  std::optional<std::size_t> input(const std::string& name) const;
};

}  // namespace atto
