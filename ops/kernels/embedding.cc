#include "ops/ids.h"

namespace atto {
namespace {

/// Expands only the rows that are looked up, of a table that is stored in 16 bits.
class EmbeddingKernel final {
 public:
  static constexpr Traits traits{.stored_weights = true};

  explicit EmbeddingKernel(Attributes& a) {
    a.get<std::optional<Dim>>("rows");
    a.get<std::optional<Dims>>("to");
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto* ids = x.template data<std::int64_t>(0);
    const std::int64_t rows = x.dims(1)[0], d = x.dims(1)[1];
    require_ids(ids, x.dims(0), 0, rows, [&] { return text("the ", rows, " rows of the table"); });
    const DType stored = x.dtype(1);
    parallel_for(x.elements(0), grain_of(d), [&](std::int64_t begin, std::int64_t end) {
      std::vector<float> row(is_storage(stored) ? static_cast<std::size_t>(d) : 0);
      for (std::int64_t i = begin; i < end; ++i) {
        if (row.empty()) {
          std::copy_n(x.data(1) + ids[i] * d, d, y.data(0) + i * d);
          continue;
        }
        expand(stored, x.template data<std::uint16_t>(1) + ids[i] * d, row.data(), row.size());
        std::copy(row.begin(), row.end(), y.data(0) + i * d);
      }
    });
  }
};

const RegisterKernel<EmbeddingKernel> registration("embedding");

}  // namespace
}  // namespace atto
