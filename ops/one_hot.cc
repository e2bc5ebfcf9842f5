#include "ops/ids.h"

namespace atto {
namespace {

/// y[..., c] = 1 where c is ids[...], else 0.
///
/// A product with it looks up rows, a sum over it counts classes.
/// Source: ONNX OneHot-11 with the values 0 and 1 along the last axis.
/// Edge: negative ids count from behind; one that is out of range is an error (ONNX leaves the row
/// 0).
class OneHot final {
 public:
  explicit OneHot(Attributes& a) : classes_(a.get<Dim>("classes", "size of y's last axis")) {}

  void infer(Infer& shapes) const {
    Dims y = shapes[0];
    y.push_back(classes_);
    shapes.set_output(0, y);
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto* ids = x.template data<std::int64_t>(0);
    const std::int64_t classes = y.dims(0).back();
    require_ids(ids, x.dims(0), -classes, classes, [&] {
      return text("the ", classes, " classes",
                  classes == 0 ? "" : text(", ", -classes, " to ", classes - 1));
    });
    std::fill_n(y.data(0), y.elements(0), T(0));
    for (std::int64_t i = 0; i < x.elements(0); ++i)
      y.data(0)[i * classes + from_front(ids[i], classes)] = T(1);
  }

 private:
  Dim classes_;
};

const RegisterOp<OneHot> registration("one_hot", "ids:i64[...] -> y[...,classes]",
                                      "1 at each id, 0 at the other classes.", "OneHot-11");

}  // namespace
}  // namespace atto
