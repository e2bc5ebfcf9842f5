#include "framework/op/op.h"

namespace atto {
namespace {

/// y = the inputs, one behind the other along `axis`.
///
/// Multi-head attention joins its heads this way.
/// Source: ONNX Concat-13; the gradient of each input is its part of dy.
/// Edge: an input of size 0 along the axis adds nothing; all have the same rank (NumPy too).
class Concat final {
 public:
  static constexpr Traits traits{
      .elements = Elements::any, .backward_reads_x = false, .backward_reads_y = false};

  explicit Concat(Attributes& a)
      : axis_(a.get<int>("axis", "axis that becomes longer; -1 is the last")) {}

  void infer(Infer& shapes) const {
    Dims y = shapes[0];
    const std::size_t axis = shapes.axis(axis_, y.size());
    for (std::size_t i = 1; i < shapes.size(); ++i) {
      const Dims& x = shapes[i];
      const std::string name = text("xs[", i, "]");
      if (x.size() != y.size())
        throw Error(text(name, " has shape ", text_of(x), ", xs[0] has shape ", text_of(shapes[0]),
                         ": they differ in rank"))
            .about("xs");
      for (std::size_t d = 0; d < y.size(); ++d)
        if (d != axis)
          shapes.same(x[d], text("axis ", d, " of ", name), y[d], text("axis ", d, " of xs[0]"));
      y[axis] += x[axis];
    }
    shapes.set_output(0, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(y.dims(0), axis_);
    T* target = y.data(0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::int64_t block = around(x.dims(i), axis_).size * all.inner;
      for (std::int64_t outer = 0; outer < all.outer; ++outer)
        std::copy_n(x.data(i) + outer * block, block, target + outer * all.size * all.inner);
      target += block;
    }
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    const AroundAxis all = around(dy.dims(0), axis_);
    const T* source = dy.data(0);
    for (std::size_t i = 0; i < dx.size(); ++i) {
      const std::int64_t block = around(dx.dims(i), axis_).size * all.inner;
      for (std::int64_t outer = 0; dx.wanted(i) && outer < all.outer; ++outer)
        std::copy_n(source + outer * all.size * all.inner, block, dx.data(i) + outer * block);
      source += block;
    }
  }

 private:
  int axis_;
};

const RegisterOp<Concat> registration("concat", "xs*:any[...] -> y:any[...]",
                                      "Joins tensors along `axis`.", "Concat-13");

}  // namespace
}  // namespace atto
