#include "ops/attention.h"

#include <cmath>

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
    const AttentionSizes size(x);
    const KeysAndValues<T> all(size, x, y, state);
    parallel_for(size.sequences * size.H, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        const Head head = size.head(i);
        const std::int64_t rows = all.past(head.sequence) + size.S;
        if (!y.wanted(1)) own.resize(static_cast<std::size_t>(size.T * rows));
        T* weights = y.wanted(1) ? y.data(1) + i * size.T * rows : own.data();
        set_weights(size.queries(x.data(0), head), all.keys(head), all.past(head.sequence),
                    weights);
        gemm(Matrix<const T>::dense(weights, size.T, rows), all.values(head),
             size.results(y.data(0), head));
      }
    });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const AttentionSizes size(x);
    for (const std::size_t i : {1, 2}) {  // what no head writes
      const bool none = size.H == 0 || (i == 2 && !dy.has(0));
      if (none && dx.wanted(i)) std::fill_n(dx.data(i), dx.elements(i), T(0));
    }
    // Heads that share keys follow one another in one range: they add to the same dk and dv.
    parallel_for(size.sequences * size.K, 1, [&](std::int64_t begin, std::int64_t end) {
      const std::int64_t group = size.H / size.K;
      for (std::int64_t i = begin * group; i < end * group; ++i)
        backward_head(size, size.head(i), i % group == 0 ? T(0) : T(1), x, dy, dx);
    });
  }

 private:
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
  void backward_head(const AttentionSizes& size, Head head, T beta, In<T> x, In<T> dy,
                     Out<T> dx) const {
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
