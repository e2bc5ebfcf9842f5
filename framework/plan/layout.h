#pragma once
#include <cstddef>
#include <vector>

#include "framework/plan/plan.h"

namespace atto {

/// A plan for concrete sizes: where in the arena each buffer stands.
struct Layout {
  Bindings bindings;
  DType real = DType::float32;
  std::vector<Shape> shapes;         ///< by value; empty for values that the plan does not use
  std::vector<std::size_t> offsets;  ///< by buffer, in bytes, multiples of 64
  std::vector<std::size_t> sizes;    ///< by buffer, in bytes
  std::size_t arena_bytes = 0;
  std::size_t bytes_without_reuse = 0;  ///< if every value had a place of its own
};

/// The symbols' values from the shapes of inputs. Error when a rank or a size does not fit, naming
/// both inputs when two of them disagree, or when a size's symbol stands nowhere on its own.
Bindings bind_symbols(const Graph& graph, const std::vector<std::pair<ValueId, Shape>>& shapes);

/// Checks what only concrete sizes decide (as far as the symbols are bound: a part of a graph needs
/// not all), and places the buffers so that those which live at the
/// same time do not overlap: largest first, each at the lowest offset that is free (greedy by size;
/// Pisarchyk and Lee 2020, "Efficient memory management for deep neural net inference"). With
/// options.optimize off nothing is reused.
Layout lay_out(const Plan& plan, const Bindings& bindings, DType real);

}  // namespace atto
