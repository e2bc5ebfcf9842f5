#include "ops/same_elements.h"

namespace atto {
namespace {

/// y = x without the axes `axis`, whose size is 1.
///
/// What a slice of one index leaves is removed by it.
/// Source: ONNX Squeeze-13, NumPy squeeze; both remove every axis of size 1 when none is named,
/// which would depend on the run here.
/// Edge: an axis of another size is an error.
class Squeeze final : public SameElements {
 public:
  explicit Squeeze(Attributes& a)
      : axes_(a.get<std::vector<std::int64_t>>("axis", "axis of size 1 to remove, or several")) {}

  void infer(Infer& shapes) const {
    const Dims& x = shapes[0];
    const std::vector<bool> goes = marked_axes(shapes, axes_, x.size());
    Dims y;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (goes[i])
        shapes.same(x[i], text("axis ", i, " of x"), 1, "what squeeze removes");
      else
        y.push_back(x[i]);
    }
    shapes.set_output(0, y);
  }

 private:
  std::vector<std::int64_t> axes_;
};

const RegisterOp<Squeeze> registration("squeeze", "x:any[...] -> y:any[...]",
                                       "Removes axes of size 1.", "Squeeze-13");

}  // namespace
}  // namespace atto
