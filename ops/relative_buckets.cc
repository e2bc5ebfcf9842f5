#include <cmath>

#include "framework/op/op.h"

namespace atto {
namespace {

/// buckets[t, p] = the bucket of how far key p stands from query t: one for each of the smallest
/// distances, then wider and wider ones up to `max_distance`.
///
/// An `embedding` of the buckets, its axes transposed to [...,H,T,P], is the bias of T5's
/// attention. Source: Raffel et al., JMLR 2020; transformers, modeling_t5.py,
/// _relative_position_bucket, whose logarithm is one of float32: so it is here, that no bucket
/// begins elsewhere. Edge: without `bidirectional` all keys behind the query have bucket 0, as the
/// query itself.
class RelativeBuckets final {
 public:
  static constexpr Traits traits{.apart = "T P"};

  explicit RelativeBuckets(Attributes& a)
      : buckets_(a.get<int>("buckets", "how many buckets there are")),
        max_distance_(a.get<int>("max_distance", "where the last bucket begins, nearly")),
        bidirectional_(a.get<bool>("bidirectional", "whether half of them are for keys behind")) {}

  void infer(Infer& shapes) const {
    const int least = bidirectional_ ? 4 : 2;
    if (buckets_ < least || (bidirectional_ && buckets_ % 2 != 0))
      throw Error(text("'buckets' must be at least ", least, bidirectional_ ? " and even" : "",
                       ", not ", buckets_))
          .about("buckets");
    if (max_distance_ <= exact())
      throw Error(text("'max_distance' must be above ", exact(),
                       ", up to which each distance has a bucket of its own; not ", max_distance_))
          .about("max_distance");
    shapes.unify();
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto* queries = x.template data<std::int64_t>(0);
    const auto* keys = x.template data<std::int64_t>(1);
    auto* out = y.template data<std::int64_t>(0);
    const std::int64_t count = x.dims(0).back(), width = x.dims(1).back();
    parallel_for(x.elements(0), grain_of(16 * width), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row)
        for (std::int64_t p = 0; p < width; ++p)
          out[row * width + p] = bucket(queries[row], keys[row / count * width + p]);
    });
  }

 private:
  /// Buckets of one direction.
  int half() const { return bidirectional_ ? buckets_ / 2 : buckets_; }
  /// Of these, those that hold a single distance.
  int exact() const { return half() / 2; }

  std::int64_t bucket(std::int64_t query, std::int64_t key) const {
    const auto q = static_cast<std::uint64_t>(query), k = static_cast<std::uint64_t>(key);
    const std::uint64_t distance = key <= query ? q - k : bidirectional_ ? k - q : 0;
    const std::int64_t first = bidirectional_ && key > query ? half() : 0;
    if (distance < static_cast<std::uint64_t>(exact()))
      return first + static_cast<std::int64_t>(distance);
    const auto span = static_cast<float>(std::log(static_cast<double>(max_distance_) / exact()));
    const float place = std::log(static_cast<float>(distance) / static_cast<float>(exact())) /
                        span * static_cast<float>(half() - exact());
    const float most = static_cast<float>(half());  // so that it fits an integer
    return first + std::min<std::int64_t>(
                       exact() + static_cast<std::int64_t>(std::min(place, most)), half() - 1);
  }

  int buckets_;
  int max_distance_;
  bool bidirectional_;
};

const RegisterOp<RelativeBuckets> registration(
    "relative_buckets", "queries:i64[...,T] keys:i64[...,P] -> buckets:i64[...,T,P]",
    "Numbers how far keys stand from queries, far ones by ranges of distances.");

}  // namespace
}  // namespace atto
