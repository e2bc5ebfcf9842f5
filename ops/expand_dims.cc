#include "ops/same_elements.h"

namespace atto {
namespace {

/// y = x with new axes of size 1, which stand at `axis` in y.
///
/// Says along which axis a tensor broadcasts.
/// Source: ONNX Unsqueeze-13, NumPy expand_dims.
/// Edge: axes are those of y, so that -1 puts one behind the last; each at most once.
class ExpandDims final : public SameElements {
 public:
  explicit ExpandDims(Attributes& a)
      : axes_(a.get<std::vector<std::int64_t>>("axis", "axis of y that is new, or several")) {}

  void infer(Infer& shapes) const {
    const Dims& x = shapes[0];
    const std::vector<bool> is_new = marked_axes(shapes, axes_, x.size() + axes_.size());
    Dims y;
    auto next = x.begin();
    for (const bool one : is_new) y.push_back(one ? Dim(1) : *next++);
    shapes.set_output(0, y);
  }

 private:
  std::vector<std::int64_t> axes_;
};

const RegisterOp<ExpandDims> registration("expand_dims", "x:any[...] -> y:any[...]",
                                          "Adds axes of size 1.", "Unsqueeze-13");

}  // namespace
}  // namespace atto
