#include "ops/ids.h"
#include "ops/strided.h"

namespace atto {
namespace {

/// y[a..., i..., b...] = x[a..., ids[i...], b...]: for each id the slice of x that stands there
/// along `axis`; y has the axes of ids in place of `axis`.
///
/// Picks the words at known places, or reorders the rows of a cache; for a table of weights there
/// is embedding.
/// Source: ONNX Gather-13, NumPy take; each slice of dx is the sum over the ids that took it.
/// Edge: negative ids count from behind; one that is out of range is an error.
class Gather final {
 public:
  static constexpr Traits traits{.elements = Elements::any, .backward_reads_y = false};

  explicit Gather(Attributes& a) : axis_(a.get<int>("axis", "axis of x that ids count along")) {}

  void infer(Infer& shapes) const {
    Dims y = shapes[0];
    const auto axis = static_cast<std::ptrdiff_t>(shapes.axis(axis_, y.size()));
    y.erase(y.begin() + axis);
    y.insert(y.begin() + axis, shapes[1].begin(), shapes[1].end());
    shapes.set_output(0, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto* ids = x.template data<std::int64_t>(1);
    require_ids_along(ids, x.dims(1), x.dims(0), axis_);
    if (y.elements(0) == 0) return;
    const AroundAxis all = around(x.dims(0), axis_);
    const std::int64_t count = x.elements(1);
    const T* from = x.data(0);
    T* to = y.data(0);
    parallel_for(all.outer * count, grain_of(all.inner), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t row = i / count * all.size + from_front(ids[i % count], all.size);
        copy_run(from + row * all.inner, all.inner, to + i * all.inner);
      }
    });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto* ids = x.template data<std::int64_t>(1);
    const AroundAxis all = around(x.dims(0), axis_);
    const std::int64_t count = x.elements(1);
    std::fill_n(dx.data(0), dx.elements(0), T(0));
    const T* from = dy.data(0);
    for (std::int64_t i = 0; i < all.outer * count; ++i, from += all.inner) {
      const std::int64_t row = i / count * all.size + from_front(ids[i % count], all.size);
      T* to = dx.data(0) + row * all.inner;
      for (std::int64_t j = 0; j < all.inner; ++j) to[j] += from[j];
    }
  }

 private:
  int axis_;
};

const RegisterOp<Gather> registration("gather", "x:any[...] ids:i64[...] -> y:any[...]",
                                      "The slices of x along `axis` that ids name.", "Gather-13");

}  // namespace
}  // namespace atto
