// The kernels of the reductions: over vector registers, and threads share what is kept, or parts of
// what is reduced.
#include "ops/reduce.h"
#include "ops/kernels/simd_math.h"

namespace atto {
namespace {

constexpr std::int64_t kColumns = 256;  // slices that are worked on together
constexpr std::int64_t kPart = 16384;   // elements that are put together before they meet others

struct Plus {
  template <class T>
  static constexpr T kNothing = 0;
  template <class T>
  T operator()(T sum, T x) const {
    return sum + x;
  }
};

/// NaN wins over everything.
struct Largest {
  template <class T>
  static constexpr T kNothing = -std::numeric_limits<T>::infinity();
  template <class T>
  T operator()(T best, T x) const {
    return x > best || x != x ? x : best;
  }
};
struct Smallest {
  template <class T>
  static constexpr T kNothing = std::numeric_limits<T>::infinity();
  template <class T>
  T operator()(T best, T x) const {
    return x < best || x != x ? x : best;
  }
};

/// All of x[0 ... count) put together, many side by side: else it would not be vectorised.
template <class Put, class T>
T reduce_row(const T* x, std::int64_t count) {
  constexpr std::int64_t kWide = 256 / sizeof(T);
  const Put put;
  T result = Put::template kNothing<T>;
  std::int64_t i = 0;
  if (count >= kWide) {
    T lanes[kWide];
    std::fill_n(lanes, kWide, result);
    for (; i + kWide <= count; i += kWide)
      for (std::int64_t lane = 0; lane < kWide; ++lane) lanes[lane] = put(lanes[lane], x[i + lane]);
    for (const T lane : lanes) result = put(result, lane);
  }
  for (; i < count; ++i) result = put(result, x[i]);
  return result;
}

/// `width` slices that stand side by side, `count` rows `step` apart.
template <class Put, class T>
void reduce_columns(const T* x, std::int64_t count, std::int64_t step, T* y, std::int64_t width) {
  const Put put;
  T best[kColumns];
  std::fill_n(best, width, Put::template kNothing<T>);
  for (std::int64_t i = 0; i < count; ++i, x += step)
    for (std::int64_t c = 0; c < width; ++c) best[c] = put(best[c], x[c]);
  std::copy_n(best, width, y);
}

/// y [outer, inner] of x [outer, size, inner]. What is added up in parts is added in double.
template <class Put, class T>
void reduce_axis(const T* x, T* y, std::int64_t outer, std::int64_t size, std::int64_t inner) {
  const std::int64_t width = std::min(inner, kColumns);
  const std::int64_t blocks = (inner + width - 1) / width;
  const std::int64_t rows = std::max<std::int64_t>(kPart / width, 1);  // of a part
  const std::int64_t parts = std::max<std::int64_t>((size + rows - 1) / rows, 1);
  std::vector<T> partial(parts == 1 ? 0 : static_cast<std::size_t>(outer * parts * inner));
  T* const to = parts == 1 ? y : partial.data();  // [outer, parts, inner]
  parallel_for(outer * parts * blocks, grain_of(std::min(size, rows) * width),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t i = begin; i < end; ++i) {
                   const std::int64_t column = i % blocks * width, part = i / blocks % parts;
                   const std::int64_t first = part * rows, o = i / blocks / parts;
                   const std::int64_t count = std::min(rows, size - first);
                   const T* from = x + (o * size + first) * inner + column;
                   T* out = to + (o * parts + part) * inner + column;
                   if (inner == 1)
                     *out = reduce_row<Put>(from, count);
                   else
                     reduce_columns<Put>(from, count, inner, out, std::min(width, inner - column));
                 }
               });
  if (parts == 1) return;
  using Total = std::conditional_t<std::is_same_v<Put, Plus>, double, T>;
  parallel_for(outer * inner, grain_of(parts), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      Total total = Put::template kNothing<Total>;
      for (std::int64_t part = 0; part < parts; ++part)
        total = Put()(total, Total{to[(i / inner * parts + part) * inner + i % inner]});
      y[i] = static_cast<T>(total);
    }
  });
}

/// Axes that lie side by side and are all reduced, or all kept.
struct Group {
  std::int64_t size;
  bool reduced;
};

std::vector<Group> groups_of(std::span<const std::int64_t> dims, const std::vector<bool>& reduced) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (!groups.empty() && groups.back().reduced == reduced[i])
      groups.back().size *= dims[i];
    else
      groups.push_back({dims[i], reduced[i]});
  }
  return groups;
}

/// y = x reduced along the axes, group by group, the last one first.
template <class Put, class T>
void reduce(In<T> x, Out<T> y, const ReducedAxes& axes) {
  std::vector<Group> groups = groups_of(x.dims(0), axes.reduced(x.dims(0).size()));
  std::vector<T> between;
  const T* from = x.data(0);
  std::int64_t outer = x.elements(0), inner = 1;
  bool any = false;
  if (x.elements(0) == 0) {
    std::fill_n(y.data(0), y.elements(0), Put::template kNothing<T>);
    return;
  }
  std::size_t left = static_cast<std::size_t>(
      std::count_if(groups.begin(), groups.end(), [](const Group& g) { return g.reduced; }));
  for (std::size_t i = groups.size(); i-- > 0;) {
    outer /= groups[i].size;
    if (!groups[i].reduced) {
      inner *= groups[i].size;
      continue;
    }
    std::vector<T> next(--left == 0 ? 0 : static_cast<std::size_t>(outer * inner));
    reduce_axis<Put>(from, left == 0 ? y.data(0) : next.data(), outer, groups[i].size, inner);
    between = std::move(next);
    from = between.data();
    any = true;
  }
  if (!any) std::copy_n(x.data(0), x.elements(0), y.data(0));
}

class SumKernel final {
 public:
  explicit SumKernel(Attributes& a) : axes_(a) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    reduce<Plus>(x, y, axes_);
  }

 private:
  ReducedAxes axes_;
};

class MeanKernel final {
 public:
  explicit MeanKernel(Attributes& a) : axes_(a) {}

  bool serves(const Infer& shapes) const { return !shapes.has(1); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    reduce<Plus>(x, y, axes_);
    const T count = static_cast<T>(x.elements(0)) / static_cast<T>(y.elements(0));
    for (std::int64_t i = 0; i < y.elements(0); ++i) y.data(0)[i] /= count;
  }

 private:
  ReducedAxes axes_;
};

template <class Put>
class ExtremeKernel final {
 public:
  explicit ExtremeKernel(Attributes& a) : axes_(a) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    require_some(x.elements(0) == 0, y.elements(0) == 0);
    reduce<Put>(x, y, axes_);
  }

 private:
  ReducedAxes axes_;
};

const RegisterKernel<SumKernel> sum("reduce_sum");
const RegisterKernel<MeanKernel> mean("reduce_mean");
const RegisterKernel<ExtremeKernel<Largest>> max("reduce_max");
const RegisterKernel<ExtremeKernel<Smallest>> min("reduce_min");

}  // namespace
}  // namespace atto
