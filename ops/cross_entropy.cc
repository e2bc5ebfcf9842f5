#include <cmath>

#include "ops/ids.h"

namespace atto {
namespace {

/// losses[i] = log(sum(exp(logits[i]))) - logits[i, targets[i]]; loss is their mean over the
/// targets that count, which are all but `ignore`.
///
/// The negative log-likelihood of the next token: what a language model is trained on.
/// Source: torch.nn.functional.cross_entropy; ONNX SoftmaxCrossEntropyLoss-13 with reduction mean,
/// whose classes are axis 1 instead of the last. Gradient: (softmax(logits) - one_hot(targets)) /
/// count.
/// Edge: the loss of a target that does not count is 0; when none counts the mean is NaN.
class CrossEntropy final {
 public:
  static constexpr Traits traits{.backward_reads_y = false};

  explicit CrossEntropy(Attributes& a)
      : ignore_(a.get<std::optional<std::int64_t>>("ignore", "the target that does not count")) {}

  /// Compare, subtract, exp, add.
  Dim flops(const Infer& shapes) const { return 4 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto* targets = x.template data<std::int64_t>(1);
    const std::int64_t classes = x.dims(0).back();
    require_targets(targets, x.dims(1), classes);
    std::vector<double> losses(static_cast<std::size_t>(x.elements(1)), 0);
    for_each_counted(targets, x.elements(1), classes, [&](std::int64_t i) {
      const T* row = x.data(0) + i * classes;
      const Row<T> all(row, classes);
      losses[i] = all.log_total + (all.peak - row[targets[i]]);
    });
    const double total = std::accumulate(losses.begin(), losses.end(), 0.0);
    y.data(0)[0] = static_cast<T>(total / count_of(targets, x.elements(1)));
    if (y.wanted(1))
      std::transform(losses.begin(), losses.end(), y.data(1), [](double l) { return T(l); });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto* targets = x.template data<std::int64_t>(1);
    const std::int64_t classes = x.dims(0).back();
    const double count = count_of(targets, x.elements(1));
    std::fill_n(dx.data(0), dx.elements(0), T(0));
    for_each_counted(targets, x.elements(1), classes, [&](std::int64_t i) {
      const T* row = x.data(0) + i * classes;
      T* g = dx.data(0) + i * classes;
      const Row<T> all(row, classes);
      const T factor = (dy.has(0) ? static_cast<T>(dy.data(0)[0] / count) : T(0)) +
                       (dy.has(1) ? dy.data(1)[i] : T(0));
      for (std::int64_t c = 0; c < classes; ++c)
        g[c] = factor * std::exp(row[c] - all.peak - T(all.log_total));
      g[targets[i]] -= factor;
    });
  }

 private:
  /// log(sum(exp(row))) = peak + log_total, of at least one element. The sum is in double because a
  /// vocabulary is long.
  template <class T>
  struct Row {
    T peak;
    double log_total = 0;

    Row(const T* row, std::int64_t classes) : peak(*std::max_element(row, row + classes)) {
      double total = 0;
      for (std::int64_t c = 0; c < classes; ++c) total += std::exp(row[c] - peak);
      log_total = std::log(total);
    }
  };
  void require_targets(const std::int64_t* targets, std::span<const std::int64_t> dims,
                       std::int64_t classes) const {
    for (std::int64_t i = 0; i < product_of(dims); ++i) {
      if (targets[i] == ignore_ || (targets[i] >= 0 && targets[i] < classes)) continue;
      throw Error(text("target ", targets[i], " at position ", position_text(i, dims),
                       " is outside the ", classes, " logits",
                       ignore_ ? text(" and is not ", *ignore_, ", which 'ignore' names")
                               : "; a target that must not count is named by 'ignore'"))
          .about("targets");
    }
  }
  /// Calls work(i) for each target that counts, on all threads.
  template <class Work>
  void for_each_counted(const std::int64_t* targets, std::int64_t count, std::int64_t classes,
                        const Work& work) const {
    parallel_for(count, grain_of(classes), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i)
        if (targets[i] != ignore_) work(i);
    });
  }
  double count_of(const std::int64_t* targets, std::int64_t count) const {
    return static_cast<double>(
        std::count_if(targets, targets + count, [&](std::int64_t t) { return t != ignore_; }));
  }
  std::optional<std::int64_t> ignore_;
};

const RegisterOp<CrossEntropy> registration("cross_entropy",
                                            "logits[...,V] targets:i64[...] -> loss[] losses?[...]",
                                            "How unlikely the targets are, in nats.",
                                            "SoftmaxCrossEntropyLoss-13");

}  // namespace
}  // namespace atto
