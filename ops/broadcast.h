#pragma once
// What operators share whose inputs broadcast.
#include <array>
#include <type_traits>

#include "framework/op/op.h"

namespace atto {

/// Two inputs, a and b, that broadcast to one output as in NumPy.
class Broadcasting {
 public:
  explicit Broadcasting(Attributes&) {}

  void infer(Infer& shapes) const {
    shapes.set_output(0, shapes.broadcast(shapes[0], "a", shapes[1], "b"));
  }
};

/// The same, of an operator that computes: one operation an element.
class Arithmetic : public Broadcasting {
 public:
  using Broadcasting::Broadcasting;

  Dim flops(const Infer& shapes) const { return product_of(shapes.output(0)); }
};

/// What T is computed in: whole numbers that overflow wrap around, as in NumPy, and C++ defines
/// that of unsigned ones only.
template <class T>
using Wrapping = std::conditional_t<std::is_same_v<T, std::int64_t>, std::uint64_t, T>;

/// A tensor that is read where it broadcasts.
template <class T>
struct Operand {
  const T* data;
  std::span<const std::int64_t> dims;
};

/// Input i, of another type than T where U says so.
template <class U = void, class T>
auto operand(In<T> x, std::size_t i) {
  using Element = std::conditional_t<std::is_void_v<U>, T, U>;
  return Operand<Element>{x.template data<Element>(i), x.dims(i)};
}

namespace detail {

/// One of the loops over the elements of a broadcast result: how often it runs, and how far each
/// round moves in each of N tensors.
template <std::size_t N>
struct Loop {
  std::int64_t count;
  std::array<std::int64_t, N> strides;
};

/// The loops over a result of shape `to`, the innermost first, as few as can be but at least one.
/// The strides of the innermost are 0 or 1.
template <std::size_t N>
std::vector<Loop<N>> loops_over(std::span<const std::int64_t> to,
                                const std::array<std::span<const std::int64_t>, N>& tensors) {
  std::vector<Loop<N>> loops;
  std::array<std::int64_t, N> elements;  // of each tensor behind the axis
  elements.fill(1);
  for (std::size_t axis = 1; axis <= to.size(); ++axis) {  // counted from behind
    Loop<N> loop{to[to.size() - axis], {}};
    if (loop.count == 1) continue;
    bool one_with_inner = !loops.empty();
    for (std::size_t n = 0; n < N; ++n) {
      const auto dims = tensors[n];
      const std::int64_t size = axis <= dims.size() ? dims[dims.size() - axis] : 1;
      loop.strides[n] = size == 1 ? 0 : elements[n];
      elements[n] *= size;
      one_with_inner =
          one_with_inner && loop.strides[n] == loops.back().count * loops.back().strides[n];
    }
    if (one_with_inner)
      loops.back().count *= loop.count;
    else
      loops.push_back(loop);
  }
  if (loops.empty()) loops.push_back({1, elements});
  return loops;
}

/// Calls row(count, at) for each run of the innermost loop: how long it is, and where it begins in
/// each tensor.
template <std::size_t N, class Row>
void for_each_row(std::span<const Loop<N>> loops, std::array<std::int64_t, N> at, const Row& row) {
  const Loop<N>& outermost = loops.back();
  if (loops.size() == 1) return row(outermost.count, at);
  for (std::int64_t i = 0; i < outermost.count; ++i) {
    for_each_row(loops.first(loops.size() - 1), at, row);
    for (std::size_t n = 0; n < N; ++n) at[n] += outermost.strides[n];
  }
}

/// Calls work(strides...) with strides of 0 and 1 as constants: no other loop is vectorised.
template <std::size_t N, class Work, class... Known>
void with_constants(const std::array<std::int64_t, N>& strides, const Work& work, Known... known) {
  if constexpr (sizeof...(Known) == N)
    work(known...);
  else if (strides[sizeof...(Known)] == 0)
    with_constants(strides, work, known..., std::integral_constant<std::int64_t, 0>());
  else
    with_constants(strides, work, known..., std::integral_constant<std::int64_t, 1>());
}

/// f(0) + ... + f(count - 1). Some sums run side by side: a single one is not vectorised, for that
/// would change the order of its additions.
template <class T, class F>
T sum_of(std::int64_t count, const F& f) {
  constexpr std::int64_t kLanes = 16;
  T lanes[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (std::int64_t lane = 0; lane < kLanes; ++lane) lanes[lane] += f(i + lane);
  T sum = 0;
  for (const T lane : lanes) sum += lane;
  for (; i < count; ++i) sum += f(i);
  return sum;
}

/// Of the loops whose rounds add to sums of their own (tensor 0 holds the sums) the longest, which
/// threads can share; one of the others only if there is no such loop.
template <std::size_t N>
std::size_t loop_to_share(const std::vector<Loop<N>>& loops) {
  const auto less = [](const Loop<N>& a, const Loop<N>& b) {
    return std::pair(a.strides[0] != 0, a.count) < std::pair(b.strides[0] != 0, b.count);
  };
  return static_cast<std::size_t>(std::max_element(loops.begin(), loops.end(), less) -
                                  loops.begin());
}

}  // namespace detail

/// to[...] = term(operands...) at each place of a result of shape `over`. Where `to` has fewer
/// elements than that (kSums), it is their sum. All but `over` broadcast to it.
template <bool kSums, class T, class Term, class... U>
void store_terms(T* to, std::span<const std::int64_t> to_dims, std::span<const std::int64_t> over,
                 const Term& term, const Operand<U>&... operands) {
  constexpr std::size_t kTensors = 1 + sizeof...(U);
  if (kSums) std::fill_n(to, product_of(to_dims), T(0));
  const auto loops = detail::loops_over<kTensors>(over, {to_dims, operands.dims...});
  const auto work = [&](auto to_stride, auto... strides) {
    const auto row = [&](std::int64_t count, std::array<std::int64_t, kTensors> at) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        const auto value = [&](std::int64_t i) {
          return term(operands.data[at[I + 1] + i * strides]...);
        };
        T* out = to + at[0];
        if constexpr (!kSums)
          for (std::int64_t i = 0; i < count; ++i) out[i] = value(i);
        else if constexpr (decltype(to_stride)::value == 0)
          *out += detail::sum_of<T>(count, value);
        else
          for (std::int64_t i = 0; i < count; ++i) out[i] += value(i);
      }
      (std::index_sequence_for<U...>());
    };
    const std::size_t shared = detail::loop_to_share(loops);
    const detail::Loop<kTensors> all = loops[shared];
    constexpr std::int64_t kShortestRow = 512;
    std::int64_t grain = grain_of(product_of(over) / std::max<std::int64_t>(1, all.count));
    if (shared == 0) grain = std::max(grain, kShortestRow);
    if (all.strides[0] == 0) grain = std::max<std::int64_t>(1, all.count);
    parallel_for(all.count, grain, [&](std::int64_t begin, std::int64_t end) {
      auto part = loops;
      part[shared].count = end - begin;
      std::array<std::int64_t, kTensors> at = all.strides;
      for (std::int64_t& offset : at) offset *= begin;
      detail::for_each_row<kTensors>(part, at, row);
    });
  };
  if constexpr (kSums)
    detail::with_constants(loops[0].strides, work);
  else
    detail::with_constants(loops[0].strides, work, std::integral_constant<std::int64_t, 1>());
}

/// Stores the gradient of an input that broadcasts, if it is wanted: term(g, others...) for each
/// element g of dy, summed over what the input was broadcast along. The others broadcast to dy. The
/// order of the additions depends on the shapes alone.
template <class T, class Term, class... U>
void store_gradient(Out<T> dx, std::size_t input, const Term& term, const Operand<T>& dy,
                    const Operand<U>&... others) {
  if (!dx.wanted(input)) return;
  if (dx.elements(input) == product_of(dy.dims))
    store_terms<false>(dx.data(input), dx.dims(input), dy.dims, term, dy, others...);
  else
    store_terms<true>(dx.data(input), dx.dims(input), dy.dims, term, dy, others...);
}

}  // namespace atto
