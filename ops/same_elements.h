#pragma once
// Operators that change the axes and no element: where the buffer is shared they cost nothing.
#include <cstring>
#include <limits>

#include "framework/op/op.h"

namespace atto {

/// y has the elements of x in the same row-major order; the axes are the derived class's.
class SameElements {
 public:
  static constexpr Traits traits{.in_place = true,
                                 .elements = Elements::any,
                                 .ellipsis = Along::regrouped,
                                 .backward_reads_x = false,
                                 .backward_reads_y = false};

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    copy(x.data(0), y.data(0), y.elements(0));
  }
  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    copy(dy.data(0), dx.data(0), dx.elements(0));
  }

 private:
  template <class T>
  static void copy(const T* from, T* to, std::int64_t count) {
    if (from != to && count > 0) std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
  }
};

/// Which of `rank` axes the attribute `axis` lists; Error when one is not there or stands twice.
inline std::vector<bool> marked_axes(const Infer& shapes, const std::vector<std::int64_t>& axes,
                                     std::size_t rank) {
  using Limits = std::numeric_limits<int>;
  std::vector<bool> marked(rank, false);
  for (const std::int64_t axis : axes) {
    const auto narrow = std::clamp<std::int64_t>(axis, Limits::min(), Limits::max());
    const std::size_t at = shapes.axis(static_cast<int>(narrow), rank);
    if (marked[at]) throw Error(text("axis ", axis, " stands twice")).about("axis");
    marked[at] = true;
  }
  return marked;
}

}  // namespace atto
