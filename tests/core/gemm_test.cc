#include "framework/core/gemm.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "framework/core/parallel.h"
#include "framework/core/random.h"
#include "framework/core/tensor.h"

namespace atto {
namespace {

// Literals come from gemm_literals.py.

/// A matrix in a buffer of its own, with `gap` elements of -77 behind each stored row.
template <class T>
struct Stored {
  Stored(std::int64_t rows, std::int64_t columns, bool transposed, std::int64_t gap)
      : stride((transposed ? rows : columns) + gap),
        buffer(static_cast<std::size_t>((transposed ? columns : rows) * stride), T(-77)),
        matrix{buffer.data(), rows, columns, stride, transposed} {}

  T& at(std::int64_t i, std::int64_t j) {
    return matrix.data[matrix.transposed ? j * stride + i : i * stride + j];
  }
  Matrix<const T> read() const {
    return {buffer.data(), matrix.rows, matrix.columns, stride, matrix.transposed};
  }
  /// Small whole numbers: sums of their products are exact in every order.
  void fill_whole(std::uint64_t seed) {
    fill([&](std::uint64_t n) {
      return static_cast<double>(((n + seed) * 2654435761 >> 13) % 7) - 3;
    });
  }
  void fill_real(std::uint64_t seed) {
    const NamedRandom random(seed, "real");
    fill([&](std::uint64_t n) { return random.normal(n); });
  }
  template <class Value>
  void fill(const Value& value) {
    std::uint64_t n = 0;
    for (std::int64_t i = 0; i < matrix.rows; ++i)
      for (std::int64_t j = 0; j < matrix.columns; ++j) at(i, j) = static_cast<T>(value(n++));
  }

  std::int64_t stride;
  std::vector<T> buffer;
  Matrix<T> matrix;
};

struct Size {
  std::int64_t m, n, k;
};

std::ostream& operator<<(std::ostream& out, const Size& s) {
  return out << s.m << " x " << s.n << " x " << s.k;
}

/// Of every path: nothing, tiny, vectors, few vectors, one tile and several.
const Size kSizes[] = {
    {0, 3, 2},      {3, 0, 2},       {3, 2, 0},      {1, 1, 0},      {1, 1, 1},      {4, 3, 4},
    {4, 4, 3},      {1, 40, 3},      {40, 1, 3},     {1, 1, 500},    {1, 3000, 9},   {3000, 1, 9},
    {1, 1300, 200}, {1300, 1, 200},  {2, 1300, 100}, {3, 3, 300},    {1300, 3, 50},  {17, 19, 23},
    {64, 64, 64},   {130, 129, 127}, {300, 50, 7},   {50, 1100, 9},  {300, 520, 30}, {64, 700, 90},
    {5, 2000, 300}, {1, 70, 5000},   {50, 2, 6000},  {1, 1, 700000}, {20, 20, 9000}};

template <class T>
class Products : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Products, Reals);

/// Compares with plain sums, exactly.
template <class T>
void expect_product(const Size& size, bool transpose_a, bool transpose_b, std::int64_t gap, T alpha,
                    T beta) {
  SCOPED_TRACE(testing::Message() << size << ", transposed " << transpose_a << transpose_b
                                  << ", gap " << gap << ", alpha " << alpha << ", beta " << beta);
  Stored<T> a(size.m, size.k, transpose_a, gap), b(size.k, size.n, transpose_b, gap),
      c(size.m, size.n, false, gap);
  a.fill_whole(1);
  b.fill_whole(2);
  c.fill_whole(3);
  Stored<T> expected = c;
  expected.matrix.data = expected.buffer.data();
  for (std::int64_t i = 0; i < size.m; ++i) {
    for (std::int64_t j = 0; j < size.n; ++j) {
      T sum = 0;
      for (std::int64_t l = 0; l < size.k; ++l) sum += a.at(i, l) * b.at(l, j);
      expected.at(i, j) = alpha * sum + beta * c.at(i, j);
    }
  }
  if (beta == 0) c.fill([](std::uint64_t) { return std::nan(""); });
  gemm<T>(a.read(), b.read(), c.matrix, alpha, beta);
  EXPECT_EQ(c.buffer, expected.buffer);
}

TYPED_TEST(Products, IsTheSumOfProducts) {
  for (const Size& size : kSizes)
    for (const bool transpose_a : {false, true})
      for (const bool transpose_b : {false, true})
        expect_product<TypeParam>(size, transpose_a, transpose_b, 0, 1, 0);
}

TYPED_TEST(Products, LeavesWhatStandsBetweenTheRows) {
  for (const Size& size : kSizes)
    for (const bool transposed : {false, true})
      expect_product<TypeParam>(size, transposed, !transposed, 5, 1, 0);
}

TYPED_TEST(Products, ScalesAndAdds) {
  for (const Size& size : kSizes) {
    expect_product<TypeParam>(size, false, true, 1, 2, 1);
    expect_product<TypeParam>(size, false, false, 0, 0.5, -2);
    expect_product<TypeParam>(size, true, false, 0, 0, 3);
    expect_product<TypeParam>(size, true, false, 0, 0, 0);
  }
}

TYPED_TEST(Products, AddsUpLongSumsInParts) {
  expect_product<TypeParam>({1, 1, (1 << 20) + 3}, false, true, 0, 2, 1);
  expect_product<TypeParam>({4, 4, (1 << 20) + 3}, false, true, 0, 1, 0);
}

TEST(Gemm, AgreesWithNumpy) {
  const std::vector<double> a = {0.5488135039273248, 0.7151893663724195, 0.6027633760716439,
                                 0.5448831829968969, 0.4236547993389047, 0.6458941130666561};
  const std::vector<double> b = {0.4375872112626925, 0.8917730007820798, 0.9636627605010293,
                                 0.3834415188257777, 0.7917250380826646, 0.5288949197529045,
                                 0.5680445610939323, 0.925596638292661};
  std::vector<double> c = {0.07103605819788694, 0.08712929970154071, 0.02021839744032572,
                           0.832619845547938,   0.7781567509498505,  0.8700121482468192,
                           0.978618342232764,   0.7991585642167236,  0.46147936225293185,
                           0.7805291762864555,  0.11827442586893322, 0.6399210213275238};
  const std::vector<double> expected = {1.5772561689298272, 1.6917895257545688, 1.8601519331096708,
                                        1.328519590735951,  1.0012400317156704, 1.2164220298501864,
                                        1.291447923777733,  1.0713538116068326, 1.1627732457652022,
                                        1.048563465459667,  1.4911767698666174, 1.2006080082639512};
  gemm<double>(Matrix<const double>::dense(a.data(), 3, 2),
               Matrix<const double>::dense(b.data(), 2, 4), Matrix<double>::dense(c.data(), 3, 4),
               2, -0.5);
  for (std::size_t i = 0; i < c.size(); ++i) EXPECT_NEAR(c[i], expected[i], 1e-15) << i;
}

// Both operands start at one address: xt::linalg::dot takes that for X times its own transpose and
// returns 5 x 5. It is the attention of a slice to all words.
TEST(Gemm, ASliceTimesTheWholeTransposed) {
  std::vector<double> x(36), c(45, -1);
  for (int i = 0; i < 36; ++i) x[static_cast<std::size_t>(i)] = i - 17;
  gemm<double>(Matrix<const double>::dense(x.data(), 5, 4),
               Matrix<const double>::dense(x.data(), 4, 9, true),
               Matrix<double>::dense(c.data(), 5, 9));
  EXPECT_EQ(c, (std::vector<double>{966, 718, 470, 222, -26, -274, -522, -770, -1018,
                                    718, 534, 350, 166, -18, -202, -386, -570, -754,
                                    470, 350, 230, 110, -10, -130, -250, -370, -490,
                                    222, 166, 110, 54,  -2,  -58,  -114, -170, -226,
                                    -26, -18, -10, -2,  6,   14,   22,   30,   38}));
}

template <class T>
std::vector<T> real_product(const Size& size, bool transposed, int threads) {
  set_threads(threads);
  Stored<T> a(size.m, size.k, transposed, 0), b(size.k, size.n, transposed, 0),
      c(size.m, size.n, false, 0);
  a.fill_real(1);
  b.fill_real(2);
  gemm<T>(a.read(), b.read(), c.matrix);
  set_threads(available_threads());
  return c.buffer;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

TYPED_TEST(Products, HasTheSameBitsWithEveryNumberOfThreads) {
  for (const Size& size : kSizes) {
    if (size.m * size.n == 0) continue;
    for (const bool transposed : {false, true}) {
      const auto one = real_product<TypeParam>(size, transposed, 1);
      for (const int threads : {2, 4})
        EXPECT_TRUE(same_bits(real_product<TypeParam>(size, transposed, threads), one))
            << size << ", transposed " << transposed << ", " << threads << " threads";
    }
  }
}

/// `count` products in one call against one call each.
template <class T>
void expect_batch(std::int64_t count, const Size& size, std::int64_t step_a, std::int64_t step_b) {
  SCOPED_TRACE(testing::Message() << count << " of " << size);
  Stored<T> a(count * size.m, size.k, false, 0), b(count * size.n, size.k, false, 0),
      c(count * size.m, size.n, false, 0);
  a.fill_real(1);
  b.fill_real(2);
  c.fill_real(3);
  const auto at = [&](std::int64_t i, std::vector<T>& out, auto&& work) {
    work(Matrix<const T>::dense(a.buffer.data() + i * step_a, size.m, size.k),
         Matrix<const T>::dense(b.buffer.data() + i * step_b, size.k, size.n, true),
         Matrix<T>::dense(out.data() + i * size.m * size.n, size.m, size.n));
  };
  std::vector<T> expected = c.buffer, batch = c.buffer;
  for (std::int64_t i = 0; i < count; ++i)
    at(i, expected, [](auto x, auto y, auto z) { gemm<T>(x, y, z, T(2), T(0.5)); });
  for (const int threads : {1, 2, 4}) {
    set_threads(threads);
    batch = c.buffer;
    at(0, batch, [&](auto x, auto y, auto z) {
      gemm_batch<T>(count, x, step_a, y, step_b, z, size.m * size.n, T(2), T(0.5));
    });
    EXPECT_TRUE(same_bits(batch, expected)) << threads << " threads";
  }
  set_threads(available_threads());
}

TYPED_TEST(Products, ABatchIsItsProducts) {
  expect_batch<TypeParam>(0, {4, 4, 3}, 12, 12);
  expect_batch<TypeParam>(1, {4, 4, 3}, 12, 12);
  expect_batch<TypeParam>(1000, {4, 4, 3}, 12, 12);
  expect_batch<TypeParam>(300, {1, 20, 30}, 30, 600);
  expect_batch<TypeParam>(7, {64, 64, 64}, 4096, 4096);
  expect_batch<TypeParam>(3, {300, 600, 40}, 12000, 24000);
  expect_batch<TypeParam>(5, {20, 30, 40}, 0, 1200);
  expect_batch<TypeParam>(5, {20, 30, 40}, 800, 0);
}

// [T, H, Dh] as H matrices whose rows are H * Dh apart.
TEST(Gemm, HeadsSideBySide) {
  const std::vector<float> q = {1, 2, 3, 4, 5, 6, 7, 8};  // T = 2, H = 2, Dh = 2
  std::vector<float> scores(8, -1);
  gemm_batch<float>(2, {q.data(), 2, 2, 4}, 2, {q.data(), 2, 2, 4, true}, 2,
                    Matrix<float>::dense(scores.data(), 2, 2), 4);
  EXPECT_EQ(scores, (std::vector<float>{5, 17, 17, 61, 25, 53, 53, 113}));
}

TEST(Gemm, InsideWork) {
  std::vector<float> a(64 * 64, 1), b(64 * 64, 2), c(8 * 64 * 64, 0);
  parallel_for(8, 1, [&](std::int64_t begin, std::int64_t) {
    gemm<float>(Matrix<const float>::dense(a.data(), 64, 64),
                Matrix<const float>::dense(b.data(), 64, 64),
                Matrix<float>::dense(c.data() + begin * 4096, 64, 64));
  });
  EXPECT_EQ(c, std::vector<float>(c.size(), 128));
}

// Rows 2^31 elements apart do not fit BLAS's 32 bits. The memory between them is never touched.
TEST(Gemm, RowsFarApart) {
  constexpr std::int64_t stride = std::int64_t{1} << 31, rows = 12, columns = 12;
  const std::size_t bytes = static_cast<std::size_t>(stride * rows) * sizeof(float);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    GTEST_SKIP() << "the system gives no " << bytes << " bytes of addresses";
  float* const data = static_cast<float*>(memory);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) data[i * stride + j] = static_cast<float>(i + j);
  std::vector<float> near(rows * columns), far_a = near, far_c = near;
  for (std::int64_t i = 0; i < rows; ++i)
    std::copy_n(data + i * stride, columns, near.data() + i * columns);
  const auto dense = Matrix<const float>::dense(near.data(), rows, columns);
  std::vector<float> expected(rows * columns);
  gemm<float>(dense, dense, Matrix<float>::dense(expected.data(), rows, columns));
  gemm<float>({data, rows, columns, stride}, dense,
              Matrix<float>::dense(far_a.data(), rows, columns));
  EXPECT_EQ(far_a, expected);
  gemm<float>(dense, dense, {data, rows, columns, stride});
  for (std::int64_t i = 0; i < rows; ++i)
    std::copy_n(data + i * stride, columns, far_c.data() + i * columns);
  EXPECT_EQ(far_c, expected);
  munmap(memory, bytes);
}

TEST(Gemm, ASingleRowMayHaveAnyStride) {
  const std::vector<float> a(200, 1), b(200, 2);
  std::vector<float> c(1, 0);
  for (const std::int64_t stride : {std::int64_t{0}, std::int64_t{1} << 40}) {
    gemm<float>({a.data(), 1, 200, stride}, {b.data(), 200, 1, stride, true},
                {c.data(), 1, 1, stride});
    EXPECT_EQ(c[0], 400);
  }
}

TEST(GemmDeathTest, ShapesThatDisagreeAreABug) {
  std::vector<float> x(12, 0);
  EXPECT_DEATH(
      gemm<float>(Matrix<const float>::dense(x.data(), 2, 3),
                  Matrix<const float>::dense(x.data(), 2, 3), Matrix<float>::dense(x.data(), 2, 3)),
      "internal check failed");
}

TEST(GemmDeathTest, RowsThatOverlapAreABug) {
  std::vector<float> x(12, 0);
  EXPECT_DEATH(gemm<float>({x.data(), 3, 3, 0}, Matrix<const float>::dense(x.data(), 3, 3),
                           Matrix<float>::dense(x.data(), 3, 3)),
               "internal check failed");
}

}  // namespace
}  // namespace atto
