#include "ops/attention.h"

#include <vector>

#include "ops/kernels/softmax_row.h"
#include "ops/kernels/tanh.h"

namespace atto {
namespace {

/// Queries are cut into blocks: a block's scores stay in the cache, blocks are shared out over the
/// threads, and keys that no query of the block sees by its place are left out.
class AttentionKernel final {
 public:
  explicit AttentionKernel(Attributes& a) : look_(a) {}

  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    const AttentionSizes size(x);
    const Keys<T> all(size, x, y, state);
    const std::int64_t blocks = (size.T + kQueries - 1) / kQueries;
    parallel_for(size.sequences * size.H * blocks, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        const Head head = size.head(i / blocks);
        const std::int64_t query = i % blocks * kQueries;
        const std::int64_t queries = std::min(kQueries, size.T - query);
        const std::int64_t before = all.past(head.sequence) + query,
                           keys = all.count(head.sequence);
        const std::int64_t first = look_.seen(before, keys).first;
        const std::int64_t count = look_.seen(before + queries - 1, keys).last - first;
        const bool wanted = y.wanted(1);
        if (!wanted) own.resize(static_cast<std::size_t>(queries * count));
        const Matrix<T> weights =
            wanted ? Matrix<T>{y.data(1) + (i / blocks * size.T + query) * size.S + first, queries,
                               count, size.S}
                   : Matrix<T>::dense(own.data(), queries, count);
        gemm(part(size.queries(x.data(0), head), query, queries),
             transposed(part(all.keys(head), first, count)), weights, T(look_.scale));
        for (std::int64_t t = 0; t < queries; ++t) {
          const KeyRange seen = look_.seen(before + t, keys);
          const T* bias = all.bias(head, query + t);
          const T* valid = all.valid(head.sequence);
          T* row = weights.data + t * weights.stride;  // of key `first`
          T* begin_seen = row + (seen.first - first);
          normalize(begin_seen, seen.last - seen.first,
                    bias ? bias + seen.first * all.bias_step() : nullptr, all.bias_step(),
                    valid ? valid + seen.first : nullptr);
          std::fill(wanted ? row - first : row, begin_seen, T(0));
          std::fill(row + (seen.last - first), row + (wanted ? size.S - first : count), T(0));
        }
        gemm(Matrix<const T>{weights.data, queries, count, weights.stride},
             part(all.values(head), first, count),
             part(size.results(y.data(0), head), query, queries));
      }
    });
  }

 private:
  static constexpr std::int64_t kQueries = 64;

  /// Rows of a matrix.
  template <class T>
  static Matrix<T> part(Matrix<T> m, std::int64_t first, std::int64_t rows) {
    m.data += first * m.stride;
    m.rows = rows;
    return m;
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
