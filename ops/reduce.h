#pragma once
// What the reductions share.
#include <cmath>
#include <limits>
#include <type_traits>

#include "framework/op/op.h"

namespace atto {

/// The axes that a reduction takes away, and what becomes of a shape.
class ReducedAxes {
 public:
  explicit ReducedAxes(Attributes& a)
      : axes_(a.get<std::optional<std::vector<std::int64_t>>>(
            "axis", "axis or axes that are reduced; when it is missing, all")),
        keep_dims_(a.get<bool>("keep_dims", "whether they stay, with size 1", false)) {}

  /// Sets the shape of y; Error when an axis is not there, or is named twice.
  void infer(Infer& shapes) const {
    using Int = std::numeric_limits<int>;
    const Dims& x = shapes[0];
    std::vector<bool> reduced(x.size(), !axes_);
    for (const std::int64_t given : axes_.value_or(std::vector<std::int64_t>())) {
      const auto clamped = std::clamp<std::int64_t>(given, Int::min(), Int::max());
      const std::size_t axis = shapes.axis(static_cast<int>(clamped), x.size());
      if (reduced[axis]) throw Error(text("axis ", axis, " is there twice")).about("axis");
      reduced[axis] = true;
    }
    Dims y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!reduced[i]) y.push_back(x[i]);
      if (reduced[i] && keep_dims_) y.push_back(1);
    }
    shapes.set_output(0, y);
  }

  /// Which axes of x are reduced; infer() has checked them.
  std::vector<bool> reduced(std::size_t rank) const {
    std::vector<bool> reduced(rank, !axes_);
    for (const std::int64_t axis : axes_.value_or(std::vector<std::int64_t>()))
      reduced[normalize_axis(static_cast<int>(axis), rank)] = true;
    return reduced;
  }
  /// For each element of x, in row-major order, which element of y it goes into.
  std::vector<std::int64_t> targets(std::span<const std::int64_t> x) const {
    Shape kept(x.begin(), x.end());
    const std::vector<bool> gone = reduced(x.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
      if (gone[i]) kept[i] = 1;
    return broadcast_indices(kept, x);
  }

 private:
  std::optional<std::vector<std::int64_t>> axes_;
  bool keep_dims_;
};

/// What elements of T are added up in: double keeps the digits of long float sums, and whole
/// numbers that overflow wrap around as in NumPy.
template <class T>
using Sum = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;

/// Error when there are no elements of which one could be the extreme.
inline void require_some(bool x_is_empty, bool y_is_empty) {
  if (x_is_empty && !y_is_empty)
    throw Error("x has no elements along the axes that are reduced: none of them is the extreme")
        .about("x");
}

/// The largest or the smallest element: the one that `Wins()(it, any other)`.
template <class Wins>
class Extreme {
 public:
  static constexpr Traits traits{.elements = Elements::numbers};

  explicit Extreme(Attributes& a) : axes_(a) {}

  void infer(Infer& shapes) const {
    axes_.infer(shapes);
    require_some(product_of(shapes[0]) == Dim(0), product_of(shapes.output(0)) == Dim(0));
  }
  /// Comparisons.
  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    require_some(x.elements(0) == 0, y.elements(0) == 0);
    const T* value = x.data(0);
    const auto at = axes_.targets(x.dims(0));
    for (std::size_t i = at.size(); i-- > 0;) y.data(0)[at[i]] = value[i];  // the first one stays
    for (std::size_t i = 0; i < at.size(); ++i) {
      T& best = y.data(0)[at[i]];
      if (Wins()(value[i], best) || is_nan(value[i])) best = value[i];
    }
  }

  template <class T>
  void backward(In<T> x, In<T> y, In<T> dy, Out<T> dx) const {
    const auto at = axes_.targets(x.dims(0));
    std::vector<std::int64_t> count(static_cast<std::size_t>(y.elements(0)), 0);
    const auto won = [&](std::size_t i) { return x.data(0)[i] == y.data(0)[at[i]]; };
    for (std::size_t i = 0; i < at.size(); ++i) count[at[i]] += won(i) ? 1 : 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      dx.data(0)[i] = won(i) ? dy.data(0)[at[i]] / static_cast<T>(count[at[i]]) : T(0);
  }

 private:
  template <class T>
  static bool is_nan(T x) {
    if constexpr (std::is_floating_point_v<T>)
      return std::isnan(x);
    else
      return false;
  }

  ReducedAxes axes_;
};

}  // namespace atto
