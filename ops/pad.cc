#include <cmath>

#include "framework/op/op.h"

namespace atto {
namespace {

/// y = x with `before` elements more in front along `axis` and `after` more behind.
///
/// Makes sequences equally long; shifts a sequence together with slice; gives a convolution its
/// border.
/// Source: ONNX Pad-13 for one axis (its mode is `border`), NumPy pad; dx is dy without the border,
/// and with `reflect` and `edge` plus what the copies in the border receive.
/// Edge: nothing is cut off (slice does that); `reflect` repeats no element, so that the border is
/// shorter than x.
class Pad final {
 public:
  static constexpr Traits traits{
      .elements = Elements::any, .backward_reads_x = false, .backward_reads_y = false};

  explicit Pad(Attributes& a)
      : axis_(a.get<int>("axis", "axis that becomes longer; -1 is the last")),
        before_(a.get<Dim>("before", "how many elements are added in front", 0)),
        after_(a.get<Dim>("after", "how many elements are added behind", 0)),
        border_(a.word("border", {"constant", "reflect", "edge"}, "what the new elements are",
                       "constant")),
        value_(a.get<double>("value", "the new elements, if constant", 0.0)) {
    if (!before_.constant() && !after_.constant())
      throw Error("'before' and 'after' both depend on symbols: pad twice").about("before");
  }

  void infer(Infer& shapes) const {
    Dims y = shapes[0];
    Dim& size = y[shapes.axis(axis_, y.size())];
    require_count(before_.constant().value_or(0), "before");
    require_count(after_.constant().value_or(0), "after");
    if (size.constant() && before_.constant() && after_.constant())
      require_source(*size.constant(), std::max(*before_.constant(), *after_.constant()));
    size = size + before_ + after_;
    shapes.set_output(0, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(x.dims(0), axis_), padded = around(y.dims(0), axis_);
    const std::int64_t before = count_before(all.size, padded.size);
    const T value = border_ == "constant" ? element<T>() : T(0);
    const T* from = x.data(0);
    T* to = y.data(0);
    const std::int64_t block = padded.size * all.inner;
    parallel_for(all.outer, grain_of(block), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t outer = begin; outer < end; ++outer) {
        const T* source = from + outer * all.size * all.inner;
        T* target = to + outer * block;
        std::copy_n(source, all.size * all.inner, target + before * all.inner);
        for_border(all.size, padded.size, before, [&](std::int64_t at, std::int64_t copied) {
          if (copied < 0)
            std::fill_n(target + at * all.inner, all.inner, value);
          else
            std::copy_n(source + copied * all.inner, all.inner, target + at * all.inner);
        });
      }
    });
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    const AroundAxis all = around(dx.dims(0), axis_), padded = around(dy.dims(0), axis_);
    const std::int64_t before = count_before(all.size, padded.size);
    for (std::int64_t outer = 0; outer < all.outer; ++outer) {
      const T* from = dy.data(0) + outer * padded.size * all.inner;
      T* to = dx.data(0) + outer * all.size * all.inner;
      std::copy_n(from + before * all.inner, all.size * all.inner, to);
      for_border(all.size, padded.size, before, [&](std::int64_t at, std::int64_t copied) {
        for (std::int64_t j = 0; copied >= 0 && j < all.inner; ++j)
          to[copied * all.inner + j] += from[at * all.inner + j];
      });
    }
  }

 private:
  static void require_count(std::int64_t count, const char* name) {
    if (count >= 0) return;
    throw Error(text("'", name, "' is ", count, ": pad adds elements, slice cuts them off"))
        .about(name);
  }
  /// Whether x, of this size, has what a border of so many elements on one side copies.
  void require_source(std::int64_t size, std::int64_t longest) const {
    if (border_ == "constant" || longest == 0) return;
    if (size >= (border_ == "edge" ? 1 : longest + 1)) return;
    throw Error(text("an axis of size ", size, " has too few elements for a border of ", longest,
                     ", which is '", border_, "'"))
        .about("border");
  }

  /// How many elements are in front in this run.
  std::int64_t count_before(std::int64_t size, std::int64_t padded) const {
    const auto before = before_.constant(), after = after_.constant();
    const std::int64_t in_front = before ? *before : padded - size - *after;
    const std::int64_t behind = padded - size - in_front;
    require_count(in_front, "before");
    require_count(behind, "after");
    require_source(size, std::max(in_front, behind));
    return in_front;
  }

  /// Calls `visit` with the place of each new element, and with that in x of which it is a copy, or
  /// -1.
  template <class Visit>
  void for_border(std::int64_t size, std::int64_t padded, std::int64_t before,
                  Visit&& visit) const {
    const bool constant = border_ == "constant", edge = border_ == "edge";
    for (std::int64_t i = 0; i < before; ++i) visit(i, constant ? -1 : edge ? 0 : before - i);
    for (std::int64_t i = before + size; i < padded; ++i)
      visit(i, constant ? -1 : edge ? size - 1 : 2 * (size - 1) - (i - before));
  }

  template <class T>
  T element() const {
    if constexpr (std::is_integral_v<T>) {
      constexpr double kExact = 9007199254740992;  // 2^53: a double knows each whole number to here
      const bool fits = std::is_same_v<T, bool>
                            ? value_ == 0 || value_ == 1
                            : std::abs(value_) <= kExact && value_ == std::trunc(value_);
      if (!fits)
        throw Error(text("'value' is ", value_, ", but x is ", name_of(dtype_of<T>())))
            .about("value");
    }
    return static_cast<T>(value_);
  }

  int axis_;
  Dim before_;
  Dim after_;
  std::string border_;
  double value_;
};

const RegisterOp<Pad> registration("pad", "x:any[...] -> y:any[...]",
                                   "Adds elements in front and behind along `axis`.", "Pad-13");

}  // namespace
}  // namespace atto
