#include "ops/attention.h"

#include <vector>

#include "ops/kernels/softmax_row.h"
#include "ops/kernels/tanh.h"

namespace atto {
namespace {

/// Queries are cut into blocks: a block's scores stay in the cache, blocks are shared out over the
/// threads, and keys that no query of the block sees by its place are left out. Where each sequence
/// has a single query, keys and values are read from front to back for several heads at a time: to
/// read them is all that it costs.
class AttentionKernel final {
 public:
  explicit AttentionKernel(Attributes& a) : look_(a) {}

  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    const AttentionSizes size(x);
    const Keys<T> all(size, x, y, state);
    if (size.T == 1 && size.H > 0) return forward_single(size, all, x, y);
    const std::int64_t blocks = (size.T + kQueries - 1) / kQueries;  // of a head
    parallel_for(size.sequences * size.H * blocks, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t query = i % blocks * kQueries;
        run(size, all, {size.head(i / blocks), query, std::min(kQueries, size.T - query)}, x, y,
            own);
      }
    });
  }

 private:
  static constexpr std::int64_t kQueries = 64;
  static constexpr std::int64_t kWidth = 256;  // elements of a key's row that are read together

  /// Queries that follow one another.
  struct Block {
    Head head;
    std::int64_t query;  // the first
    std::int64_t rows;

    /// The block's rows of a matrix of queries or results, [T, width] of the head.
    template <class U>
    Matrix<U> part(Matrix<U> m) const {
      return {m.data + query * m.stride, rows, m.columns, m.stride};
    }
  };

  template <class T>
  void forward_single(const AttentionSizes& size, const Keys<T>& all, In<T> x, Out<T> y) const {
    const std::int64_t heads =
        std::clamp<std::int64_t>(kWidth / std::max<std::int64_t>(size.D, 1), 1, size.K);
    const std::int64_t parts = (size.K + heads - 1) / heads;
    parallel_for(size.sequences * parts, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        const std::int64_t first = i % parts * heads;
        run_single(size, all, i / parts, first, std::min(heads, size.K - first), x, y, own);
      }
    });
  }

  /// One query of a sequence, for those of its heads that look at `heads` heads of keys.
  template <class T>
  void run_single(const AttentionSizes& size, const Keys<T>& all, std::int64_t sequence,
                  std::int64_t first, std::int64_t heads, In<T> x, Out<T> y,
                  std::vector<T>& own) const {
    const std::int64_t group = size.H / size.K, rows = heads * group;
    const Head head{sequence, first * group};
    const KeyRange seen = look_.seen(all.past(sequence), all.count(sequence));
    const std::int64_t count = seen.last - seen.first;
    own.resize(static_cast<std::size_t>(rows * count));
    const Matrix<const T> keys = all.keys(head), values = all.values(head);
    const T* q = size.queries(x.data(0), head).data;
    for (std::int64_t s = 0; s < count; ++s) {
      const T* key = keys.data + (seen.first + s) * keys.stride;
      for (std::int64_t r = 0; r < rows; ++r)
        own[static_cast<std::size_t>(r * count + s)] =
            T(look_.scale) * dot(q + r * size.D, key + r / group * size.D, size.D);
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      const Head at{sequence, head.head + r};
      T* row = own.data() + r * count;
      normalize(row, seen, all, at, 0);
      if (y.wanted(1)) {
        T* weights = y.data(1) + (sequence * size.H + at.head) * size.S;
        std::fill_n(weights, size.S, T(0));
        std::copy_n(row, count, weights + seen.first);
      }
    }
    T* out = size.results(y.data(0), head).data;
    std::fill_n(out, rows * size.E, T(0));
    for (std::int64_t s = 0; s < count; ++s) {
      const T* value = values.data + (seen.first + s) * values.stride;
      for (std::int64_t r = 0; r < rows; ++r) {
        const T weight = own[static_cast<std::size_t>(r * count + s)];
        const T* from = value + r / group * size.E;
        T* to = out + r * size.E;
        for (std::int64_t e = 0; e < size.E; ++e) to[e] += weight * from[e];
      }
    }
  }

  /// In lanes, which become vector registers.
  template <class T>
  static T dot(const T* a, const T* b, std::int64_t count) {
    constexpr std::int64_t kLanes = 128 / sizeof(T);
    T lanes[kLanes] = {};
    std::int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
      for (std::int64_t l = 0; l < kLanes; ++l) lanes[l] += a[i + l] * b[i + l];
    T sum = 0;
    for (; i < count; ++i) sum += a[i] * b[i];
    for (const T lane : lanes) sum += lane;
    return sum;
  }

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
    const std::int64_t last = look_.seen(past + block.query + block.rows - 1, keys).last;
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
      const KeyRange seen = look_.seen(past + block.query + r, keys);
      T* row = weights.data + r * weights.stride;  // of key `first`
      T* begin_seen = row + (seen.first - first);
      normalize(begin_seen, seen, all, block.head, block.query + r);
      std::fill(wanted ? row - first : row, begin_seen, T(0));
      std::fill(row + (seen.last - first), row + (wanted ? size.S - first : count), T(0));
    }
    gemm(Matrix<const T>{weights.data, block.rows, count, weights.stride},
         part(all.values(block.head), first, count),
         block.part(size.results(y.data(0), block.head)));
  }

  /// From scale * (q . k) to weights, for the keys that a query sees by its place.
  template <class T>
  void normalize(T* row, KeyRange seen, const Keys<T>& all, Head head, std::int64_t query) const {
    const std::int64_t count = seen.last - seen.first;
    const T* bias = all.bias(head, query);
    const std::int64_t bias_step = all.bias_step();
    if (bias) bias += seen.first * bias_step;
    const T* valid = all.valid(head.sequence);
    if (valid) valid += seen.first;
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
