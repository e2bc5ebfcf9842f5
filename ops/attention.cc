#include "ops/attention.h"

#include <cmath>

namespace atto {
namespace {

/// y[t, h] = sum over s of weights[h, t, s] * v[s, h / (H / K)], with
/// weights[h, t, :] = softmax over the keys s that query t sees of
/// softcap(scale * (q[t, h] . k[s, h / (H / K)])) + bias[h, t, s].
///
/// H query heads share K heads of keys and values, so that the state is H / K times smaller.
/// With `mask: causal` query t sees keys 0 ... t, behind all that the state holds, or the last
/// `window` of them, and the new keys and values are appended to the state; with `mask: none` it
/// sees all keys and nothing is kept. Keys that are not `valid` (padding) nobody sees, in later
/// runs either. The bias broadcasts; with a causal mask it may have more columns than there are
/// keys, the first of them for the first key that is kept. Source: Vaswani et al., NeurIPS 2017;
/// grouped heads: Ainslie et al., EMNLP 2023; window: Mistral 7B, 2023; softcap: Gemma 2, 2024;
/// bias: ALiBi, ICLR 2022, and T5. ONNX Attention-23 puts heads before time (here they stand behind
/// it, as a projection leaves them) and `valid` into the bias. Edge: a query that sees no key, or
/// whose keys all have a bias of -inf, has weights 0 and y 0, so that padding spoils nothing.
/// Weight 0 times NaN is NaN: values that are not valid are finite.
class Attention final {
 public:
  static constexpr Traits traits{.apart = "T", .backward_reads_y = false};

  explicit Attention(Attributes& a) : look_(a) {}

  void infer(Infer& shapes) const {
    if (!shapes.has(attention::kValid)) shapes.keep_first(2);  // keys and values
    shapes.unify_all_but(attention::kBias);
    const Dims& q = shapes[attention::kQ];
    const Dims& k = shapes[attention::kK];
    const Dim T = q[q.size() - 3], H = q[q.size() - 2], S = k[k.size() - 3], K = k[k.size() - 2];
    const auto h = H.constant(), g = K.constant();
    if (g && (*g == 0 || (h && *h % *g != 0)))
      throw Error(text("q has H = ", H, ", which is no multiple of K = ", K, " of k and v"))
          .about("q");
    shapes.same(H, "q has H", K * Dim::divide_exactly(H, K), "a multiple of K");
    if (look_.causal)
      shapes.same(T, "a causal mask needs a query for each key: q has T", S, "k has S");
    else
      shapes.keep_nothing();
    if (shapes.has(attention::kBias)) check_bias(shapes);
  }
  Dim flops(const Infer& shapes) const {
    const Dim S = shapes[1][shapes[1].size() - 3];
    return 2 * S * (product_of(shapes[0]) + product_of(shapes.output(0)));
  }

  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    const AttentionSizes size(x);
    const Keys<T> all(size, x, y, state);
    parallel_for(size.sequences * size.H, 1, [&](std::int64_t begin, std::int64_t end) {
      std::vector<T> own;
      for (std::int64_t i = begin; i < end; ++i) {
        const Head head = size.head(i);
        const std::int64_t keys = all.count(head.sequence);
        if (!y.wanted(1)) own.resize(static_cast<std::size_t>(size.T * keys));
        T* weights = y.wanted(1) ? y.data(1) + i * size.T * keys : own.data();
        set_weights(size.queries(x.data(0), head), all, head, weights, static_cast<T*>(nullptr));
        gemm(Matrix<const T>::dense(weights, size.T, keys), all.values(head),
             size.results(y.data(0), head));
      }
    });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const AttentionSizes size(x);
    const Keys<T> all(size, x, Out<T>({}), State<T>({}));
    for (const std::size_t i : {attention::kK, attention::kV}) {  // what no head writes
      const bool none = size.H == 0 || (i == attention::kV && !dy.has(0));
      if (none && dx.wanted(i)) std::fill_n(dx.data(i), dx.elements(i), T(0));
    }
    const std::int64_t scores = size.T * size.S;  // of a head
    const bool bias = dx.wanted(attention::kBias);
    std::vector<T> dscores(bias ? static_cast<std::size_t>(size.sequences * size.H * scores) : 0);
    // Heads that share keys follow one another in one range: they add to the same dk and dv.
    parallel_for(size.sequences * size.K, 1, [&](std::int64_t begin, std::int64_t end) {
      const std::int64_t group = size.H / size.K;
      for (std::int64_t i = begin * group; i < end * group; ++i)
        backward_head(size, all, i, i % group == 0 ? T(0) : T(1), x, dy,
                      bias ? dscores.data() + i * scores : nullptr, dx);
    });
    if (bias) add_up(size, all, dscores.data(), dx);
  }

 private:
  /// Each axis is 1 or that of [...,H,T,S]; with a causal mask the keys are counted when they come.
  void check_bias(Infer& shapes) const {
    const Dims& bias = shapes[attention::kBias];
    const Dims& q = shapes[attention::kQ];
    const Dims& k = shapes[attention::kK];
    Dims scores(q.begin(), q.end() - 3);
    scores.insert(scores.end(), {q[q.size() - 2], q[q.size() - 3], k[k.size() - 3]});
    if (bias.size() > scores.size())
      throw Error(text("bias has shape ", text_of(bias), ", the scores that it is added to have ",
                       text_of(scores)))
          .about("bias");
    for (std::size_t i = look_.causal ? 2 : 1; i <= bias.size(); ++i)
      if (const Dim& axis = bias[bias.size() - i]; axis != Dim(1))
        shapes.same(axis, text("axis -", i, " of bias"), scores[scores.size() - i],
                    text("axis -", i, " of the scores [...,H,T,S]"));
  }

  /// weights [T, keys] of one head. `slopes`, where it is not null, becomes the derivative of the
  /// softcap.
  template <class T>
  void set_weights(Matrix<const T> q, const Keys<T>& all, Head head, T* weights, T* slopes) const {
    const std::int64_t keys = all.count(head.sequence), past = all.past(head.sequence);
    const T* valid = all.valid(head.sequence);
    gemm(q, transposed(all.keys(head)), Matrix<T>::dense(weights, q.rows, keys), T(look_.scale));
    for (std::int64_t t = 0; t < q.rows; ++t) {
      T* w = weights + t * keys;
      const KeyRange seen = look_.seen(past + t, keys);
      const T* bias = all.bias(head, t);
      for (std::int64_t s = 0; s < keys; ++s) {
        if (look_.softcap) {
          const T bent = std::tanh(w[s] / T(*look_.softcap));
          if (slopes) slopes[t * keys + s] = 1 - bent * bent;
          w[s] = T(*look_.softcap) * bent;
        }
        if (bias) w[s] += bias[s * all.bias_step()];
        const bool is_seen = s >= seen.first && s < seen.last && (!valid || valid[s] != 0);
        if (!is_seen) w[s] = -std::numeric_limits<T>::infinity();
      }
      T peak = keys > 0 ? *std::max_element(w, w + keys) : T(0), total = 0;
      if (peak == -std::numeric_limits<T>::infinity()) peak = 0;  // nothing is seen
      for (std::int64_t s = 0; s < keys; ++s) total += w[s] = std::exp(w[s] - peak);
      for (std::int64_t s = 0; s < keys && total != 0; ++s) w[s] /= total;
    }
  }

  /// Head `i`. `dscores` [T, S], where it is not null, becomes the gradient of its scores, which is
  /// that of the bias.
  template <class T>
  void backward_head(const AttentionSizes& size, const Keys<T>& all, std::int64_t i, T beta,
                     In<T> x, In<T> dy, T* dscores, Out<T> dx) const {
    const Head head = size.head(i);
    const auto q = size.queries(x.data(0), head);
    const auto elements = static_cast<std::size_t>(size.T * size.S);
    // g is the gradient of the weights, then of the scores, then of scale * (q . k).
    std::vector<T> weights(elements), g(elements, T(0)), slopes(look_.softcap ? elements : 0);
    set_weights(q, all, head, weights.data(), look_.softcap ? slopes.data() : nullptr);
    if (dy.has(0))
      gemm(size.results(dy.data(0), head), transposed(all.values(head)),
           Matrix<T>::dense(g.data(), size.T, size.S));
    for (std::size_t j = 0; dy.has(1) && j < elements; ++j)
      g[j] += dy.data(1)[static_cast<std::size_t>(i) * elements + j];
    for (std::size_t row = 0; row < elements; row += static_cast<std::size_t>(size.S)) {
      const std::size_t end = row + static_cast<std::size_t>(size.S);
      T dot = 0;
      for (std::size_t j = row; j < end; ++j) dot += weights[j] * g[j];
      for (std::size_t j = row; j < end; ++j) g[j] = weights[j] * (g[j] - dot);
    }
    if (dscores) std::copy(g.begin(), g.end(), dscores);
    for (std::size_t j = 0; j < slopes.size(); ++j) g[j] *= slopes[j];
    const auto dproducts = Matrix<const T>::dense(g.data(), size.T, size.S);
    if (dx.wanted(0))
      gemm(dproducts, all.keys(head), size.queries(dx.data(0), head), T(look_.scale));
    if (dx.wanted(1))
      gemm(transposed(dproducts), q, size.keys(dx.data(1), head, size.S, size.S), T(look_.scale),
           beta);
    if (dx.wanted(2) && dy.has(0))
      gemm(transposed(Matrix<const T>::dense(weights.data(), size.T, size.S)),
           size.results(dy.data(0), head), size.values(dx.data(2), head, size.S, size.S), T(1),
           beta);
  }

  /// The gradient of the bias: of all scores that one of its numbers was added to.
  template <class T>
  static void add_up(const AttentionSizes& size, const Keys<T>& all, const T* dscores, Out<T> dx) {
    T* dbias = dx.data(attention::kBias);
    std::fill_n(dbias, dx.elements(attention::kBias), T(0));
    for (std::int64_t row = 0; row < size.sequences * size.H * size.T; ++row, dscores += size.S) {
      T* to = dbias + all.bias_row(size.head(row / size.T), row % size.T);
      for (std::int64_t s = 0; s < size.S; ++s) to[s * all.bias_step()] += dscores[s];
    }
  }

  AttentionAttributes look_;
};

const RegisterOp<Attention> registration(
    "attention",
    "q[...,T,H,D] k[...,S,K,D] v[...,S,K,E] valid?:bool[...,S] bias?[...,H,T,P] -> "
    "y[...,T,H,E] weights?[...,H,T,S]; "
    "state keys[...,+S,K,D] values[...,+S,K,E] valid_keys[...,+S]",
    "Each query's mean of the values, weighted by how well its key fits.", "Attention-23");

}  // namespace
}  // namespace atto
