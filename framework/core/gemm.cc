#include "framework/core/gemm.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <xtensor-blas/xblas.hpp>

#include "framework/core/error.h"
#include "framework/core/parallel.h"

#ifndef HAVE_CBLAS
#error "xtensor-blas would multiply by its own loops instead of calling OpenBLAS"
#endif

namespace atto {
namespace {

// Measured with tools/bench/gemm_bench.cc. Work is counted in multiplications, of which a core does
// about 50 in a nanosecond when they are many.
constexpr std::int64_t kTinyWork = 192;           // up to here loops beat a call of BLAS
constexpr std::int64_t kCallWork = 1 << 13;       // what a call costs beside its multiplications
constexpr std::int64_t kWholeWork = 1 << 17;      // not cut
constexpr std::int64_t kRangeWork = 1 << 19;      // worth handing to another thread
constexpr std::int64_t kLeastTileWork = 1 << 20;  // tiles are not cut to less than this
constexpr std::int64_t kFewTiles = 4;             // fewer than these are cut again
constexpr std::int64_t kTileRows = 256;           // of c: larger tiles are hardly faster
constexpr std::int64_t kTileColumns = 512;
constexpr std::int64_t kTileUnit = 16;        // rows and columns that BLAS's inner loops divide
constexpr std::int64_t kMostDepth = 1 << 20;  // BLAS counts in 32 bits: longer sums go in parts

// A matrix that meets few vectors is read from memory for each result: it is never copied, and a
// multiplication costs the time of several.
constexpr std::int64_t kFewVectors = 3;
constexpr std::int64_t kVectorCost = 8;
constexpr std::int64_t kVectorTile = 1 << 18;  // elements
constexpr std::int64_t kLeastRun = 1024;       // elements side by side in memory
constexpr std::int64_t kMostDepthParts = 16;

template <class T>
struct Product {
  Matrix<const T> a;
  Matrix<const T> b;
  Matrix<T> c;
  T alpha;
  T beta;

  std::int64_t depth() const { return a.columns; }
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

template <class T>
bool work_within(const Product<T>& p, std::int64_t most) {  // of at most 2^20, for 64 bits
  const std::int64_t m = p.c.rows, n = p.c.columns, k = p.depth();
  return m <= most && n <= most && k <= most && m * n * k <= most;
}

template <class T>
bool is_sound(const Matrix<T>& x) {
  return stored_rows(x) <= 1 || x.stride >= stored_columns(x);
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

/// The products of the columns of a and rows of b from `begin` on.
template <class T>
Product<T> depth_part(const Product<T>& p, std::int64_t begin, std::int64_t length, T beta) {
  return {part_of(p.a, 0, p.a.rows, begin, length), part_of(p.b, begin, length, 0, p.b.columns),
          p.c, p.alpha, beta};
}

/// A product, or a tile of one, on this thread.
template <class T>
void multiply(const Product<T>& p) {
  if (p.depth() == 0 || p.alpha == 0) return scale(p.c, p.beta);
  const bool fit = fits(p.a) && fits(p.b) && fits(p.c);
  if (!fit || work_within(p, kTinyWork)) return multiply_by_loops(p);
  for (std::int64_t l = 0; l < p.depth(); l += kMostDepth)
    multiply_by_blas(depth_part(p, l, std::min(kMostDepth, p.depth() - l), l ? T(1) : p.beta));
}

std::int64_t parts_of(std::int64_t size, std::int64_t part) { return (size - 1) / part + 1; }

/// Equal parts of at most `most`, but for rounding up.
std::int64_t equal_part(std::int64_t size, std::int64_t most) {
  const std::int64_t part = (size - 1) / parts_of(size, most) + 1;
  return (part - 1) / kTileUnit * kTileUnit + kTileUnit;
}

/// How c is cut: into tiles of so many rows and columns, less at the lower and right edge.
struct Tiles {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t across;  // how many of them lie side by side
  std::int64_t count;
  double work;  // of one
};

template <class T>
Tiles tiles_of(const Product<T>& p, std::int64_t rows, std::int64_t columns) {
  const std::int64_t across = parts_of(p.c.columns, columns);
  const bool vectors = std::min(p.c.rows, p.c.columns) <= kFewVectors;
  const double work = static_cast<double>(rows * columns) * static_cast<double>(p.depth());
  return {rows, columns, across, across * parts_of(p.c.rows, rows),
          vectors ? kVectorCost * work : work};
}

/// By shape and layout alone.
template <class T>
Tiles tiles_of(const Product<T>& p) {
  const std::int64_t m = p.c.rows, n = p.c.columns;
  if (work_within(p, kWholeWork)) return tiles_of(p, m, n);
  std::int64_t rows = equal_part(m, kTileRows), columns = equal_part(n, kTileColumns);
  std::int64_t least = kTileUnit;
  if (std::min(m, n) <= kFewVectors) {
    const bool by_rows = m < n;  // the vectors are the rows of a
    if (by_rows ? !p.b.transposed : p.a.transposed) least = kLeastRun;
    const auto part = std::max(kVectorTile / std::max<std::int64_t>(p.depth(), 1), least);
    rows = by_rows ? m : equal_part(m, part);
    columns = by_rows ? equal_part(n, part) : n;
  }
  Tiles tiles = tiles_of(p, rows, columns);
  while (tiles.count < kFewTiles && tiles.work > kLeastTileWork) {
    std::int64_t& longer = rows >= columns ? rows : columns;
    if (longer < 2 * least) break;
    longer = equal_part(longer, (longer + 1) / 2);
    tiles = tiles_of(p, rows, columns);
  }
  return tiles;
}

/// Into how many parts the sums are cut, so that there is work for several threads where c is too
/// small to be cut itself.
std::int64_t depth_parts(const Tiles& tiles) {
  if (tiles.count >= kFewTiles || tiles.work < 2 * kLeastTileWork) return 1;
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(tiles.work / (2 * kLeastTileWork)), 2,
                                  kMostDepthParts);
}

template <class T>
void multiply_in_depth(const Product<T>& p, std::int64_t parts) {
  const std::int64_t m = p.c.rows, n = p.c.columns, size = m * n;
  const std::int64_t length = equal_part(p.depth(), parts_of(p.depth(), parts));
  parts = parts_of(p.depth(), length);
  const std::unique_ptr<T[]> sums(new T[static_cast<std::size_t>(parts * size)]);
  parallel_for(parts, 1, [&](std::int64_t part, std::int64_t) {
    const std::int64_t begin = part * length;
    Product<T> product = depth_part(p, begin, std::min(length, p.depth() - begin), T(0));
    product.c = Matrix<T>::dense(sums.get() + part * size, m, n);
    multiply(product);
  });
  parallel_for(size, kRangeWork / (parts * kVectorCost), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      T sum = 0;
      for (std::int64_t part = 0; part < parts; ++part) sum += sums[part * size + i];
      T& out = p.c.data[i / n * p.c.stride + i % n];
      out = sum + (p.beta == 0 ? T(0) : p.beta * out);
    }
  });
}

template <class T>
Product<T> tile_of(const Product<T>& p, const Tiles& tiles, std::int64_t tile) {
  const std::int64_t row = tile / tiles.across * tiles.rows;
  const std::int64_t column = tile % tiles.across * tiles.columns;
  const std::int64_t rows = std::min(tiles.rows, p.c.rows - row);
  const std::int64_t columns = std::min(tiles.columns, p.c.columns - column);
  return {part_of(p.a, row, rows, 0, p.depth()), part_of(p.b, 0, p.depth(), column, columns),
          part_of(p.c, row, rows, column, columns), p.alpha, p.beta};
}

}  // namespace

template <class T>
void gemm_batch(std::int64_t count, const Matrix<const T>& a, std::int64_t step_a,
                const Matrix<const T>& b, std::int64_t step_b, const Matrix<T>& c,
                std::int64_t step_c, T alpha, T beta) {
  ATTO_CHECK(a.rows == c.rows && a.columns == b.rows && b.columns == c.columns && !c.transposed);
  ATTO_CHECK(is_sound(a) && is_sound(b) && is_sound(c));
  if (count <= 0 || c.rows <= 0 || c.columns <= 0) return;
  const Product<T> first{a, b, c, alpha, beta};
  if (count == 1 && work_within(first, kWholeWork)) return multiply(first);
  const Tiles tiles = tiles_of(first);
  if (count == 1 && depth_parts(tiles) > 1) return multiply_in_depth(first, depth_parts(tiles));
  const auto grain = static_cast<std::int64_t>(kRangeWork / (tiles.work + kCallWork));
  parallel_for(count * tiles.count, std::max<std::int64_t>(grain, 1),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t i = begin; i < end; ++i) {
                   Product<T> tile = tile_of(first, tiles, i % tiles.count);
                   tile.a.data += i / tiles.count * step_a;
                   tile.b.data += i / tiles.count * step_b;
                   tile.c.data += i / tiles.count * step_c;
                   multiply(tile);
                 }
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
