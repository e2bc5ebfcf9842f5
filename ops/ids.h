#pragma once
// Ids that pick elements: their check and its message.
#include "framework/op/op.h"

namespace atto {

/// `[0, 3]`: the indices of the element that stands at `index` in row-major order.
inline std::string position_text(std::int64_t index, std::span<const std::int64_t> dims) {
  Shape position(dims.begin(), dims.end());
  for (std::size_t axis = dims.size(); axis-- > 0; index /= dims[axis])
    position[axis] = index % dims[axis];
  return text_of(position);
}

/// Error about the port `ids` unless each id, in a tensor of shape `dims`, is at least `lowest` and
/// below `end`. `where()` says what the id is outside of.
template <class Where>
void require_ids(const std::int64_t* ids, std::span<const std::int64_t> dims, std::int64_t lowest,
                 std::int64_t end, Where&& where) {
  const std::int64_t count = product_of(dims);
  for (std::int64_t i = 0; i < count; ++i) {
    if (ids[i] >= lowest && ids[i] < end) continue;
    throw Error(
        text("id ", ids[i], " at position ", position_text(i, dims), " is outside ", where()))
        .about("ids");
  }
}

/// The same for ids along an axis of x; negative ones count from behind.
inline void require_ids_along(const std::int64_t* ids, std::span<const std::int64_t> dims,
                              std::span<const std::int64_t> x, int axis) {
  const std::size_t at = normalize_axis(axis, x.size());
  const std::int64_t size = x[at];
  require_ids(ids, dims, -size, size, [&] {
    return text("axis ", at, " of x, which has ",
                size == 0 ? "size 0" : text("the ids ", -size, " to ", size - 1));
  });
}

/// An id that was checked, counted from 0.
inline std::int64_t from_front(std::int64_t id, std::int64_t size) {
  return id < 0 ? id + size : id;
}

}  // namespace atto
