#include "ops/einsum.h"

namespace atto {
namespace {

/// Letters seen as one axis, in this order: its stride, if the tensor's strides allow that.
std::optional<std::int64_t> merged(const std::string& letters, const PerLetter& size,
                                   const PerLetter& stride) {
  std::int64_t step = 1, next = 0;  // next: what the stride of the letter in front must be
  for (std::size_t i = letters.size(); i-- > 0;) {
    if (of(size, letters[i]) == 1) continue;
    const std::int64_t own = of(stride, letters[i]);
    if (next != 0 && own != next) return std::nullopt;
    if (next == 0) step = own;
    next = own * of(size, letters[i]);
  }
  return step;
}

/// A tensor as a batch of matrices, if its strides allow that.
template <class T>
std::optional<Matrix<T>> matrix_of(T* data, const std::string& rows, const std::string& columns,
                                   const PerLetter& size, const PerLetter& stride) {
  const auto row = merged(rows, size, stride), column = merged(columns, size, stride);
  if (!row || !column) return std::nullopt;
  const std::int64_t m = product_of(rows, size), n = product_of(columns, size);
  if ((*column == 1 || n == 1) && (m == 1 || *row >= n)) return Matrix<T>{data, m, n, *row};
  if ((*row == 1 || m == 1) && (n == 1 || *column >= m))
    return Matrix<T>{data, m, n, *column, true};
  return std::nullopt;
}

template <class T>
Matrix<T> moved(Matrix<T> matrix, std::int64_t by) {
  matrix.data += by;
  return matrix;
}
template <class T>
Matrix<T> flipped(const Matrix<T>& m) {
  return {m.data, m.columns, m.rows, m.stride, !m.transposed};
}

/// One product: y = a b summed over the letters that y does not have.
template <class T>
class Contraction {
 public:
  Contraction(const std::string& a, const std::string& b, const std::string& y,
              const PerLetter& size)
      : size_(size) {
    const auto has = EinsumLetters::has;
    for (const char c : y) (has(a, c) ? has(b, c) ? batch_ : left_ : right_) += c;
    for (const char c : a)
      if (!has(y, c)) (has(b, c) ? inner_ : a_.over) += c;
    for (const char c : b)
      if (!has(y, c) && !has(a, c)) b_.over += c;
    a_.stride = strides_of(a, size);
    b_.stride = strides_of(b, size);
    y_.stride = strides_of(y, size);
    y_.letters = y;
  }

  void run(const T* a, const T* b, T* y) {
    const std::int64_t elements = product_of(y_.letters, size_);
    if (product_of(inner_ + a_.over + b_.over, size_) == 0 || elements == 0) {
      std::fill_n(y, elements, T(0));
      return;
    }
    const Matrix<const T> left = operand(a_, a, left_, inner_);
    const Matrix<const T> right = operand(b_, b, inner_, right_);
    auto result = matrix_of(y, left_, right_, size_, y_.stride);
    const bool direct = result.has_value();
    if (!direct) {
      y_.own.resize(static_cast<std::size_t>(elements));
      result = Matrix<T>::dense(y_.own.data(), left.rows, right.columns);
      y_.stride = strides_of(batch_ + left_ + right_, size_);
    }
    if (left.rows * left.columns * right.columns == 1)
      multiply_elements(left.data, right.data, result->data);
    else if (result->transposed)
      multiply(flipped(right), b_.stride, flipped(left), a_.stride, flipped(*result));
    else
      multiply(left, a_.stride, right, b_.stride, *result);
    if (!direct) rearrange<T>(y_.own.data(), y_.stride, "", y, y_.letters, size_);
  }

 private:
  struct Tensor {
    std::string letters;
    std::string over;  // letters that only this operand has: they are summed first
    PerLetter stride;
    std::vector<T> own;  // a copy, where its strides do not make matrices
  };

  Matrix<const T> operand(Tensor& tensor, const T* data, const std::string& rows,
                          const std::string& columns) {
    if (tensor.over.empty())
      if (const auto matrix = matrix_of(data, rows, columns, size_, tensor.stride)) return *matrix;
    const std::string order = batch_ + rows + columns;
    tensor.own.resize(static_cast<std::size_t>(product_of(order, size_)));
    rearrange(data, tensor.stride, tensor.over, tensor.own.data(), order, size_);
    tensor.stride = strides_of(order, size_);
    return *matrix_of<const T>(tensor.own.data(), rows, columns, size_, tensor.stride);
  }

  void multiply_elements(const T* a, const T* b, T* y) const {
    const auto at_a = offsets_of(batch_, size_, a_.stride);
    const auto at_b = offsets_of(batch_, size_, b_.stride);
    const auto at_y = offsets_of(batch_, size_, y_.stride);
    for (std::size_t i = 0; i < at_y.size(); ++i) y[at_y[i]] = a[at_a[i]] * b[at_b[i]];
  }

  /// The last letters of the batch, as many as are one axis everywhere, make one call.
  void multiply(const Matrix<const T>& a, const PerLetter& stride_a, const Matrix<const T>& b,
                const PerLetter& stride_b, const Matrix<T>& y) const {
    std::string outer, inner = batch_;
    const auto step = [&](const PerLetter& stride) { return merged(inner, size_, stride); };
    while (!step(stride_a) || !step(stride_b) || !step(y_.stride)) {
      outer += inner.front();
      inner.erase(0, 1);
    }
    const auto at_a = offsets_of(outer, size_, stride_a), at_b = offsets_of(outer, size_, stride_b);
    const auto at_y = offsets_of(outer, size_, y_.stride);
    for (std::size_t i = 0; i < at_y.size(); ++i)
      gemm_batch(product_of(inner, size_), moved(a, at_a[i]), *step(stride_a), moved(b, at_b[i]),
                 *step(stride_b), moved(y, at_y[i]), *step(y_.stride));
  }

  const PerLetter& size_;
  std::string batch_, left_, inner_, right_;
  Tensor a_, b_, y_;
};

/// y = the products of a's and b's numbers, summed over the letters of the equation that y does not
/// have.
///
/// One line says which axes of two tensors meet: 'bthd,bshd->bhts' are the scores of attention.
/// Source: numpy.einsum; ONNX Einsum-12 with two operands. It is one product of matrices: letters
/// that both operands and y have count matrices, those of both that y lacks are summed over. The
/// gradient of an operand is an einsum of dy and the other operand.
/// Edge: sizes of one letter must be equal (NumPy stretches a 1); diagonals ('ii') are refused.
class Einsum final {
 public:
  static constexpr Traits traits{.ellipsis = Along::mixed, .backward_reads_y = false};

  explicit Einsum(Attributes& a)
      : equation_(a.get<std::string>(
            "equation", "a letter for each axis of a, b and y: 'ij,jk->ik'; ... for the others")) {}

  void infer(Infer& shapes) const {
    const EinsumLetters letters(equation_, shapes[0].size(), shapes[1].size());
    Dims y;
    for (std::size_t i = 0; i < letters.b.size(); ++i)
      if (const auto at = letters.a.find(letters.b[i]); at != std::string::npos)
        shapes.same(shapes[1][i], "b has " + EinsumLetters::name(letters.b[i]), shapes[0][at],
                    "a has " + EinsumLetters::name(letters.b[i]));
    for (const char letter : letters.y) y.push_back(size_of(letter, letters, shapes));
    shapes.set_output(0, y);
  }
  Dim flops(const Infer& shapes) const {
    const EinsumLetters letters(equation_, shapes[0].size(), shapes[1].size());
    Dim products = 2;
    for (const char letter : letters.a)
      if (EinsumLetters::has(letters.b + letters.y, letter))
        products *= size_of(letter, letters, shapes);
    for (const char letter : letters.y)
      if (!EinsumLetters::has(letters.a, letter)) products *= size_of(letter, letters, shapes);
    return products;
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const EinsumLetters letters(equation_, x.dims(0).size(), x.dims(1).size());
    const PerLetter size = sizes(letters, x);
    Contraction<T>(letters.a, letters.b, letters.y, size).run(x.data(0), x.data(1), y.data(0));
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const EinsumLetters letters(equation_, x.dims(0).size(), x.dims(1).size());
    const PerLetter size = sizes(letters, x);
    if (dx.wanted(0))
      set_gradient(dy.data(0), letters.y, x.data(1), letters.b, dx.data(0), letters.a, size);
    if (dx.wanted(1))
      set_gradient(dy.data(0), letters.y, x.data(0), letters.a, dx.data(1), letters.b, size);
  }

 private:
  static Dim size_of(char letter, const EinsumLetters& letters, const Infer& shapes) {
    const auto at = letters.a.find(letter);
    return at != std::string::npos ? shapes[0][at] : shapes[1][letters.b.find(letter)];
  }
  template <class T>
  static PerLetter sizes(const EinsumLetters& letters, In<T> x) {
    PerLetter size{};
    for (std::size_t i = 0; i < letters.a.size(); ++i) of(size, letters.a[i]) = x.dims(0)[i];
    for (std::size_t i = 0; i < letters.b.size(); ++i) of(size, letters.b[i]) = x.dims(1)[i];
    return size;
  }

  /// Along letters that only this operand has the gradient repeats.
  template <class T>
  static void set_gradient(const T* dy, const std::string& y, const T* other,
                           const std::string& others, T* dx, const std::string& own,
                           const PerLetter& size) {
    std::string known;
    for (const char letter : own)
      if (EinsumLetters::has(y + others, letter)) known += letter;
    Contraction<T> product(y, others, known, size);
    if (known.size() == own.size()) return product.run(dy, other, dx);
    std::vector<T> gradient(static_cast<std::size_t>(product_of(known, size)));
    product.run(dy, other, gradient.data());
    if (product_of(own, size) > 0)
      rearrange<T>(gradient.data(), strides_of(known, size), "", dx, own, size);
  }

  std::string equation_;
};

const RegisterOp<Einsum> registration("einsum", "a[...] b[...] -> y[...]",
                                      "Multiplies two tensors and sums over axes named by letters.",
                                      "Einsum-12");

}  // namespace
}  // namespace atto
