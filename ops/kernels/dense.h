#pragma once
#include "ops/dense.h"

namespace atto {

/// Many rows are cut into tiles: bias and activation follow while a tile of y is in the cache.
template <Weight kWeight>
class DenseKernel final {
 public:
  explicit DenseKernel(Attributes& a)
      : relu_(a.word("activation", {"none", "relu"}, {}, "none") == "relu") {
    a.get<std::optional<Dims>>("in");
    a.get<std::optional<Dims>>("to");
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const DenseSizes<kWeight> size(x, y.elements(0));
    const std::int64_t rows = size.rows, in = size.in, out = size.out;
    const T* bias = x.has(2) ? x.data(2) : nullptr;
    const auto multiply = [&](std::int64_t begin, std::int64_t end) {
      gemm(Matrix<const T>::dense(x.data(0) + begin * in, end - begin, in), size.weight(x),
           Matrix<T>::dense(y.data(0) + begin * out, end - begin, out));
    };
    const auto finish_rows = [&](std::int64_t begin, std::int64_t end) {
      finish(y.data(0) + begin * out, bias, end - begin, out);
    };
    const std::int64_t tiles = (rows + kRows - 1) / kRows;
    if (tiles < kTiles) {  // gemm cuts the product smaller
      multiply(0, rows);
      return parallel_for(rows, grain_of(out), finish_rows);
    }
    parallel_for(rows, (rows + tiles - 1) / tiles, [&](std::int64_t begin, std::int64_t end) {
      multiply(begin, end);
      finish_rows(begin, end);
    });
  }

 private:
  static constexpr std::int64_t kRows = 128;  // of a tile, at most
  static constexpr std::int64_t kTiles = 8;   // enough for the threads to share them out evenly

  template <class T>
  void finish(T* y, const T* bias, std::int64_t rows, std::int64_t out) const {
    if (!bias && !relu_) return;
    for (std::int64_t row = 0; row < rows; ++row, y += out) {
      if (bias)
        for (std::int64_t column = 0; column < out; ++column) y[column] += bias[column];
      if (relu_)
        for (std::int64_t column = 0; column < out; ++column)
          y[column] = y[column] < 0 ? T(0) : y[column];
    }
  }

  bool relu_;
};

}  // namespace atto
