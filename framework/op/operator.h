#pragma once
#include <cstdint>
#include <span>

#include "framework/core/dim.h"
#include "framework/core/tensor.h"
#include "framework/op/infer.h"

namespace atto {

/// What an operator's templates are instantiated for: float and double, also int64 (`num` ports),
/// also bool (`any` ports).
enum class Elements : std::uint8_t { reals, numbers, any };

/// What an operator does along the axes that an ellipsis of its signature stands for.
enum class Along : std::uint8_t {
  apart,  ///< each place stands on its own, except along the axis that the attribute `axis` names
  moved,  ///< whole axes change their places
  regrouped,  ///< elements stay in their order, axes do not
  mixed       ///< a result may depend on all places
};

/// What a graph may do with an operator; an operator that says nothing has these.
struct Traits {
  bool pure = true;  ///< equal inputs and state give equal outputs: may be merged, removed, folded
                     ///< if it keeps no state
  bool in_place = false;  ///< output 0 may stand where input 0 stood, when both have the same size
  bool commutative = false;             ///< the order of the inputs does not matter
  Elements elements = Elements::reals;  ///< what its templates work for
  Along ellipsis = Along::apart;
  const char* apart = "";        ///< named axes, apart by blanks, whose places stand on their own
  bool stored_weights = false;   ///< of a kernel: it takes weights in 16 bits as they are stored
  bool backward_reads_x = true;  ///< backward needs the inputs' values
  bool backward_reads_y = true;  ///< backward needs the outputs' values
};

/// A tensor that a node keeps between runs, as the operator sees it.
struct StateView {
  TensorView tensor;  ///< the growing axis has the size of what there is room for
  std::span<const std::int64_t> lengths;  ///< rows in use, one number a sequence
};

/// An operator of one node, as the executor sees it; operators derive from nothing (see
/// RegisterOp). Immutable, knows neither node nor graph, safe to call from several threads.
class Operator {
 public:
  virtual ~Operator() = default;

  /// Shapes of outputs and of unknown weights; every check that needs shapes.
  virtual void infer(Infer& shapes) const = 0;
  /// Floating-point operations of one forward, once shapes are inferred.
  virtual Dim flops(const Infer& shapes) const = 0;
  /// y from x. `element` is the type that `T` stands for: the session's real type, or at an
  /// operator with `num` or `any` ports the type of these. `state` is empty when nothing is kept
  /// between runs.
  virtual void forward(DType element, std::span<const TensorView> x, std::span<const TensorView> y,
                       std::span<const StateView> state) const = 0;
  /// dx from x, y and dy; stores, never adds. Inputs nobody wants the gradient of have no data, nor
  /// has the dy of an output that nobody reads; of an operator with one output dy is there.
  virtual void backward(DType element, std::span<const TensorView> x, std::span<const TensorView> y,
                        std::span<const TensorView> dy, std::span<const TensorView> dx) const = 0;
};

/// A fast version of an operator's forward.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// Whether it is there for open ports of this kind and for these inputs; else the definition
  /// runs.
  virtual bool serves(Kind open, const Infer& shapes) const = 0;
  /// Whether its weights may be of a dtype that is storage only; else they are expanded before.
  virtual bool takes_stored_weights() const = 0;
  virtual void forward(DType element, std::span<const TensorView> x, std::span<const TensorView> y,
                       std::span<const StateView> state) const = 0;
};

}  // namespace atto
