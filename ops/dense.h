#pragma once
#include "framework/op/op.h"

namespace atto {

/// How the weight of a layer stands in memory.
enum class Weight { in_out, out_in };

/// The sizes of a layer's matrices: x is [rows, in] and y [rows, out] when the axes that `in` and
/// `to` name are one.
template <Weight kWeight>
struct DenseSizes {
  std::int64_t rows, in, out;

  template <class T>
  DenseSizes(In<T> x, std::int64_t y_elements)
      : in(x.dims(1)[kWeight == Weight::in_out ? 0 : 1]),
        out(x.dims(1)[kWeight == Weight::in_out ? 1 : 0]) {
    rows = in > 0 ? x.elements(0) / in : out > 0 ? y_elements / out : 0;
  }

  /// [in, out], whichever way it stands.
  template <class T>
  Matrix<const T> weight(In<T> x) const {
    return Matrix<const T>::dense(x.data(1), in, out, kWeight == Weight::out_in);
  }
};

/// y = activation(x weight + bias): all of dense and linear, which differ in the weight's layout.
template <Weight kWeight>
class DenseLayer {
 public:
  explicit DenseLayer(Attributes& a)
      : relu_(a.word("activation", {"none", "relu"}, "what follows the sum", "none") == "relu"),
        in_(a.get<std::optional<Dims>>("in", "axes of x that are summed over")),
        to_(a.get<std::optional<Dims>>("to", "axes of y in their place")) {}

  void infer(Infer& shapes) const {
    shapes.pin("in", "in", in_);
    shapes.pin("out", "to", to_);
    shapes.unify();
  }
  Dim flops(const Infer& shapes) const {
    return 2 * product_of(shapes.output(0)) * shapes[1][kWeight == Weight::in_out ? 0 : 1];
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const DenseSizes<kWeight> size(x, y.elements(0));
    gemm(Matrix<const T>::dense(x.data(0), size.rows, size.in), size.weight(x),
         Matrix<T>::dense(y.data(0), size.rows, size.out));
    T* value = y.data(0);
    for (std::int64_t row = 0; row < size.rows; ++row) {
      for (std::int64_t column = 0; column < size.out; ++column, ++value) {
        if (x.has(2)) *value += x.data(2)[column];
        if (relu_ && *value < 0) *value = 0;
      }
    }
  }

  template <class T>
  void backward(In<T> x, In<T> y, In<T> dy, Out<T> dx) const {
    const DenseSizes<kWeight> size(x, dy.elements(0));
    const auto [rows, in, out] = size;
    std::vector<T> sum(dy.data(0), dy.data(0) + dy.elements(0));  // before the activation
    for (std::size_t i = 0; relu_ && i < sum.size(); ++i)
      if (y.data(0)[i] <= 0) sum[i] = 0;
    const auto dsum = Matrix<const T>::dense(sum.data(), rows, out);
    if (dx.wanted(0)) {
      Matrix<const T> weight = size.weight(x);
      std::swap(weight.rows, weight.columns);
      weight.transposed = !weight.transposed;
      gemm(dsum, weight, Matrix<T>::dense(dx.data(0), rows, in));
    }
    if (dx.wanted(1) && kWeight == Weight::in_out)
      gemm(Matrix<const T>::dense(x.data(0), in, rows, true), dsum,
           Matrix<T>::dense(dx.data(1), in, out));
    if (dx.wanted(1) && kWeight == Weight::out_in)
      gemm(Matrix<const T>::dense(sum.data(), out, rows, true),
           Matrix<const T>::dense(x.data(0), rows, in), Matrix<T>::dense(dx.data(1), out, in));
    if (dx.wanted(2)) {
      std::fill_n(dx.data(2), out, T(0));
      for (std::size_t i = 0; i < sum.size(); ++i)
        dx.data(2)[static_cast<std::int64_t>(i) % out] += sum[i];
    }
  }

 private:
  bool relu_;
  std::optional<Dims> in_;
  std::optional<Dims> to_;
};

}  // namespace atto
