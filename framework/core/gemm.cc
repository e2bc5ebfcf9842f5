#include "framework/core/gemm.h"

#include <algorithm>
#include <limits>
#include <xtensor-blas/xblas.hpp>

#include "framework/core/error.h"
#include "framework/core/parallel.h"

#ifndef HAVE_CBLAS
#error "xtensor-blas would multiply by its own loops instead of calling OpenBLAS"
#endif

extern "C" void openblas_set_num_threads(int);  // cblas.h and xtensor-blas exclude each other

namespace atto {
namespace {

// Measured with tools/bench/gemm_bench.cc. Work is counted in multiplications, of which a core does
// about 50 in a nanosecond when they are many.
constexpr std::int64_t kTinyWork = 192;       // up to here loops beat a call of BLAS
constexpr std::int64_t kCallWork = 1 << 13;   // what a call costs beside its multiplications
constexpr std::int64_t kRangeWork = 1 << 19;  // worth handing to another thread
constexpr std::int64_t kTileRows = 256;       // of c: larger tiles are hardly faster
constexpr std::int64_t kTileColumns = 512;
constexpr std::int64_t kTileUnit = 16;  // rows and columns that BLAS's inner loops divide
constexpr std::int64_t kFewTiles = 4;   // fewer than these are cut again, down to
constexpr std::int64_t kLeastTileWork = 1 << 20;
constexpr std::int64_t kFewVectors = 3;  // so many go one by one: BLAS's gemm copies the matrix
constexpr std::int64_t kVectorTile = 1 << 16;  // elements of a matrix that meets few vectors
constexpr std::int64_t kLeastRun = 512;        // of them side by side in memory
constexpr std::int64_t kMostDepth = 1 << 20;   // BLAS counts in 32 bits: longer sums go in parts

template <class T>
struct Product {
  Matrix<const T> a;
  Matrix<const T> b;
  Matrix<T> c;
  T alpha;
  T beta;
};

/// Rows from `row` on and columns from `column` on.
template <class T>
Matrix<T> part_of(const Matrix<T>& x, std::int64_t row, std::int64_t rows, std::int64_t column,
                  std::int64_t columns) {
  T* const data = x.data + (x.transposed ? column * x.stride + row : row * x.stride + column);
  return {data, rows, columns, x.stride, x.transposed};
}

template <class T>
Matrix<T> transpose(const Matrix<T>& x) {
  return {x.data, x.columns, x.rows, x.stride, !x.transposed};
}

template <class T>
std::int64_t stored_rows(const Matrix<T>& x) {
  return x.transposed ? x.columns : x.rows;
}
template <class T>
std::int64_t stored_columns(const Matrix<T>& x) {
  return x.transposed ? x.rows : x.columns;
}

bool is_tiny(std::int64_t m, std::int64_t n, std::int64_t k) {
  return m <= kTinyWork && n <= kTinyWork && k <= kTinyWork && m * n * k <= kTinyWork;
}

/// Whether BLAS can hold the distance of its stored rows.
template <class T>
bool fits(const Matrix<T>& x) {
  return stored_rows(x) <= 1 || x.stride <= std::numeric_limits<int>::max();
}

template <class T>
void scale(const Matrix<T>& c, T beta) {
  for (std::int64_t i = 0; i < c.rows; ++i) {
    T* const row = c.data + i * c.stride;
    for (std::int64_t j = 0; j < c.columns; ++j) row[j] = beta == 0 ? T(0) : beta * row[j];
  }
}

/// What is too small for BLAS, or too far apart in memory for its 32-bit strides.
template <class T>
void multiply_by_loops(const Product<T>& p) {
  const auto [a, b, c, alpha, beta] = p;
  const std::int64_t a_down = a.transposed ? 1 : a.stride, a_along = a.transposed ? a.stride : 1;
  const std::int64_t b_down = b.transposed ? 1 : b.stride, b_along = b.transposed ? b.stride : 1;
  for (std::int64_t i = 0; i < c.rows; ++i) {
    for (std::int64_t j = 0; j < c.columns; ++j) {
      const T* x = a.data + i * a_down;
      const T* y = b.data + j * b_along;
      T sum = 0;
      for (std::int64_t l = 0; l < a.columns; ++l, x += a_along, y += b_down) sum += *x * *y;
      T& out = c.data[i * c.stride + j];
      out = alpha * sum + (beta == 0 ? T(0) : beta * out);
    }
  }
}

/// The distance of stored rows as BLAS takes it: with a single row it has no meaning, but a bound.
int leading(std::int64_t stride, std::int64_t rows, std::int64_t columns) {
  return static_cast<int>(rows > 1 ? stride : std::max<std::int64_t>(columns, 1));
}
template <class T>
int leading(const Matrix<T>& x) {
  return leading(x.stride, stored_rows(x), stored_columns(x));
}

/// The distance of the elements of a column.
template <class T>
int step_of_column(const Matrix<T>& x) {
  return x.transposed ? 1 : leading(x.stride, x.rows, 1);
}

template <class T>
auto order_of(const Matrix<T>& x) {
  return x.transposed ? cxxblas::Trans : cxxblas::NoTrans;
}

/// c is one column.
template <class T>
void multiply_column(Product<T> p) {
  if (p.beta == 0) {  // so that no version of BLAS multiplies what c held
    for (std::int64_t i = 0; i < p.c.rows; ++i) p.c.data[i * step_of_column(p.c)] = 0;
    p.beta = 1;
  }
  cxxblas::gemv<int>(cxxblas::RowMajor, order_of(p.a), static_cast<int>(stored_rows(p.a)),
                     static_cast<int>(stored_columns(p.a)), p.alpha, p.a.data, leading(p.a),
                     p.b.data, step_of_column(p.b), p.beta, p.c.data, step_of_column(p.c));
}

/// For OpenBLAS as a whole: with threads of its own the bits would depend on their number.
void keep_blas_on_one_thread() {
  static const bool once = (openblas_set_num_threads(1), true);
  static_cast<void>(once);
}

template <class T>
void multiply_by_blas(const Product<T>& p) {
  if (p.c.rows <= kFewVectors && p.c.rows < p.c.columns)
    return multiply_by_blas<T>({transpose(p.b), transpose(p.a), transpose(p.c), p.alpha, p.beta});
  if (p.c.columns <= kFewVectors) {
    for (std::int64_t j = 0; j < p.c.columns; ++j)
      multiply_column<T>(
          {p.a, part_of(p.b, 0, p.b.rows, j, 1), part_of(p.c, 0, p.c.rows, j, 1), p.alpha, p.beta});
    return;
  }
  cxxblas::gemm<int>(cxxblas::RowMajor, order_of(p.a), order_of(p.b), static_cast<int>(p.c.rows),
                     static_cast<int>(p.c.columns), static_cast<int>(p.a.columns), p.alpha,
                     p.a.data, leading(p.a), p.b.data, leading(p.b), p.beta, p.c.data,
                     leading(p.c));
}

/// A product, or a tile of one, on this thread.
template <class T>
void multiply(const Product<T>& p) {
  const std::int64_t depth = p.a.columns;
  if (depth == 0 || p.alpha == 0) return scale(p.c, p.beta);
  const bool fit = fits(p.a) && fits(p.b) && fits(p.c);
  if (!fit || is_tiny(p.c.rows, p.c.columns, depth)) return multiply_by_loops(p);
  keep_blas_on_one_thread();
  for (std::int64_t l = 0; l < depth; l += kMostDepth) {
    const std::int64_t length = std::min(kMostDepth, depth - l);
    multiply_by_blas<T>({part_of(p.a, 0, p.a.rows, l, length),
                         part_of(p.b, l, length, 0, p.b.columns), p.c, p.alpha,
                         l == 0 ? p.beta : T(1)});
  }
}

/// Equal parts of at most `most`, but for rounding up to `unit`.
std::int64_t equal_part(std::int64_t size, std::int64_t most, std::int64_t unit) {
  const std::int64_t parts = (size - 1) / most + 1;
  const std::int64_t part = (size - 1) / parts + 1;
  return (part - 1) / unit * unit + unit;
}

/// How c is cut; tiles at the lower and right edge may be smaller.
struct Tiles {
  std::int64_t rows;
  std::int64_t columns;

  std::int64_t down(std::int64_t m) const { return (m - 1) / rows + 1; }
  std::int64_t across(std::int64_t n) const { return (n - 1) / columns + 1; }
};

/// How many of the `size` results of a product with a vector make a tile. `side_by_side`: the
/// matrix holds a row of them, else the `depth` factors of each.
std::int64_t vector_part(std::int64_t size, std::int64_t depth, bool side_by_side) {
  const std::int64_t least = side_by_side ? kLeastRun : 1;
  return equal_part(size, std::max(kVectorTile / std::max<std::int64_t>(depth, 1), least),
                    kTileUnit);
}

template <class T>
Tiles tiles_of(const Product<T>& p) {
  const std::int64_t m = p.c.rows, n = p.c.columns, depth = p.a.columns;
  if (is_tiny(m, n, depth)) return {m, n};
  if (m <= kFewVectors && m < n) return {m, vector_part(n, depth, !p.b.transposed)};
  if (n <= kFewVectors) return {vector_part(m, depth, p.a.transposed), n};
  Tiles tiles{equal_part(m, kTileRows, kTileUnit), equal_part(n, kTileColumns, kTileUnit)};
  const auto work = [&] { return static_cast<double>(tiles.rows * tiles.columns) * depth; };
  while (tiles.down(m) * tiles.across(n) < kFewTiles && work() > kLeastTileWork) {
    std::int64_t& longer = tiles.rows >= tiles.columns ? tiles.rows : tiles.columns;
    if (longer <= 2 * kTileUnit) break;
    longer = equal_part(longer, (longer + 1) / 2, kTileUnit);
  }
  return tiles;
}

/// So many tiles a range that giving it to a thread is worth it.
template <class T>
std::int64_t grain_of(const Tiles& tiles, std::int64_t depth) {
  const double work = static_cast<double>(tiles.rows * tiles.columns) * depth + kCallWork;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(kRangeWork / work));
}

}  // namespace

template <class T>
void gemm_batch(std::int64_t count, const Matrix<const T>& a, std::int64_t step_a,
                const Matrix<const T>& b, std::int64_t step_b, const Matrix<T>& c,
                std::int64_t step_c, T alpha, T beta) {
  ATTO_CHECK(a.rows == c.rows && a.columns == b.rows && b.columns == c.columns && !c.transposed);
  if (count <= 0 || c.rows <= 0 || c.columns <= 0) return;
  const Product<T> whole{a, b, c, alpha, beta};
  if (count == 1 && is_tiny(c.rows, c.columns, a.columns)) return multiply(whole);
  const Tiles tiles = tiles_of(whole);
  const std::int64_t across = tiles.across(c.columns), each = tiles.down(c.rows) * across;
  const auto tile_of = [&](std::int64_t product, std::int64_t tile) -> Product<T> {
    const std::int64_t row = tile / across * tiles.rows, column = tile % across * tiles.columns;
    const std::int64_t rows = std::min(tiles.rows, c.rows - row);
    const std::int64_t columns = std::min(tiles.columns, c.columns - column);
    Product<T> part{part_of(a, row, rows, 0, a.columns), part_of(b, 0, b.rows, column, columns),
                    part_of(c, row, rows, column, columns), alpha, beta};
    part.a.data += product * step_a;
    part.b.data += product * step_b;
    part.c.data += product * step_c;
    return part;
  };
  parallel_for(count * each, grain_of<T>(tiles, a.columns),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t i = begin; i < end; ++i) multiply(tile_of(i / each, i % each));
               });
}

template <class T>
void gemm(const Matrix<const T>& a, const Matrix<const T>& b, const Matrix<T>& c, T alpha, T beta) {
  gemm_batch(1, a, 0, b, 0, c, 0, alpha, beta);
}

template void gemm(const Matrix<const float>&, const Matrix<const float>&, const Matrix<float>&,
                   float, float);
template void gemm(const Matrix<const double>&, const Matrix<const double>&, const Matrix<double>&,
                   double, double);
template void gemm_batch(std::int64_t, const Matrix<const float>&, std::int64_t,
                         const Matrix<const float>&, std::int64_t, const Matrix<float>&,
                         std::int64_t, float, float);
template void gemm_batch(std::int64_t, const Matrix<const double>&, std::int64_t,
                         const Matrix<const double>&, std::int64_t, const Matrix<double>&,
                         std::int64_t, double, double);

}  // namespace atto
