#include "ops/strided.h"

namespace atto {
namespace {

/// y = x, repeated along axes in front and along axes of size 1, to the shape `to`.
///
/// Elementwise operators do this by themselves; concat and take do not.
/// Source: NumPy broadcast_to; ONNX Expand-13, which also lets x widen `to`. dx is dy summed over
/// what was repeated.
/// Edge: only the number 1 is repeated, no symbol that may turn out to be 1.
class Broadcast final {
 public:
  static constexpr Traits traits{.elements = Elements::any,
                                 .ellipsis = Along::moved,
                                 .backward_reads_x = false,
                                 .backward_reads_y = false};

  explicit Broadcast(Attributes& a) : to_(a.get<Dims>("to", "shape of y")) {}

  void infer(Infer& shapes) const {
    const Dims& x = shapes[0];
    if (x.size() > to_.size())
      throw Error(
          text("x of shape ", text_of(x), " has more axes than 'to', which is ", text_of(to_)))
          .about("to");
    const std::size_t lead = to_.size() - x.size();
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] != Dim(1))
        shapes.same(x[i], text("axis ", i, " of x"), to_[lead + i], text("its size in 'to'"));
    shapes.set_output(0, to_);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    copy_strided(x.data(0), view(x.dims(0), y.dims(0)), y.data(0));
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    std::fill_n(dx.data(0), dx.elements(0), T(0));
    if (dy.elements(0) == 0) return;
    Strided rows = simplified(view(dx.dims(0), dy.dims(0)));
    const std::int64_t count = rows.dims.back(), step = rows.strides.back();
    rows.dims.pop_back();
    rows.strides.pop_back();
    const T* from = dy.data(0);
    for (std::int64_t row = 0; row < product_of(rows.dims); ++row, from += count) {
      T* to = dx.data(0) + rows(row);
      for (std::int64_t i = 0; i < count; ++i) to[i * step] += from[i];
    }
  }

 private:
  static Strided view(std::span<const std::int64_t> x, std::span<const std::int64_t> y) {
    const std::size_t lead = y.size() - x.size();
    Strided view{Shape(y.begin(), y.end()), Shape(y.size(), 0)};
    const auto strides = strides_of(x);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] != 1) view.strides[lead + i] = strides[i];
    return view;
  }

  Dims to_;
};

const RegisterOp<Broadcast> registration("broadcast", "x:any[...] -> y:any[...]",
                                         "Repeats x to the shape `to`.", "Expand-13");

}  // namespace
}  // namespace atto
