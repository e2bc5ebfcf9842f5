#include "ops/attention.h"

#include <vector>

#include "ops/kernels/softmax_row.h"
#include "ops/kernels/tanh.h"

namespace atto {
namespace {

/// Queries are cut into blocks: a block's scores stay in the cache, blocks are shared out over the
/// threads, and keys that no query of the block sees by its place are left out. Where each sequence
/// has a single query, the heads that share keys make a block, and read them once.
class AttentionKernel final {
 public:
  explicit AttentionKernel(Attributes& a) : look_(a) {}

  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    const AttentionSizes size(x);
    const Keys<T> all(size, x, y, state);
    const bool of_heads = size.T == 1 && size.H > 0;
    const std::int64_t heads = of_heads ? size.K : size.H;
    const std::int64_t blocks = (size.T + kQueries - 1) / kQueries;  // of a head
    parallel_for(size.sequences * heads * blocks, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        Block block;
        block.head = size.head(i / blocks * (size.H / heads));
        block.query = i % blocks * kQueries;
        block.rows = of_heads ? size.H / size.K : std::min(kQueries, size.T - block.query);
        block.of_heads = of_heads;
        run(size, all, block, x, y, own);
      }
    });
  }

 private:
  static constexpr std::int64_t kQueries = 64;

  /// Rows of scores: of queries that follow one another, or of heads.
  struct Block {
    Head head;           // the first
    std::int64_t query;  // the first
    std::int64_t rows;
    bool of_heads;

    Head head_of(std::int64_t row) const {
      return {head.sequence, of_heads ? head.head + row : head.head};
    }
    std::int64_t query_of(std::int64_t row) const { return of_heads ? query : query + row; }
    /// The block's rows of a matrix of queries or results, [T, width] of the first head.
    template <class U>
    Matrix<U> part(Matrix<U> m) const {
      return {m.data + query * m.stride, rows, m.columns, of_heads ? m.columns : m.stride};
    }
  };

  /// Keys or values from `first` on.
  template <class T>
  static Matrix<T> part(Matrix<T> m, std::int64_t first, std::int64_t rows) {
    return {m.data + first * m.stride, rows, m.columns, m.stride};
  }

  template <class T>
  void run(const AttentionSizes& size, const Keys<T>& all, const Block& block, In<T> x, Out<T> y,
           std::vector<T>& own) const {
    const std::int64_t sequence = block.head.sequence;
    const std::int64_t past = all.past(sequence), keys = all.count(sequence);
    const std::int64_t first = look_.seen(past + block.query, keys).first;
    const std::int64_t last = look_.seen(past + block.query_of(block.rows - 1), keys).last;
    const std::int64_t count = last - first;
    const bool wanted = y.wanted(1);
    if (!wanted) own.resize(static_cast<std::size_t>(block.rows * count));
    const std::int64_t row_of_y = (sequence * size.H + block.head.head) * size.T + block.query;
    const Matrix<T> weights =
        wanted ? Matrix<T>{y.data(1) + row_of_y * size.S + first, block.rows, count, size.S}
               : Matrix<T>::dense(own.data(), block.rows, count);
    gemm(block.part(size.queries(x.data(0), block.head)),
         transposed(part(all.keys(block.head), first, count)), weights, T(look_.scale));
    for (std::int64_t r = 0; r < block.rows; ++r) {
      const KeyRange seen = look_.seen(past + block.query_of(r), keys);
      const T* bias = all.bias(block.head_of(r), block.query_of(r));
      const T* valid = all.valid(sequence);
      T* row = weights.data + r * weights.stride;  // of key `first`
      T* begin_seen = row + (seen.first - first);
      normalize(begin_seen, seen.last - seen.first,
                bias ? bias + seen.first * all.bias_step() : nullptr, all.bias_step(),
                valid ? valid + seen.first : nullptr);
      std::fill(wanted ? row - first : row, begin_seen, T(0));
      std::fill(row + (seen.last - first), row + (wanted ? size.S - first : count), T(0));
    }
    gemm(Matrix<const T>{weights.data, block.rows, count, weights.stride},
         part(all.values(block.head), first, count),
         block.part(size.results(y.data(0), block.head)));
  }

  /// From scale * (q . k) to weights, for `count` keys that are seen by their place.
  template <class T>
  void normalize(T* row, std::int64_t count, const T* bias, std::int64_t bias_step,
                 const T* valid) const {
    constexpr T kHidden = -std::numeric_limits<T>::infinity();
    if (count == 0) return;
    if (look_.softcap) {
      const T cap = T(*look_.softcap);
      for (std::int64_t s = 0; s < count; ++s) row[s] = cap * fast_tanh(row[s] / cap);
    }
    if (bias && bias_step == 0)
      for (std::int64_t s = 0; s < count; ++s) row[s] += *bias;
    else if (bias)
      for (std::int64_t s = 0; s < count; ++s) row[s] += bias[s];
    if (valid)
      for (std::int64_t s = 0; s < count; ++s) row[s] = valid[s] != 0 ? row[s] : kHidden;
    const T peak = largest_of(row, count);
    const T total = exp_and_sum(row, peak == kHidden ? T(0) : peak, row, count);
    if (total == 0) return;  // nothing is seen: all are 0
    for (std::int64_t s = 0; s < count; ++s) row[s] /= total;
  }

  AttentionAttributes look_;
};

const RegisterKernel<AttentionKernel> registration("attention");

}  // namespace
}  // namespace atto
