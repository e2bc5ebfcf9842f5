#pragma once
#include "framework/op/op.h"

namespace atto {

/// The matrix the other way round.
template <class T>
Matrix<T> transposed(Matrix<T> m) {
  return {m.data, m.columns, m.rows, m.stride, !m.transposed};
}

/// A query head of a sequence; sequences are the axes in front, as one.
struct Head {
  std::int64_t sequence;
  std::int64_t head;
};

/// The sizes of attention's signature, and where a head's matrices stand in its tensors.
struct AttentionSizes {
  std::int64_t sequences, T, H, D, S, K, E;

  template <class Real>
  explicit AttentionSizes(In<Real> x) {
    const auto q = x.dims(0), k = x.dims(1), v = x.dims(2);
    const std::size_t rank = q.size();
    sequences = product_of(q.first(rank - 3));
    T = q[rank - 3], H = q[rank - 2], D = q[rank - 1];
    S = k[rank - 3], K = k[rank - 2], E = v[rank - 1];
  }

  Head head(std::int64_t index) const { return {index / H, index % H}; }

  /// [T, D] of q.
  template <class Real>
  Matrix<Real> queries(Real* q, Head at) const {
    return {q + (at.sequence * T * H + at.head) * D, T, D, H * D};
  }
  /// [T, E] of y.
  template <class Real>
  Matrix<Real> results(Real* y, Head at) const {
    return {y + (at.sequence * T * H + at.head) * E, T, E, H * E};
  }
  /// [rows, D] of k, where a sequence has room for `room` rows.
  template <class Real>
  Matrix<Real> keys(Real* k, Head at, std::int64_t room, std::int64_t rows) const {
    return {k + (at.sequence * room * K + at.head / (H / K)) * D, rows, D, K * D};
  }
  /// [rows, E] of v.
  template <class Real>
  Matrix<Real> values(Real* v, Head at, std::int64_t room, std::int64_t rows) const {
    return {v + (at.sequence * room * K + at.head / (H / K)) * E, rows, E, K * E};
  }
};

/// The keys and values that queries look at: the inputs, or where state is kept all of that, with
/// the inputs appended to it.
template <class T>
class KeysAndValues {
 public:
  /// Error when state is kept and the weights are asked for.
  KeysAndValues(const AttentionSizes& size, In<T> x, Out<T> y, State<T> state)
      : size_(size), state_(state), keys_(x.data(1)), values_(x.data(2)), room_(size.S) {
    if (!state.kept()) return;
    require(!y.wanted(1), "attention that keeps keys and values cannot give its weights: their ",
            "size would depend on what is kept; run without state to see them");
    append(x.data(1), size.D, 0);
    append(x.data(2), size.E, 1);
    keys_ = state.data(0);
    values_ = state.data(1);
    room_ = room();
  }

  /// Rows of a sequence that stand in front of the first query's own.
  std::int64_t past(std::int64_t sequence) const {
    return state_.kept() ? state_.lengths()[static_cast<std::size_t>(sequence)] : 0;
  }
  /// [past + S, D].
  Matrix<const T> keys(Head at) const {
    return size_.keys(keys_, at, room_, past(at.sequence) + size_.S);
  }
  /// [past + S, E].
  Matrix<const T> values(Head at) const {
    return size_.values(values_, at, room_, past(at.sequence) + size_.S);
  }

 private:
  std::int64_t room() const { return state_.dims(0)[state_.dims(0).size() - 3]; }

  void append(const T* rows, std::int64_t width, std::size_t tensor) const {
    const std::int64_t row = size_.K * width;
    for (std::int64_t n = 0; n < size_.sequences; ++n)
      std::copy_n(rows + n * size_.S * row, size_.S * row,
                  state_.data(tensor) + (n * room() + past(n)) * row);
  }

  const AttentionSizes& size_;
  State<T> state_;
  const T* keys_;
  const T* values_;
  std::int64_t room_;  // rows between the first ones of two sequences
};

}  // namespace atto
