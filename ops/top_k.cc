#include <cmath>

#include "framework/op/op.h"

namespace atto {
namespace {

/// values = the k largest (or smallest) elements of x along `axis`, in their order, and ids = where
/// they stand.
///
/// A router picks the experts of a word with it, a sampler its likely words.
/// Source: ONNX TopK-11, sorted; the gradient of a value goes to where it stood, 0 elsewhere.
/// Edge: of equal elements the first comes first. NaN counts as the largest, as in argmax and
/// PyTorch.
class TopK final {
 public:
  static constexpr Traits traits{.elements = Elements::numbers, .backward_reads_x = false};

  explicit TopK(Attributes& a)
      : k_(a.get<std::int64_t>("k", "how many")),
        axis_(a.get<int>("axis", "axis that is searched; -1 is the last")),
        largest_(a.get<bool>("largest", "whether the largest are meant, else the smallest", true)) {
    if (k_ < 0) throw Error(text("k is ", k_)).about("k");
  }

  void infer(Infer& shapes) const {
    Dims y = shapes[0];
    const std::size_t axis = shapes.axis(axis_, y.size());
    require_k(y[axis].constant().value_or(k_), axis);
    y[axis] = k_;
    shapes.set_output(0, y);
    shapes.set_output(1, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(x.dims(0), axis_);
    require_k(all.size, normalize_axis(axis_, x.dims(0).size()));
    if (y.elements(0) == 0) return;
    const T* from = x.data(0);
    T* values = y.data(0);
    auto* ids = y.template data<std::int64_t>(1);
    const auto slices = [&](std::int64_t begin, std::int64_t end) {
      std::vector<std::int64_t> order(static_cast<std::size_t>(all.size));
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t outer = i / all.inner, inner = i % all.inner;
        const T* slice = from + outer * all.size * all.inner + inner;
        std::iota(order.begin(), order.end(), std::int64_t{0});
        std::partial_sort(order.begin(), order.begin() + k_, order.end(),
                          [&](std::int64_t a, std::int64_t b) {
                            const T left = slice[a * all.inner], right = slice[b * all.inner];
                            if (larger(left, right)) return largest_;
                            if (larger(right, left)) return !largest_;
                            return a < b;
                          });
        for (std::int64_t j = 0; j < k_; ++j) {
          const std::int64_t to = (outer * k_ + j) * all.inner + inner;
          ids[to] = order[static_cast<std::size_t>(j)];
          values[to] = slice[ids[to] * all.inner];
        }
      }
    };
    parallel_for(all.outer * all.inner, grain_of(all.size), slices);
  }

  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    std::fill_n(dx.data(0), dx.elements(0), T(0));
    if (!dy.has(0)) return;
    const AroundAxis all = around(dx.dims(0), axis_);
    const auto* ids = y.template data<std::int64_t>(1);
    for (std::int64_t i = 0; i < y.elements(0); ++i) {
      const std::int64_t outer = i / (k_ * all.inner), inner = i % all.inner;
      dx.data(0)[(outer * all.size + ids[i]) * all.inner + inner] = dy.data(0)[i];
    }
  }

 private:
  void require_k(std::int64_t size, std::size_t axis) const {
    if (k_ <= size) return;
    throw Error(text("k is ", k_, ", but axis ", axis, " of x has size ", size)).about("k");
  }
  template <class T>
  static bool larger(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a > b || (std::isnan(a) && !std::isnan(b));
    else
      return a > b;
  }

  std::int64_t k_;
  int axis_;
  bool largest_;
};

const RegisterOp<TopK> registration("top_k", "x:num[...] -> values:num[...] ids:i64[...]",
                                    "The `k` largest elements along `axis`, and their places.",
                                    "TopK-11");

}  // namespace
}  // namespace atto
