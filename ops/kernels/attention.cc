#include "ops/attention.h"

#include <vector>

#include "ops/kernels/softmax_row.h"

namespace atto {
namespace {

/// Queries are cut into blocks: a block's scores stay in the cache, blocks are shared out over the
/// threads, and with a causal mask keys that no query of the block sees are left out.
class AttentionKernel final {
 public:
  explicit AttentionKernel(Attributes& a)
      : causal_(a.word("mask", {"none", "causal"}) == "causal"), scale_(a.get<double>("scale")) {}

  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    const AttentionSizes size(x);
    const KeysAndValues<T> all(size, x, y, state);
    const std::int64_t blocks = (size.T + kQueries - 1) / kQueries;
    parallel_for(size.sequences * size.H * blocks, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        const Head head = size.head(i / blocks);
        const std::int64_t first = i % blocks * kQueries;
        const std::int64_t queries = std::min(kQueries, size.T - first);
        const std::int64_t past = all.past(head.sequence) + first;
        const std::int64_t seen = causal_ ? past + queries : size.S;  // by the block's last query
        const bool wanted = y.wanted(1);
        if (!wanted) own.resize(static_cast<std::size_t>(queries * seen));
        const Matrix<T> weights =
            wanted ? Matrix<T>{y.data(1) + (i / blocks * size.T + first) * size.S, queries, seen,
                               size.S}
                   : Matrix<T>::dense(own.data(), queries, seen);
        gemm(part(size.queries(x.data(0), head), first, queries),
             transposed(part(all.keys(head), 0, seen)), weights, T(scale_));
        normalize(weights, past, wanted ? size.S : seen);
        gemm(Matrix<const T>{weights.data, queries, seen, weights.stride},
             part(all.values(head), 0, seen), part(size.results(y.data(0), head), first, queries));
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

  /// Softmax of each query's keys; weights of those it does not see are 0, up to `width`.
  template <class T>
  void normalize(const Matrix<T>& weights, std::int64_t past, std::int64_t width) const {
    for (std::int64_t t = 0; t < weights.rows; ++t) {
      T* row = weights.data + t * weights.stride;
      const std::int64_t seen = causal_ ? past + t + 1 : weights.columns;
      if (seen > 0) softmax_row(row, row, seen);
      std::fill(row + seen, row + width, T(0));
    }
  }

  bool causal_;
  double scale_;
};

const RegisterKernel<AttentionKernel> registration("attention");

}  // namespace
}  // namespace atto
