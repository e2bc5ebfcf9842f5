#include "framework/op/op.h"

namespace atto {
namespace {

/// ys = x, cut along `axis` into equal `parts` or into parts of the given `sizes`.
///
/// One product gives q, k and v at once; split takes them apart.
/// Source: ONNX Split-18 (`parts` is num_outputs); dx is the gradients joined again.
/// Edge: an axis that is not `parts` times a whole number is an error (ONNX makes the last
/// smaller).
class Split final {
 public:
  static constexpr Traits traits{
      .elements = Elements::any, .backward_reads_x = false, .backward_reads_y = false};

  explicit Split(Attributes& a)
      : axis_(a.get<int>("axis", "axis that is cut; -1 is the last")),
        parts_(a.get<std::optional<int>>("parts", "how many equal parts")),
        sizes_(a.get<std::optional<Dims>>("sizes", "sizes of the parts, instead of `parts`")) {
    require(parts_.has_value() != sizes_.has_value(),
            "split takes either 'parts' (a number) or 'sizes' (a list)");
    require(!parts_ || *parts_ > 0, "x cannot be cut into ", parts_.value_or(0), " parts");
  }

  void infer(Infer& shapes) const {
    const Dims& x = shapes[0];
    const std::size_t axis = shapes.axis(axis_, x.size());
    const std::size_t parts = sizes_ ? sizes_->size() : static_cast<std::size_t>(*parts_);
    if (parts != shapes.outputs())
      throw Error(text("x is cut into ", parts, " parts, but the node names ", shapes.outputs(),
                       " outputs"))
          .about(sizes_ ? "sizes" : "parts");
    const Dims sizes = sizes_ ? *sizes_ : equal_parts(x[axis], axis);
    Dim sum = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i].constant().value_or(0) < 0)
        throw Error(text("the size of part ", i + 1, " is ", sizes[i])).about("sizes");
      sum += sizes[i];
      Dims y = x;
      y[axis] = sizes[i];
      shapes.set_output(i, y);
    }
    shapes.same(x[axis], text("axis ", axis, " of x"), sum, "the sum of 'sizes'");
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const AroundAxis all = around(x.dims(0), axis_);
    const T* source = x.data(0);
    for (std::size_t i = 0; i < y.size(); ++i) {
      const std::int64_t block = around(y.dims(i), axis_).size * all.inner;
      for (std::int64_t outer = 0; outer < all.outer; ++outer)
        std::copy_n(source + outer * all.size * all.inner, block, y.data(i) + outer * block);
      source += block;
    }
  }

  template <class T>
  void backward(In<T>, In<T>, In<T> dy, Out<T> dx) const {
    const AroundAxis all = around(dx.dims(0), axis_);
    T* target = dx.data(0);
    for (std::size_t i = 0; i < dy.size(); ++i) {
      const std::int64_t block = around(dy.dims(i), axis_).size * all.inner;
      for (std::int64_t outer = 0; outer < all.outer; ++outer) {
        T* part = target + outer * all.size * all.inner;
        if (dy.has(i))
          std::copy_n(dy.data(i) + outer * block, block, part);
        else
          std::fill_n(part, block, T(0));
      }
      target += block;
    }
  }

 private:
  Dims equal_parts(const Dim& size, std::size_t axis) const {
    const auto known = size.constant();
    if (known && *known % *parts_ != 0)
      throw Error(text("axis ", axis, " of x has size ", *known, ", which is not ", *parts_,
                       " equal parts"))
          .about("parts");
    return Dims(static_cast<std::size_t>(*parts_), Dim::divide_exactly(size, *parts_));
  }

  int axis_;
  std::optional<int> parts_;
  std::optional<Dims> sizes_;
};

const RegisterOp<Split> registration("split", "x:any[...] -> ys*:any[...]",
                                     "Cuts a tensor into parts along `axis`.", "Split-18");

}  // namespace
}  // namespace atto
