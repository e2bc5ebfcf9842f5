#pragma once
// What operators that walk over axes share; part of the operator page.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace atto {

/// A shape seen from one of its axes: in row-major order it is [outer, size, inner].
struct AroundAxis {
  std::int64_t outer;
  std::int64_t size;
  std::int64_t inner;
};

inline std::int64_t product_of(std::span<const std::int64_t> dims) {
  return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

/// `axis` counts from 0, or from behind when it is negative.
inline AroundAxis around(std::span<const std::int64_t> dims, int axis) {
  const auto at = static_cast<std::size_t>(axis < 0 ? axis + static_cast<int>(dims.size()) : axis);
  return {product_of(dims.first(at)), dims[at], product_of(dims.subspan(at + 1))};
}

/// For parallel_for: how many items of `work` elements each make a range that is worth a thread.
inline std::int64_t grain_of(std::int64_t work) {
  constexpr std::int64_t kElements = 16384;
  return std::max<std::int64_t>(1, kElements / std::max<std::int64_t>(1, work));
}

/// NumPy's broadcasting of a tensor of shape `dims` to `to`: for each element of `to`, in row-major
/// order, which element of the tensor stands there.
inline std::vector<std::int64_t> broadcast_indices(std::span<const std::int64_t> dims,
                                                   std::span<const std::int64_t> to) {
  const std::size_t lead = to.size() - dims.size();
  std::vector<std::int64_t> indices(static_cast<std::size_t>(product_of(to)), 0);
  std::int64_t stride = 1;  // of the tensor's axis
  std::int64_t inner = 1;   // elements of `to` behind the axis
  for (std::size_t axis = to.size(); axis-- > 0;) {
    const std::int64_t size = axis < lead ? 1 : dims[axis - lead];
    if (size > 1) {
      for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] += static_cast<std::int64_t>(i) / inner % to[axis] * stride;
    }
    stride *= size;
    inner *= to[axis];
  }
  return indices;
}

}  // namespace atto
