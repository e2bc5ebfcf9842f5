#include "ops/ids.h"

namespace atto {
namespace {

/// y[a..., i, b...] = x[a..., ids[a..., i, b...], b...]: each id picks one element along `axis`, in
/// the place where it stands.
///
/// Reads what top_k or argmax found: the probability of each chosen expert.
/// Source: ONNX GatherElements-13, NumPy take_along_axis; each element of dx is the sum over the
/// ids that took it.
/// Edge: besides `axis`, x and ids have equal sizes (NumPy would broadcast a 1). Negative ids count
/// from behind; one that is out of range is an error.
class Take final {
 public:
  static constexpr Traits traits{.elements = Elements::any, .backward_reads_y = false};

  explicit Take(Attributes& a) : axis_(a.get<int>("axis", "axis of x that ids count along")) {}

  void infer(Infer& shapes) const {
    const Dims &x = shapes[0], &ids = shapes[1];
    const std::size_t axis = shapes.axis(axis_, x.size());
    if (x.size() != ids.size())
      throw Error(text("x has shape ", text_of(x), ", ids have shape ", text_of(ids),
                       ": take picks element by element, so that both have the same axes (gather "
                       "picks whole slices)"))
          .about("ids");
    for (std::size_t i = 0; i < x.size(); ++i)
      if (i != axis)
        shapes.same(x[i], text("axis ", i, " of x"), ids[i], text("axis ", i, " of ids"));
    shapes.set_output(0, ids);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto* ids = x.template data<std::int64_t>(1);
    require_ids_along(ids, x.dims(1), x.dims(0), axis_);
    const T* from = x.data(0);
    T* to = y.data(0);
    for_each(x, [&](std::int64_t at, std::int64_t i) { to[i] = from[at]; });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    std::fill_n(dx.data(0), dx.elements(0), T(0));
    const T* from = dy.data(0);
    T* to = dx.data(0);
    for_each(x, [&](std::int64_t at, std::int64_t i) { to[at] += from[i]; });
  }

 private:
  /// Calls `move` with the place in x and in ids of each element; what is parallel shares no place.
  template <class T, class Move>
  void for_each(const In<T>& x, Move&& move) const {
    const auto* ids = x.template data<std::int64_t>(1);
    const AroundAxis all = around(x.dims(0), axis_);
    const std::int64_t count = around(x.dims(1), axis_).size;
    const auto blocks = [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t outer = begin; outer < end; ++outer) {
        const std::int64_t block = outer * all.size * all.inner;
        for (std::int64_t i = outer * count; i < (outer + 1) * count; ++i) {
          for (std::int64_t j = 0; j < all.inner; ++j) {
            const std::int64_t at = i * all.inner + j;
            move(block + from_front(ids[at], all.size) * all.inner + j, at);
          }
        }
      }
    };
    parallel_for(all.outer, grain_of(count * all.inner), blocks);
  }

  int axis_;
};

const RegisterOp<Take> registration("take", "x:any[...] ids:i64[...] -> y:any[...]",
                                    "The elements of x along `axis` that ids name, one by one.",
                                    "GatherElements-13");

}  // namespace
}  // namespace atto
