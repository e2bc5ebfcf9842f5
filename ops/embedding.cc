#include "ops/ids.h"

namespace atto {
namespace {

/// y[..., :] = weight[ids[...], :]
///
/// A product with one-hot rows, of which only the row that is hit is looked at.
/// Source: ONNX Gather-13 with axis 0; the gradient adds up what each use of a row receives.
/// Edge: an id below 0 or behind the last row is an error (ONNX counts negative ids from behind).
class Embedding final {
 public:
  static constexpr Traits traits{.backward_reads_y = false};

  explicit Embedding(Attributes& a)
      : rows_(a.get<std::optional<Dim>>("rows", "rows of the table")),
        to_(a.get<std::optional<Dims>>("to", "axes of a row in y; the table has their product")) {}

  void infer(Infer& shapes) const {
    shapes.pin("rows", "rows", rows_ ? std::optional(Dims{*rows_}) : std::nullopt);
    shapes.pin("d", "to", to_);
    shapes.unify();
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto* ids = x.template data<std::int64_t>(0);
    const std::int64_t rows = x.dims(1)[0], d = x.dims(1)[1];
    require_ids(ids, x.dims(0), 0, rows, [&] { return text("the ", rows, " rows of the table"); });
    const T* weight = x.data(1);
    T* out = y.data(0);
    parallel_for(x.elements(0), grain_of(d), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) std::copy_n(weight + ids[i] * d, d, out + i * d);
    });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    if (!dx.wanted(1)) return;
    const auto* ids = x.template data<std::int64_t>(0);
    const std::int64_t d = dx.dims(1)[1];
    T* dweight = dx.data(1);
    std::fill_n(dweight, dx.elements(1), T(0));
    for (std::int64_t i = 0; i < x.elements(0); ++i)
      for (std::int64_t j = 0; j < d; ++j) dweight[ids[i] * d + j] += dy.data(0)[i * d + j];
  }

 private:
  std::optional<Dim> rows_;
  std::optional<Dims> to_;
};

const RegisterOp<Embedding> registration("embedding", "ids:i64[...]; weight[rows,d] -> y[...,d]",
                                         "Looks up the row of a table for each id.", "Gather-13");

}  // namespace
}  // namespace atto
