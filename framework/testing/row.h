#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/core/dim.h"
#include "framework/core/dtype.h"

namespace atto::testing {

/// One example of what an operator does, or of how it refuses. Tensors are written as a model file
/// writes them, `[[1, 2], [3, 4]]`, with nan, inf and -inf; `empty [0, 3]` is a tensor of that
/// shape without elements, and an empty text an optional input that is absent.
struct Row {
  std::string name;                       ///< of the test: `columns` makes it softmax.columns
  std::string attributes = {};            ///< as a node has them: `{axis: 0}`
  std::vector<std::string> inputs = {};   ///< by position, weights behind values
  std::vector<std::string> outputs = {};  ///< optional ones that are not listed are not asked for
  /// Instead of outputs: the exact message that the constructor, infer or forward gives.
  std::string error = {};

  Kind kind = Kind::real;  ///< of the ports that are open: `num`, `any`
  Bindings dims = {};      ///< what the symbols in attributes and shapes stand for
  /// Shapes of the inputs in symbols, `[B, T]`: inferred from too, and in an error row they may
  /// stand instead of inputs.
  std::vector<std::string> shapes = {};
  std::vector<std::string> inferred = {};  ///< the exact shapes of the outputs that they give
  std::size_t named_outputs =
      0;  ///< of an error row whose outputs are variadic, what the node names

  std::int64_t flops = -1;  ///< floating-point operations of one forward, if it is 0 or more

  /// For an operator with state: the axes of the signature along which a run may be cut into pieces
  /// that give together what one run gives, `{"T", "S"}`.
  std::vector<std::string> time = {};
  bool gradient = true;      ///< whether it is differentiable here (no kink)
  double tolerance = 1e-12;  ///< of float64, relative to the larger of 1 and the expected value
  double float32_tolerance = 1e-5;  ///< of float32
};

}  // namespace atto::testing
