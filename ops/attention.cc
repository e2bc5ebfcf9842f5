#include <cmath>

#include "framework/op/loops.h"
#include "framework/op/op.h"

namespace atto {
namespace {

/// y[t, h] = sum over s of weights[h, t, s] * v[s, h / (H / K)], with
/// weights[h, t, :] = softmax over s of scale * (q[t, h] . k[s, h / (H / K)]).
///
/// H query heads share K heads of keys and values, so that the state is H / K times smaller.
/// With `mask: causal` query t sees keys 0 ... t, behind all that the state holds, and the new keys
/// and values are appended to it; with `mask: none` it sees all keys and nothing is kept.
/// Source: Vaswani et al., NeurIPS 2017; grouped heads: Ainslie et al., EMNLP 2023. ONNX
/// Attention-23 puts heads before time; here they stand behind it, as a projection leaves them.
/// Edge: without keys y is 0.
class Attention final {
 public:
  static constexpr Traits traits{.backward_reads_y = false};

  explicit Attention(Attributes& a)
      : causal_(a.word("mask", {"none", "causal"}, "which keys a query sees") == "causal"),
        scale_(a.get<double>("scale", "factor of the scores, mostly D**-0.5")) {}

  void infer(Infer& shapes) const {
    shapes.unify();
    const Dims& q = shapes[0];
    const Dims& k = shapes[1];
    const Dim T = q[q.size() - 3], H = q[q.size() - 2], S = k[k.size() - 3], K = k[k.size() - 2];
    const auto h = H.constant(), g = K.constant();
    if (g && (*g == 0 || (h && *h % *g != 0)))
      throw Error(text("q has H = ", H, ", which is no multiple of K = ", K, " of k and v"))
          .about("q");
    shapes.same(H, "q has H", K * Dim::divide_exactly(H, K), "a multiple of K");
    if (causal_)
      shapes.same(T, "a causal mask needs a query for each key: q has T", S, "k has S");
    else
      shapes.keep_nothing();
  }
  Dim flops(const Infer& shapes) const {
    const Dim S = shapes[1][shapes[1].size() - 3];
    return 2 * S * (product_of(shapes[0]) + product_of(shapes.output(0)));
  }

  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    const Sizes size(x);
    if (state.kept()) {
      require(!y.wanted(1), "attention that keeps keys and values cannot give its weights: their ",
              "size would depend on what is kept; run without state to see them");
      append(x.data(1), size.S * size.K * size.D, state, 0);
      append(x.data(2), size.S * size.K * size.E, state, 1);
    }
    const T* keys = state.kept() ? state.data(0) : x.data(1);
    const T* values = state.kept() ? state.data(1) : x.data(2);
    const std::int64_t room = state.kept() ? capacity(state.dims(0)) : size.S;  // rows a sequence
    parallel_for(size.sequences * size.H, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        const Head head{i / size.H, i % size.H};
        const std::int64_t past = state.kept() ? state.lengths()[head.index_of_sequence()] : 0;
        const std::int64_t rows = past + size.S;
        T* weights = y.wanted(1) ? y.data(1) + i * size.T * rows : nullptr;
        if (!weights) {
          own.resize(static_cast<std::size_t>(size.T * rows));
          weights = own.data();
        }
        set_weights(size.queries(x.data(0), head), size.keys(keys, head, room, rows), past,
                    weights);
        gemm(Matrix<const T>::dense(weights, size.T, rows), size.values(values, head, room, rows),
             size.results(y.data(0), head));
      }
    });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const Sizes size(x);
    for (const std::size_t i : {1, 2}) {  // what no head writes
      const bool none = size.H == 0 || (i == 2 && !dy.has(0));
      if (none && dx.wanted(i)) std::fill_n(dx.data(i), dx.elements(i), T(0));
    }
    // Heads that share keys follow one another in one range: they add to the same dk and dv.
    parallel_for(size.sequences * size.K, 1, [&](std::int64_t begin, std::int64_t end) {
      const std::int64_t group = size.H / size.K;
      for (std::int64_t i = begin * group; i < end * group; ++i)
        backward_head(size, {i / size.H, i % size.H}, i % group == 0 ? T(0) : T(1), x, dy, dx);
    });
  }

 private:
  struct Head {
    std::int64_t sequence;
    std::int64_t head;  // of the query
    std::size_t index_of_sequence() const { return static_cast<std::size_t>(sequence); }
  };

  /// The sizes of the signature, and where the matrices of one head stand in its tensors.
  struct Sizes {
    std::int64_t sequences, T, H, D, S, K, E;

    template <class Real>
    explicit Sizes(In<Real> x) {
      const auto q = x.dims(0), k = x.dims(1), v = x.dims(2);
      const std::size_t rank = q.size();
      sequences = product_of(q.first(rank - 3));
      T = q[rank - 3], H = q[rank - 2], D = q[rank - 1];
      S = k[rank - 3], K = k[rank - 2], E = v[rank - 1];
    }
    template <class Real>
    Matrix<Real> queries(Real* q, Head at) const {
      return {q + (at.sequence * T * H + at.head) * D, T, D, H * D};
    }
    template <class Real>
    Matrix<Real> results(Real* y, Head at) const {
      return {y + (at.sequence * T * H + at.head) * E, T, E, H * E};
    }
    template <class Real>
    Matrix<Real> keys(Real* k, Head at, std::int64_t room, std::int64_t rows) const {
      return {k + (at.sequence * room * K + at.head / (H / K)) * D, rows, D, K * D};
    }
    template <class Real>
    Matrix<Real> values(Real* v, Head at, std::int64_t room, std::int64_t rows) const {
      return {v + (at.sequence * room * K + at.head / (H / K)) * E, rows, E, K * E};
    }
  };

  static std::int64_t capacity(std::span<const std::int64_t> dims) { return dims[dims.size() - 3]; }

  template <class T>
  static Matrix<const T> transposed(Matrix<const T> m) {
    return {m.data, m.columns, m.rows, m.stride, !m.transposed};
  }
  /// Writes each sequence's new rows (`count` elements) behind those that it has.
  template <class T>
  static void append(const T* rows, std::int64_t count, State<T> state, std::size_t tensor) {
    const auto dims = state.dims(tensor);
    const std::int64_t row = product_of(dims.last(2)), room = capacity(dims);
    for (std::size_t n = 0; n < state.lengths().size(); ++n) {
      const auto sequence = static_cast<std::int64_t>(n);
      std::copy_n(rows + sequence * count, count,
                  state.data(tensor) + (sequence * room + state.lengths()[n]) * row);
    }
  }

  /// weights [T, rows] of one head; `past` rows stand in front of the first query's own.
  template <class T>
  void set_weights(Matrix<const T> q, Matrix<const T> k, std::int64_t past, T* weights) const {
    const std::int64_t rows = k.rows;
    gemm(q, transposed(k), Matrix<T>::dense(weights, q.rows, rows), T(scale_));
    for (std::int64_t t = 0; t < q.rows; ++t) {
      T* w = weights + t * rows;
      const std::int64_t seen = causal_ ? past + t + 1 : rows;
      if (seen == 0) continue;
      const T peak = *std::max_element(w, w + seen);
      T total = 0;
      for (std::int64_t s = 0; s < seen; ++s) total += w[s] = std::exp(w[s] - peak);
      for (std::int64_t s = 0; s < seen; ++s) w[s] /= total;
      std::fill(w + seen, w + rows, T(0));
    }
  }

  template <class T>
  void backward_head(const Sizes& size, Head head, T beta, In<T> x, In<T> dy, Out<T> dx) const {
    const auto q = size.queries(x.data(0), head);
    const auto k = size.keys(x.data(1), head, size.S, size.S);
    const auto v = size.values(x.data(2), head, size.S, size.S);
    const auto elements = static_cast<std::size_t>(size.T * size.S);
    std::vector<T> weights(elements), g(elements, T(0));  // g: the gradient of weights, then scores
    set_weights(q, k, 0, weights.data());
    const auto w = Matrix<const T>::dense(weights.data(), size.T, size.S);
    const auto dscores = Matrix<const T>::dense(g.data(), size.T, size.S);
    if (dy.has(0))
      gemm(size.results(dy.data(0), head), transposed(v),
           Matrix<T>::dense(g.data(), size.T, size.S));
    if (dy.has(1)) {
      const T* dweights = dy.data(1) + (head.sequence * size.H + head.head) * size.T * size.S;
      for (std::size_t i = 0; i < elements; ++i) g[i] += dweights[i];
    }
    for (std::int64_t t = 0; t < size.T; ++t) {
      T dot = 0;
      for (std::int64_t i = t * size.S; i < (t + 1) * size.S; ++i) dot += weights[i] * g[i];
      for (std::int64_t i = t * size.S; i < (t + 1) * size.S; ++i) g[i] = weights[i] * (g[i] - dot);
    }
    if (dx.wanted(0)) gemm(dscores, k, size.queries(dx.data(0), head), T(scale_));
    if (dx.wanted(1))
      gemm(transposed(dscores), q, size.keys(dx.data(1), head, size.S, size.S), T(scale_), beta);
    if (dx.wanted(2) && dy.has(0))
      gemm(transposed(w), size.results(dy.data(0), head),
           size.values(dx.data(2), head, size.S, size.S), T(1), beta);
  }

  bool causal_;
  double scale_;
};

const RegisterOp<Attention> registration(
    "attention",
    "q[...,T,H,D] k[...,S,K,D] v[...,S,K,E] -> y[...,T,H,E] weights?[...,H,T,S]; "
    "state keys[...,+S,K,D] values[...,+S,K,E]",
    "Each query's mean of the values, weighted by how well its key fits.");

}  // namespace
}  // namespace atto
