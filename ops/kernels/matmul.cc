#include "framework/op/op.h"

namespace atto {
namespace {

/// One call for all matrices where the batch axes do not broadcast or one side is a single matrix;
/// rows times a single b are one product.
class MatmulKernel final {
 public:
  explicit MatmulKernel(Attributes& a)
      : transpose_a_(a.get<bool>("transpose_a", {}, false)),
        transpose_b_(a.get<bool>("transpose_b", {}, false)) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto dims_a = x.dims(0), dims_b = x.dims(1), dims_y = y.dims(0);
    const std::int64_t m = dims_y[dims_y.size() - 2], n = dims_y.back();
    const std::int64_t k = transpose_a_ ? dims_a[dims_a.size() - 2] : dims_a.back();
    const auto batch_a = dims_a.first(dims_a.size() - 2), batch_b = dims_b.first(dims_b.size() - 2);
    const auto batch = dims_y.first(dims_y.size() - 2);
    const std::int64_t count = product_of(batch);
    const std::int64_t count_a = product_of(batch_a), count_b = product_of(batch_b);
    const auto a = Matrix<const T>::dense(x.data(0), m, k, transpose_a_);
    const auto b = Matrix<const T>::dense(x.data(1), k, n, transpose_b_);
    const auto c = Matrix<T>::dense(y.data(0), m, n);
    if (count_b == 1 && count_a == count && !transpose_a_)
      return gemm(Matrix<const T>::dense(x.data(0), count * m, k), b,
                  Matrix<T>::dense(y.data(0), count * m, n));
    const bool plain_a = count_a == count || count_a == 1;
    const bool plain_b = count_b == count || count_b == 1;
    if (plain_a && plain_b)
      return gemm_batch(count, a, count_a == 1 ? 0 : m * k, b, count_b == 1 ? 0 : k * n, c, m * n);
    const auto at_a = broadcast_indices(batch_a, batch), at_b = broadcast_indices(batch_b, batch);
    for (std::size_t i = 0; i < at_a.size(); ++i)
      gemm(moved(a, at_a[i]), moved(b, at_b[i]), moved(c, static_cast<std::int64_t>(i)));
  }

 private:
  template <class T>
  static Matrix<T> moved(Matrix<T> matrix, std::int64_t matrices) {
    matrix.data += matrices * matrix.rows * matrix.columns;
    return matrix;
  }

  bool transpose_a_;
  bool transpose_b_;
};

const RegisterKernel<MatmulKernel> registration("matmul");

}  // namespace
}  // namespace atto
