#include "ops/reduce.h"

namespace atto {
namespace {

/// y = the mean of x along the axes, of those elements that are valid.
///
/// `valid` has the first axes of x, as many as are needed: with x [B, T, D], valid [B, T] and axis
/// 1, y [B, D] is the mean over the tokens of a sentence without its padding.
/// Source: ONNX ReduceMean-18, which has no `valid`; numpy.mean, whose `where` it is.
/// Edge: the mean of nothing is NaN, but 0 where `valid` leaves nothing, so that a sentence of
/// padding alone does no harm; what is not valid does not matter, NaN included; `axis: []` reduces
/// no axis, as in NumPy (ONNX reduces all).
class ReduceMean final {
 public:
  static constexpr Traits traits{.backward_reads_y = false};

  explicit ReduceMean(Attributes& a) : axes_(a) {}

  void infer(Infer& shapes) const {
    axes_.infer(shapes);
    if (!shapes.has(1)) return;
    const Dims &x = shapes[0], &valid = shapes[1];
    if (valid.size() > x.size())
      throw Error(text("valid has shape ", text_of(valid), ", but x ", text_of(x),
                       " has fewer axes: valid has the first axes of x"))
          .about("valid");
    for (std::size_t i = 0; i < valid.size(); ++i)
      shapes.same(valid[i], text("axis ", i, " of valid"), x[i], text("axis ", i, " of x"));
  }
  Dim flops(const Infer& shapes) const { return product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto at = axes_.targets(x.dims(0));
    const auto counted = which_count(x);
    const auto counts = counts_of(at, counted, y.elements(0));
    std::vector<Sum<T>> sums(counts.size(), 0);
    for (std::size_t i = 0; i < at.size(); ++i)
      if (counted[i]) sums[at[i]] += x.data(0)[i];
    const std::int64_t fewest = x.has(1) ? 1 : 0;
    for (std::size_t i = 0; i < sums.size(); ++i)
      y.data(0)[i] = static_cast<T>(sums[i] / static_cast<Sum<T>>(std::max(counts[i], fewest)));
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto at = axes_.targets(x.dims(0));
    const auto counted = which_count(x);
    const auto counts = counts_of(at, counted, dy.elements(0));
    for (std::size_t i = 0; i < at.size(); ++i)
      dx.data(0)[i] = counted[i] ? dy.data(0)[at[i]] / static_cast<T>(counts[at[i]]) : T(0);
  }

 private:
  /// For each element of x whether it counts.
  template <class T>
  static std::vector<bool> which_count(In<T> x) {
    std::vector<bool> counted(static_cast<std::size_t>(x.elements(0)), true);
    if (!x.has(1)) return counted;
    const std::int64_t inner = product_of(x.dims(0).subspan(x.dims(1).size()));
    for (std::size_t i = 0; i < counted.size(); ++i)
      counted[i] = x.template data<bool>(1)[static_cast<std::int64_t>(i) / inner];
    return counted;
  }
  static std::vector<std::int64_t> counts_of(const std::vector<std::int64_t>& at,
                                             const std::vector<bool>& counted,
                                             std::int64_t elements) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(elements), 0);
    for (std::size_t i = 0; i < at.size(); ++i) counts[at[i]] += counted[i] ? 1 : 0;
    return counts;
  }

  ReducedAxes axes_;
};

const RegisterOp<ReduceMean> registration("reduce_mean", "x[...] valid?:bool[...] -> y[...]",
                                          "The mean along some axes, of what is valid.",
                                          "ReduceMean-18");

}  // namespace
}  // namespace atto
