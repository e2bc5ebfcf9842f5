#include <cmath>

#include "framework/op/op.h"

namespace atto {
namespace {

/// y = the index along `axis` at which x is largest.
///
/// It turns logits into the most likely token; it is a step function, so there is no gradient.
/// Source: ONNX ArgMax-13 with select_last_index = 0.
/// Edge: of equal maxima the first wins; NaN counts as the largest, as in NumPy.
class Argmax final {
 public:
  explicit Argmax(Attributes& a)
      : axis_(a.get<int>("axis", "axis that is searched; -1 is the last")),
        keep_dims_(a.get<bool>("keep_dims", "whether the axis stays, with size 1", false)) {}

  void infer(Infer& shapes) const {
    Dims y = shapes[0];
    const std::size_t axis = shapes.axis(axis_, y.size());
    require_some(y[axis].constant().value_or(1), axis);
    if (keep_dims_)
      y[axis] = 1;
    else
      y.erase(y.begin() + static_cast<std::ptrdiff_t>(axis));
    shapes.set_output(0, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(x.dims(0), axis_);
    require_some(all.size, normalize_axis(axis_, x.dims(0).size()));
    auto* index = y.template data<std::int64_t>(0);
    for (std::int64_t outer = 0; outer < all.outer; ++outer) {
      for (std::int64_t inner = 0; inner < all.inner; ++inner, ++index) {
        const T* value = x.data(0) + outer * all.size * all.inner + inner;
        *index = 0;
        for (std::int64_t i = 1; i < all.size; ++i)
          if (larger(value[i * all.inner], value[*index * all.inner])) *index = i;
      }
    }
  }

 private:
  static void require_some(std::int64_t size, std::size_t axis) {
    if (size > 0) return;
    throw Error(text("axis ", axis, " of x has size 0: nothing is the largest")).about("axis");
  }
  template <class T>
  static bool larger(T a, T b) {
    return a > b || (std::isnan(a) && !std::isnan(b));
  }

  int axis_;
  bool keep_dims_;
};

const RegisterOp<Argmax> registration("argmax", "x[...] -> y:i64[...]",
                                      "Where along `axis` the largest element stands.",
                                      "ArgMax-13");

}  // namespace
}  // namespace atto
