#include "framework/op/op.h"

namespace atto {
namespace {

/// y = activation(x weight + bias)
///
/// The weight is [in, out], so that y = x weight reads as it is written; `linear` is the [out, in]
/// layout.
/// Source: ONNX Gemm-13 with C = bias, then Relu-14; Nair & Hinton, ICML 2010, for relu.
/// Edge: relu has gradient 0 at 0, and keeps NaN.
class Dense final {
 public:
  static constexpr Traits traits{};

  explicit Dense(Attributes& a)
      : relu_(a.word("activation", {"none", "relu"}, "what follows the sum", "none") == "relu"),
        in_(a.get<std::optional<Dims>>("in", "axes of x that are summed over")),
        to_(a.get<std::optional<Dims>>("to", "axes of y in their place")) {}

  void infer(Infer& shapes) const {
    shapes.pin("in", "in", in_);
    shapes.pin("out", "to", to_);
    shapes.unify();
  }
  Dim flops(const Infer& shapes) const { return 2 * product_of(shapes.output(0)) * shapes[1][0]; }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto [rows, in, out] = sizes(x, y.elements(0));
    gemm(Matrix<const T>::dense(x.data(0), rows, in), Matrix<const T>::dense(x.data(1), in, out),
         Matrix<T>::dense(y.data(0), rows, out));
    T* value = y.data(0);
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = 0; column < out; ++column, ++value) {
        if (x.has(2)) *value += x.data(2)[column];
        if (relu_ && *value < 0) *value = 0;
      }
    }
  }

  template <class T>
  void backward(In<T> x, In<T> y, In<T> dy, Out<T> dx) const {
    const auto [rows, in, out] = sizes(x, dy.elements(0));
    std::vector<T> g(dy.data(0),
                     dy.data(0) + dy.elements(0));  // [rows, out], before the activation
    for (std::size_t i = 0; relu_ && i < g.size(); ++i)
      if (y.data(0)[i] <= 0) g[i] = 0;
    if (dx.wanted(0))
      gemm(Matrix<const T>::dense(g.data(), rows, out),
           Matrix<const T>::dense(x.data(1), out, in, true),
           Matrix<T>::dense(dx.data(0), rows, in));
    if (dx.wanted(1))
      gemm(Matrix<const T>::dense(x.data(0), in, rows, true),
           Matrix<const T>::dense(g.data(), rows, out), Matrix<T>::dense(dx.data(1), in, out));
    if (dx.wanted(2)) {
      std::fill_n(dx.data(2), out, T(0));
      for (std::size_t i = 0; i < g.size(); ++i)
        dx.data(2)[static_cast<std::int64_t>(i) % out] += g[i];
    }
  }

 private:
  struct Sizes {
    std::int64_t rows, in, out;
  };
  /// x is [rows, in] and y [rows, out] when the axes that `in` and `to` name are one.
  template <class T>
  static Sizes sizes(In<T> x, std::int64_t y_elements) {
    const std::int64_t in = x.dims(1)[0], out = x.dims(1)[1];
    if (in > 0) return {x.elements(0) / in, in, out};
    return {out > 0 ? y_elements / out : 0, in, out};
  }

  bool relu_;
  std::optional<Dims> in_;
  std::optional<Dims> to_;
};

const RegisterOp<Dense> registration("dense", "x[...,in]; weight[in,out] bias?[out] -> y[...,out]",
                                     "A layer whose weight is [in, out].", "Gemm-13");

}  // namespace
}  // namespace atto
