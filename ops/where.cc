#include "framework/op/op.h"

namespace atto {
namespace {

/// y = condition ? a : b, element by element; all three broadcast.
///
/// Masks are written with it: a number where a condition holds, another one elsewhere.
/// Source: ONNX Where-16; da is dy where the condition holds, db where it does not, each summed
/// over what was broadcast.
/// Edge: what is not chosen does not matter, NaN included.
class Where final {
 public:
  static constexpr Traits traits{.elements = Elements::any, .backward_reads_y = false};

  explicit Where(Attributes&) {}

  void infer(Infer& shapes) const {
    const Dims branches = shapes.broadcast(shapes[1], "a", shapes[2], "b");
    shapes.set_output(0, shapes.broadcast(shapes[0], "condition", branches, "a and b"));
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    if (y.elements(0) == 0) return;
    y[0] = xt::where(x.template as<bool>(0), x[1], x[2]);
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto* condition = x.template data<bool>(0);
    const auto at_condition = broadcast_indices(x.dims(0), dy.dims(0));
    for (const std::size_t branch : {1, 2}) {
      if (!dx.wanted(branch)) continue;
      const auto at = broadcast_indices(x.dims(branch), dy.dims(0));
      std::fill_n(dx.data(branch), dx.elements(branch), T(0));
      for (std::size_t i = 0; i < at.size(); ++i)
        if (condition[at_condition[i]] == (branch == 1)) dx.data(branch)[at[i]] += dy.data(0)[i];
    }
  }
};

const RegisterOp<Where> registration("where",
                                     "condition:bool[...] a:any[...] b:any[...] -> y:any[...]",
                                     "Chooses between two tensors, element by element.",
                                     "Where-16");

}  // namespace
}  // namespace atto
