#include "ops/strided.h"

namespace atto {
namespace {

/// y = x[from:to:step] along `axis`.
///
/// Takes the last word, the first half of a width, every second column, or all of them backwards.
/// Source: ONNX Slice-13 for one axis, Python's slices; dx is dy where x was read, 0 elsewhere.
/// Edge: a negative index counts from behind, and a bound beyond the end is the end, if all sizes
/// are numbers. What depends on symbols (`to: T - 1`, or an axis of size T) is exact instead: the
/// size of y is known before T is, so that a run whose x is too short is an error.
class Slice final {
 public:
  static constexpr Traits traits{
      .elements = Elements::any, .backward_reads_x = false, .backward_reads_y = false};

  explicit Slice(Attributes& a)
      : axis_(a.get<int>("axis", "axis that is cut; -1 is the last")),
        from_(a.get<std::optional<Dim>>("from", "first index; left out: where the axis begins")),
        to_(a.get<std::optional<Dim>>("to", "index behind the last; left out: where it ends")),
        step_(a.get<std::int64_t>("step", "from index to index; negative goes backwards", 1)) {
    if (step_ == 0) throw Error("a step of 0 never ends").about("step");
    if (is_number(from_)) return;
    if (!is_number(to_))
      throw Error("'from' and 'to' both depend on symbols: cut at 'to' first, then at 'from'")
          .about("from");
    if (step_ != 1 && step_ != -1)
      throw Error(text("'from' depends on symbols, and the step is ", step_,
                       ": cut at 'from' first, then take steps"))
          .about("from");
  }

  void infer(Infer& shapes) const {
    Dims y = shapes[0];
    Dim& size = y[shapes.axis(axis_, y.size())];
    const auto known = size.constant();
    size = known && has_numbers() ? Dim(indices(*known).count) : exact_count(size);
    shapes.set_output(0, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(x.dims(0), axis_);
    const std::int64_t count = around(y.dims(0), axis_).size;
    const std::int64_t first = first_index(all.size, count);
    if (y.elements(0) == 0) return;
    const std::int64_t step = count > 1 ? step_ * all.inner : 0;
    copy_strided(x.data(0) + first * all.inner,
                 {{all.outer, count, all.inner}, {all.size * all.inner, step, 1}}, y.data(0));
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    const AroundAxis all = around(dx.dims(0), axis_);
    const std::int64_t count = around(dy.dims(0), axis_).size;
    const std::int64_t first = first_index(all.size, count);
    std::fill_n(dx.data(0), dx.elements(0), T(0));
    const T* from = dy.data(0);
    for (std::int64_t outer = 0; outer < all.outer; ++outer) {
      for (std::int64_t i = 0; i < count; ++i, from += all.inner)
        std::copy_n(from, all.inner,
                    dx.data(0) + (outer * all.size + first + i * step_) * all.inner);
    }
  }

 private:
  struct Indices {
    std::int64_t first;
    std::int64_t count;
  };

  static bool is_number(const std::optional<Dim>& bound) { return !bound || bound->constant(); }
  bool has_numbers() const { return is_number(from_) && is_number(to_); }

  /// A bound counted from 0, not clamped. Size is Dim, or std::int64_t where the bound is a number.
  template <class Size>
  static Size position(const std::optional<Dim>& bound, const Size& size, const Size& fallback) {
    if (!bound) return fallback;
    const auto number = bound->constant();
    if constexpr (std::is_same_v<Size, Dim>)
      return number.value_or(0) < 0 ? size + *bound : *bound;
    else
      return *number < 0 ? size + *number : *number;
  }
  template <class Size>
  Size from(const Size& size) const {
    return position(from_, size, step_ > 0 ? Size(0) : Size(size - Size(1)));
  }
  template <class Size>
  Size to(const Size& size) const {
    return position(to_, size, step_ > 0 ? size : Size(-1));
  }

  /// Python's: of bounds and a size that are numbers.
  Indices indices(std::int64_t size) const {
    const std::int64_t low = step_ > 0 ? 0 : -1, high = step_ > 0 ? size : size - 1;
    const std::int64_t first = std::clamp(from(size), low, high);
    const std::int64_t end = std::clamp(to(size), low, high);
    const std::int64_t distance = step_ > 0 ? end - 1 - first : end + 1 - first;
    const bool empty = step_ > 0 ? end <= first : end >= first;
    return {first, empty ? 0 : distance / step_ + 1};
  }

  Dim exact_count(const Dim& size) const {
    const Dim distance = step_ > 0 ? to(size) - from(size) : from(size) - to(size);
    const Dim step = step_ > 0 ? Dim(step_) : Dim(-1) * Dim(step_);
    const Dim count = Dim::divide_down(distance + step - 1, step);
    return count.constant().value_or(0) < 0 ? Dim(0) : count;
  }

  /// Of the `count` indices that infer() promised; Error when an axis of this size lacks some.
  std::int64_t first_index(std::int64_t size, std::int64_t count) const {
    if (has_numbers()) {
      const Indices clamped = indices(size);
      if (clamped.count == count) return clamped.first;
    } else {
      const std::int64_t first = is_number(from_) ? from(size) : to(size) - count * step_;
      const std::int64_t last = count > 0 ? first + (count - 1) * step_ : first;
      const bool inside = std::min(first, last) >= 0 && std::max(first, last) < size;
      if (count == 0 || inside) return first;
    }
    throw Error(text("an axis of size ", size, " is too short for the ", count,
                     " that 'from' and 'to' promise: they are exact where sizes are symbols"))
        .about("axis");
  }

  int axis_;
  std::optional<Dim> from_;
  std::optional<Dim> to_;
  std::int64_t step_;
};

const RegisterOp<Slice> registration("slice", "x:any[...] -> y:any[...]",
                                     "The indices from `from` to `to` (without it) along `axis`.",
                                     "Slice-13");

}  // namespace
}  // namespace atto
