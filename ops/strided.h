#pragma once
// Reading a tensor at other strides: what transpose, slice and broadcast have in common.
#include "framework/op/op.h"

namespace atto {

/// Where a result of shape `dims` finds its elements: element (i, j, ...) of it stands at
/// i * strides[0] + j * strides[1] + ... of the source. A stride of 0 repeats, a negative one goes
/// backwards.
struct Strided {
  std::vector<std::int64_t> dims;
  std::vector<std::int64_t> strides;

  /// Where in the source the element at `index` (in row-major order) stands.
  std::int64_t operator()(std::int64_t index) const {
    std::int64_t at = 0;
    for (std::size_t axis = dims.size(); axis-- > 0; index /= dims[axis])
      at += index % dims[axis] * strides[axis];
    return at;
  }
};

/// The strides of a tensor of its own, in row-major order.
inline std::vector<std::int64_t> strides_of(std::span<const std::int64_t> dims) {
  std::vector<std::int64_t> strides(dims.size(), 1);
  for (std::size_t axis = dims.size(); axis-- > 1;) strides[axis - 1] = strides[axis] * dims[axis];
  return strides;
}

/// The same elements in as few axes as possible, at least one: axes of size 1 are left out, and
/// neighbours through which the source runs as through one are joined.
inline Strided simplified(const Strided& view) {
  Strided out;
  for (std::size_t i = 0; i < view.dims.size(); ++i) {
    const std::int64_t size = view.dims[i], stride = view.strides[i];
    if (size == 1) continue;
    if (!out.dims.empty() && out.strides.back() == size * stride) {
      out.dims.back() *= size;
      out.strides.back() = stride;
    } else {
      out.dims.push_back(size);
      out.strides.push_back(stride);
    }
  }
  if (out.dims.empty()) out = {{1}, {1}};
  return out;
}

/// std::copy_n, which is a call into the C library, of a length that may be too short for one.
template <class T>
void copy_run(const T* from, std::int64_t count, T* to) {
  constexpr std::int64_t kLong = 16;
  if (count >= kLong)
    std::copy_n(from, count, to);
  else
    for (std::int64_t i = 0; i < count; ++i) to[i] = from[i];
}

/// y = x as `view` sees it, y in row-major order.
///
/// Runs that are contiguous in both are copied as such. Where y's last axis is none of x's, tiles
/// are copied whose other side is the axis that is contiguous in x: of each cache line that is
/// fetched everything is used.
template <class T>
void copy_strided(const T* x, const Strided& view, T* y) {
  if (product_of(view.dims) == 0) return;
  Strided outer = simplified(view);
  const std::int64_t columns = outer.dims.back(), step = outer.strides.back();
  outer.dims.pop_back();
  outer.strides.pop_back();
  Strided target{outer.dims, strides_of(outer.dims)};
  for (std::int64_t& stride : target.strides) stride *= columns;
  std::int64_t rows = 1, row_from = 0, row_to = 0;  // of a tile, and their strides in x and y
  if (!outer.dims.empty()) {
    const auto contiguous = std::find(outer.strides.begin(), outer.strides.end(), 1);
    const auto axis = std::min(contiguous - outer.strides.begin(),
                               static_cast<std::ptrdiff_t>(outer.dims.size()) - 1);
    rows = outer.dims[static_cast<std::size_t>(axis)];
    row_from = outer.strides[static_cast<std::size_t>(axis)];
    row_to = target.strides[static_cast<std::size_t>(axis)];
    for (auto* list : {&outer.dims, &outer.strides, &target.dims, &target.strides})
      list->erase(list->begin() + axis);
  }
  const bool is_run = step == 0 || step == 1;
  constexpr std::int64_t kSide = 32;  // of a tile
  const std::int64_t width = is_run ? 16384 : kSide;
  const std::int64_t down = (rows + kSide - 1) / kSide, across = (columns + width - 1) / width;
  const std::int64_t tiles = product_of(outer.dims) * down * across;
  const std::int64_t work = std::min(rows, kSide) * std::min(columns, width);
  parallel_for(tiles, grain_of(work), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t tile = begin; tile < end; ++tile) {
      const std::int64_t matrix = tile / (down * across);
      const std::int64_t row = tile / across % down * kSide, column = tile % across * width;
      const std::int64_t height = std::min(rows - row, kSide);
      const std::int64_t count = std::min(columns - column, width);
      const T* from = x + outer(matrix) + row * row_from + column * step;
      T* to = y + target(matrix) + row * row_to + column;
      if (!is_run && row_from == 1) {
        T tile_of_x[kSide * kSide];  // read in runs of x, written in runs of y
        for (std::int64_t j = 0; j < count; ++j)
          for (std::int64_t i = 0; i < height; ++i) tile_of_x[j * kSide + i] = from[j * step + i];
        for (std::int64_t i = 0; i < height; ++i)
          for (std::int64_t j = 0; j < count; ++j) to[i * row_to + j] = tile_of_x[j * kSide + i];
        continue;
      }
      for (std::int64_t i = 0; i < height; ++i, from += row_from, to += row_to) {
        if (step == 1)
          copy_run(from, count, to);
        else if (step == 0)
          std::fill_n(to, count, *from);
        else
          for (std::int64_t j = 0; j < count; ++j) to[j] = from[j * step];
      }
    }
  });
}

}  // namespace atto
