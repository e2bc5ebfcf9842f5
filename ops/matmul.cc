#include "framework/op/op.h"

namespace atto {
namespace {

/// y = a b over the last two axes, each first transposed if its flag says so; the axes in front
/// count matrices and broadcast.
///
/// With a flag, x times x transposed needs no transposed copy of x.
/// Source: ONNX MatMul-13, the flags as in Gemm-13; da = dy b^T, db = a^T dy, summed over what was
/// broadcast.
/// Edge: vectors are refused (NumPy adds an axis and removes it again); k = 0 gives zeros.
class Matmul final {
 public:
  static constexpr Traits traits{.apart = "m n", .backward_reads_y = false};

  explicit Matmul(Attributes& a)
      : transpose_a_(a.get<bool>("transpose_a", "whether a's last two axes are swapped", false)),
        transpose_b_(a.get<bool>("transpose_b", "whether b's last two axes are swapped", false)) {}

  void infer(Infer& shapes) const {
    Dims a = shapes[0], b = shapes[1];
    require_matrix("a", a);
    require_matrix("b", b);
    if (transpose_a_) std::swap(a[a.size() - 2], a[a.size() - 1]);
    if (transpose_b_) std::swap(b[b.size() - 2], b[b.size() - 1]);
    const Dim m = a[a.size() - 2], k = a[a.size() - 1], n = b[b.size() - 1];
    shapes.same(k, text(name("a", shapes[0], transpose_a_), " has k"), b[b.size() - 2],
                text(name("b", shapes[1], transpose_b_), " has k"));
    a.resize(a.size() - 2);
    b.resize(b.size() - 2);
    Dims y = shapes.broadcast(a, "a", b, "b");
    y.insert(y.end(), {m, n});
    shapes.set_output(0, y);
  }
  Dim flops(const Infer& shapes) const {
    const Dims& a = shapes[0];
    return 2 * product_of(shapes.output(0)) * a[a.size() - (transpose_a_ ? 2 : 1)];
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto batch = y.dims(0).first(y.dims(0).size() - 2);
    const auto at_a = matrices(x.dims(0), batch), at_b = matrices(x.dims(1), batch);
    for (std::size_t i = 0; i < at_a.size(); ++i)
      gemm(matrix(x.data(0), x.dims(0), at_a[i], transpose_a_),
           matrix(x.data(1), x.dims(1), at_b[i], transpose_b_),
           matrix(y.data(0), y.dims(0), static_cast<std::int64_t>(i)));
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto batch = dy.dims(0).first(dy.dims(0).size() - 2);
    const auto at_a = matrices(x.dims(0), batch), at_b = matrices(x.dims(1), batch);
    for (const std::size_t i : {0, 1})
      if (dx.wanted(i)) std::fill_n(dx.data(i), dx.elements(i), T(0));
    for (std::size_t i = 0; i < at_a.size(); ++i) {
      const auto a = matrix(x.data(0), x.dims(0), at_a[i], transpose_a_);
      const auto b = matrix(x.data(1), x.dims(1), at_b[i], transpose_b_);
      const auto g = matrix(dy.data(0), dy.dims(0), static_cast<std::int64_t>(i));
      if (dx.wanted(0)) {
        const auto da = matrix(dx.data(0), x.dims(0), at_a[i]);
        if (transpose_a_)
          gemm<T>(b, flipped(g), da, 1, 1);
        else
          gemm<T>(g, flipped(b), da, 1, 1);
      }
      if (dx.wanted(1)) {
        const auto db = matrix(dx.data(1), x.dims(1), at_b[i]);
        if (transpose_b_)
          gemm<T>(flipped(g), a, db, 1, 1);
        else
          gemm<T>(flipped(a), g, db, 1, 1);
      }
    }
  }

 private:
  static void require_matrix(const char* name, const Dims& dims) {
    if (dims.size() >= 2) return;
    throw Error(text(name, " has shape ", text_of(dims),
                     ", but a matrix has at least 2 axes: reshape a vector to one row or column"))
        .about(name);
  }
  static std::string name(const char* port, const Dims& dims, bool transposed) {
    return text(port, " of shape ", text_of(dims), transposed ? ", transposed," : "");
  }
  /// Which matrix of an operand of shape `dims` each product of `batch` takes.
  static std::vector<std::int64_t> matrices(std::span<const std::int64_t> dims,
                                            std::span<const std::int64_t> batch) {
    return broadcast_indices(dims.first(dims.size() - 2), batch);
  }
  template <class T>
  static Matrix<T> matrix(T* data, std::span<const std::int64_t> dims, std::int64_t index,
                          bool transposed = false) {
    const std::int64_t rows = dims[dims.size() - 2], columns = dims[dims.size() - 1];
    return Matrix<T>::dense(data + index * rows * columns, transposed ? columns : rows,
                            transposed ? rows : columns, transposed);
  }
  template <class T>
  static Matrix<T> flipped(Matrix<T> m) {
    return {m.data, m.columns, m.rows, m.stride, !m.transposed};
  }

  bool transpose_a_;
  bool transpose_b_;
};

const RegisterOp<Matmul> registration("matmul", "a[...,m,k] b[...,k,n] -> y[...,m,n]",
                                      "Matrix product over the last two axes.", "MatMul-13");

}  // namespace
}  // namespace atto
