#pragma once
#include <cstdint>

namespace atto {

/// A matrix inside a larger buffer: element (i, j) stands at data[i * stride + j], or at
/// data[j * stride + i] when it is transposed. rows and columns are those of the matrix as it is
/// meant; the stride is at least the length of a stored row (of no meaning when there is one).
template <class T>
struct Matrix {
  T* data;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t stride;
  bool transposed = false;

  /// A dense one; `transposed` says that the buffer holds [columns, rows].
  static Matrix dense(T* data, std::int64_t rows, std::int64_t columns, bool transposed = false) {
    return {data, rows, columns, transposed ? rows : columns, transposed};
  }
};

/// c = alpha * a b + beta * c; a [m, k], b [k, n], c [m, n] not transposed, overlapping neither.
/// With beta = 0 what c held does not matter, with alpha = 0 what a and b hold (NaN included). Work
/// is cut into tiles by shape and layout alone and runs on the pool of parallel.h: the result is
/// the same to the last bit for every number of threads. A row alone need not have the bits that it
/// has among others. OpenBLAS does the work, on the threads that call it.
template <class T>
void gemm(const Matrix<const T>& a, const Matrix<const T>& b, const Matrix<T>& c, T alpha = 1,
          T beta = 0);

/// `count` products: a, b and c move on by their step (in elements; 0 repeats a or b), c so that
/// they keep apart. Many small ones in one call are far cheaper than a call for each.
template <class T>
void gemm_batch(std::int64_t count, const Matrix<const T>& a, std::int64_t step_a,
                const Matrix<const T>& b, std::int64_t step_b, const Matrix<T>& c,
                std::int64_t step_c, T alpha = 1, T beta = 0);

extern template void gemm(const Matrix<const float>&, const Matrix<const float>&,
                          const Matrix<float>&, float, float);
extern template void gemm(const Matrix<const double>&, const Matrix<const double>&,
                          const Matrix<double>&, double, double);
extern template void gemm_batch(std::int64_t, const Matrix<const float>&, std::int64_t,
                                const Matrix<const float>&, std::int64_t, const Matrix<float>&,
                                std::int64_t, float, float);
extern template void gemm_batch(std::int64_t, const Matrix<const double>&, std::int64_t,
                                const Matrix<const double>&, std::int64_t, const Matrix<double>&,
                                std::int64_t, double, double);

}  // namespace atto
