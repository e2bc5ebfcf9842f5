#pragma once
#include <limits>

#include "framework/op/op.h"

namespace atto {

/// The inputs of attention by position.
namespace attention {
inline constexpr std::size_t kQ = 0, kK = 1, kV = 2, kValid = 3, kBias = 4;
}  // namespace attention

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

/// Keys from `first` up to, but without, `last`.
struct KeyRange {
  std::int64_t first;
  std::int64_t last;
};

/// The attributes of attention, and which keys a query sees by its place.
class AttentionAttributes {
 public:
  explicit AttentionAttributes(Attributes& a)
      : causal(a.word("mask", {"none", "causal"}, "which keys a query sees") == "causal"),
        scale(a.get<double>("scale", "factor of the scores, mostly D**-0.5")),
        softcap(a.get<std::optional<double>>(
            "softcap", "what scores stay below: softcap * tanh(s / softcap)")),
        window_(a.get<std::optional<std::int64_t>>(
            "window", "how many keys a query sees at most, its own and the ones before")) {
    if (softcap && !(*softcap > 0))
      throw Error(text("'softcap' must be above 0, not ", *softcap)).about("softcap");
    if (window_ && *window_ < 1)
      throw Error(text("'window' must be at least 1, not ", *window_)).about("window");
    if (window_ && !causal)
      throw Error("'window' needs mask causal: it counts keys back from the query's own")
          .about("window");
  }

  /// Of `keys` keys, those that the query sees which has `before` keys in front of its own.
  KeyRange seen(std::int64_t before, std::int64_t keys) const {
    if (!causal) return {0, keys};
    return {window_ ? std::max<std::int64_t>(0, before - (*window_ - 1)) : 0, before + 1};
  }

  const bool causal;
  const double scale;
  const std::optional<double> softcap;

 private:
  std::optional<std::int64_t> window_;
};

/// The sizes of attention's signature, and where a head's matrices stand in its tensors.
struct AttentionSizes {
  std::int64_t sequences, T, H, D, S, K, E;

  template <class Real>
  explicit AttentionSizes(In<Real> x) {
    const auto q = x.dims(attention::kQ), k = x.dims(attention::kK), v = x.dims(attention::kV);
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

/// Where a bias of shape `dims` has the numbers that broadcast to [..., H, T, keys].
class BiasIndex {
 public:
  BiasIndex(std::span<const std::int64_t> dims, std::span<const std::int64_t> sequences) {
    const auto size = [&](std::size_t from_behind) {
      return from_behind < dims.size() ? dims[dims.size() - 1 - from_behind] : 1;
    };
    const auto step = [](std::int64_t axis, std::int64_t inner) { return axis == 1 ? 0 : inner; };
    columns_ = size(0);
    key_ = step(size(0), 1);
    query_ = step(size(1), size(0));
    head_ = step(size(2), size(1) * size(0));
    const std::size_t batch = dims.size() > 3 ? dims.size() - 3 : 0;
    sequences_ = broadcast_indices(dims.first(batch), sequences);
    for (std::int64_t& index : sequences_) index *= size(2) * size(1) * size(0);
  }

  std::int64_t columns() const { return columns_; }
  /// From one key to the next: 0 when all have the same.
  std::int64_t step() const { return key_; }
  /// That of the first key.
  std::int64_t row(Head at, std::int64_t query) const {
    return sequences_[static_cast<std::size_t>(at.sequence)] + at.head * head_ + query * query_;
  }

 private:
  std::int64_t columns_, key_, query_, head_;
  std::vector<std::int64_t> sequences_;
};

/// The keys that queries look at, with all that belongs to them: the inputs, or where state is kept
/// all of that, with the inputs appended to it.
template <class T>
class Keys {
 public:
  /// Error when state is kept and the weights are asked for, or when the bias is too narrow.
  Keys(const AttentionSizes& size, In<T> x, Out<T> y, State<T> state)
      : size_(size),
        state_(state),
        keys_(x.data(attention::kK)),
        values_(x.data(attention::kV)),
        room_(size.S) {
    if (state.kept()) {
      require(!y.wanted(1), "attention that keeps keys and values cannot give its weights: their ",
              "size would depend on what is kept; run without state to see them");
      room_ = state_.dims(0)[state_.dims(0).size() - 3];
      append(x.data(attention::kK), size.K * size.D, 0);
      append(x.data(attention::kV), size.K * size.E, 1);
      keys_ = state.data(0);
      values_ = state.data(1);
    }
    if (x.has(attention::kValid)) {
      const auto* valid = x.template data<bool>(attention::kValid);
      if (state.kept())
        append(valid, 1, 2);
      else
        own_valid_.assign(valid, valid + x.elements(attention::kValid));
      valid_ = state.kept() ? state.data(2) : own_valid_.data();
    }
    if (!x.has(attention::kBias)) return;
    const auto q = x.dims(attention::kQ);
    bias_index_.emplace(x.dims(attention::kBias), q.first(q.size() - 3));
    bias_ = x.data(attention::kBias);
    for (std::int64_t n = 0; n < size.sequences && bias_index_->step() != 0; ++n)
      if (bias_index_->columns() < count(n))
        throw Error(text("bias has ", bias_index_->columns(), " columns, but there are ", count(n),
                         " keys: it needs one for each, kept ones first"))
            .about("bias");
  }

  /// Those of a sequence that stand in front of the first query's own.
  std::int64_t past(std::int64_t sequence) const {
    return state_.kept() ? state_.lengths()[static_cast<std::size_t>(sequence)] : 0;
  }
  /// All of a sequence.
  std::int64_t count(std::int64_t sequence) const { return past(sequence) + size_.S; }
  /// [count, D].
  Matrix<const T> keys(Head at) const { return size_.keys(keys_, at, room_, count(at.sequence)); }
  /// [count, E].
  Matrix<const T> values(Head at) const {
    return size_.values(values_, at, room_, count(at.sequence));
  }
  /// Whether each key of a sequence counts, 0 or 1; null when all do.
  const T* valid(std::int64_t sequence) const {
    return valid_ ? valid_ + sequence * room_ : nullptr;
  }
  /// What is added to a query's scores, one for each key or for all (bias_step() is 0); may be
  /// null.
  const T* bias(Head at, std::int64_t query) const {
    return bias_ ? bias_ + bias_row(at, query) : nullptr;
  }
  std::int64_t bias_row(Head at, std::int64_t query) const { return bias_index_->row(at, query); }
  std::int64_t bias_step() const { return bias_index_ ? bias_index_->step() : 0; }

 private:
  template <class Row>
  void append(const Row* rows, std::int64_t width, std::size_t tensor) const {
    for (std::int64_t n = 0; n < size_.sequences; ++n)
      std::copy_n(rows + n * size_.S * width, size_.S * width,
                  state_.data(tensor) + (n * room_ + past(n)) * width);
  }

  const AttentionSizes& size_;
  State<T> state_;
  const T* keys_;
  const T* values_;
  std::int64_t room_;  // rows between the first ones of two sequences
  const T* valid_ = nullptr;
  std::vector<T> own_valid_;
  const T* bias_ = nullptr;
  std::optional<BiasIndex> bias_index_;
};

}  // namespace atto
