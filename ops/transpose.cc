#include "ops/strided.h"

namespace atto {
namespace {

/// y has axis order[i] of x as its axis i.
///
/// Brings the heads in front of the words, channels in front of places.
/// Source: ONNX Transpose-13 (`order` is perm), NumPy transpose; dx is dy with the axes put back.
/// Edge: without `order` the axes are reversed.
class Transpose final {
 public:
  static constexpr Traits traits{.elements = Elements::any,
                                 .ellipsis = Along::moved,
                                 .backward_reads_x = false,
                                 .backward_reads_y = false};

  explicit Transpose(Attributes& a)
      : order_(a.get<std::optional<std::vector<std::int64_t>>>(
            "order", "which axis of x each axis of y is; reversed when left out")) {}

  void infer(Infer& shapes) const {
    const Dims& x = shapes[0];
    Dims y;
    for (const std::size_t axis : order(x.size())) y.push_back(x[axis]);
    shapes.set_output(0, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto from = strides_of(x.dims(0));
    Strided view{Shape(y.dims(0).begin(), y.dims(0).end()), {}};
    for (const std::size_t axis : order(from.size())) view.strides.push_back(from[axis]);
    copy_strided(x.data(0), view, y.data(0));
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    const auto from = strides_of(dy.dims(0));
    Strided view{Shape(dx.dims(0).begin(), dx.dims(0).end()), Shape(from.size())};
    const auto axes = order(from.size());
    for (std::size_t i = 0; i < axes.size(); ++i) view.strides[axes[i]] = from[i];
    copy_strided(dy.data(0), view, dx.data(0));
  }

 private:
  /// Counted from 0; Error unless it has each axis once.
  std::vector<std::size_t> order(std::size_t rank) const {
    std::vector<std::size_t> axes;
    if (!order_)
      for (std::size_t axis = rank; axis-- > 0;) axes.push_back(axis);
    const auto size = static_cast<std::int64_t>(rank);
    std::vector<bool> seen(rank, false);
    for (const std::int64_t axis : order_.value_or(Shape())) {
      const auto at = static_cast<std::size_t>(axis < 0 ? axis + size : axis);
      if (at >= rank || seen[at]) break;
      seen[at] = true;
      axes.push_back(at);
    }
    if (axes.size() != rank || (order_ && order_->size() != rank))
      throw Error(text(text_of(*order_), " is no order of the ", rank,
                       rank == 1 ? " axis" : " axes", " of x: each must stand in it once"))
          .about("order");
    return axes;
  }

  std::optional<std::vector<std::int64_t>> order_;
};

const RegisterOp<Transpose> registration("transpose", "x:any[...] -> y:any[...]",
                                         "The same elements with the axes in another order.",
                                         "Transpose-13");

}  // namespace
}  // namespace atto
