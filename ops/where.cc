#include "ops/broadcast.h"

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
    const auto chosen = [](T g, bool condition) { return condition ? g : T(0); };
    const auto not_chosen = [](T g, bool condition) { return condition ? T(0) : g; };
    store_gradient(dx, 1, chosen, operand(dy, 0), operand<bool>(x, 0));
    store_gradient(dx, 2, not_chosen, operand(dy, 0), operand<bool>(x, 0));
  }
};

const RegisterOp<Where> registration("where",
                                     "condition:bool[...] a:any[...] b:any[...] -> y:any[...]",
                                     "Chooses between two tensors, element by element.",
                                     "Where-16");

}  // namespace
}  // namespace atto
