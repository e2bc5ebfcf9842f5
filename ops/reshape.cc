#include "ops/same_elements.h"

namespace atto {
namespace {

/// y = x, its elements in the same row-major order under other axes.
///
/// Splits the width into heads and joins heads to a width; where the buffer is shared it costs
/// nothing.
/// Source: ONNX Reshape-14, with one difference: 0 is a size of 0, not a copy of x's.
/// Edge: one size may be -1, which makes it what the others leave; not beside a size of 0.
class Reshape final : public SameElements {
 public:
  explicit Reshape(Attributes& a)
      : to_(a.get<Dims>("to", "axes of y; one may be -1: what the others leave")) {}

  void infer(Infer& shapes) const {
    const Dim count = product_of(shapes[0]);
    Dims y = to_;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const auto size = y[i].constant();
      if (!size || *size >= 0) continue;
      if (*size != -1 || open)
        throw Error(text(text_of(to_), " is no shape: one size may be -1, none other is negative"))
            .about("to");
      open = i;
      y[i] = 1;
    }
    const Dim rest = product_of(y);
    if (open && rest == Dim(0))
      throw Error(text(text_of(to_), " does not say what -1 is: another size is 0")).about("to");
    if (open && exact(count, rest)) y[*open] = Dim::divide_exactly(count, rest);
    if (Dim::equal(product_of(y), count) == false)
      throw Error(text("x of shape ", text_of(shapes[0]), " has ", count,
                       " elements and cannot become ", text_of(to_)))
          .about("to");
    shapes.same(count, "the elements of x", product_of(y), "those of 'to'");
    shapes.set_output(0, y);
  }

 private:
  /// Whether `rest` may divide `count`: false only if both are known and it does not.
  static bool exact(const Dim& count, const Dim& rest) {
    const auto a = count.constant(), b = rest.constant();
    return !a || !b || *a % *b == 0;
  }

  Dims to_;
};

const RegisterOp<Reshape> registration("reshape", "x:any[...] -> y:any[...]",
                                       "The same elements under other axes.", "Reshape-14");

}  // namespace
}  // namespace atto
