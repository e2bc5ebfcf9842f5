#pragma once
#include "framework/op/op.h"
#include "ops/broadcast.h"
#include "ops/kernels/simd_math.h"

namespace atto {

/// F made from a node's attributes, or from nothing.
template <class F>
F make_function(Attributes& a) {
  if constexpr (std::is_constructible_v<F, Attributes&>)
    return F(a);
  else
    return F();
}

/// The kernel of an operator with one input: y = f(x), element by element.
template <class F>
class UnaryKernel final {
 public:
  explicit UnaryKernel(Attributes& a) : f_(make_function<F>(a)) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const F f = f_;  // a copy: no store can change what is in it
    const T* const from = x.data(0);
    T* const to = y.data(0);
    parallel_for(y.elements(0), grain_of(1), [&](std::int64_t begin, std::int64_t end) {
      ATTO_INDEPENDENT
      for (std::int64_t i = begin; i < end; ++i) to[i] = f(from[i]);
    });
  }

 private:
  F f_;
};

/// The kernel of an operator with two inputs that broadcast: y = f(a, b). R is what y holds, if not
/// T.
template <class F, class R = void>
class BinaryKernel final {
 public:
  explicit BinaryKernel(Attributes& a) : f_(make_function<F>(a)) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    using Result = std::conditional_t<std::is_void_v<R>, T, R>;
    const auto loops = detail::loops_over<3>(y.dims(0), {y.dims(0), x.dims(0), x.dims(1)});
    const F f = f_;
    Result* const to = y.template data<Result>(0);
    detail::with_constants(loops[0].strides, [&](auto to_stride, auto a_stride, auto b_stride) {
      const auto row = [&](std::int64_t count, const std::array<std::int64_t, 3>& at) {
        Result* const out = to + at[0];
        const T* const a = x.data(0) + at[1];
        const T* const b = x.data(1) + at[2];
        ATTO_INDEPENDENT
        for (std::int64_t i = 0; i < count; ++i)
          out[i * to_stride] = f(a[i * a_stride], b[i * b_stride]);
      };
      const std::int64_t rounds = loops.back().count;
      const std::int64_t grain = grain_of(y.elements(0) / std::max<std::int64_t>(rounds, 1));
      parallel_for(rounds, grain, [&](std::int64_t begin, std::int64_t end) {
        auto part = loops;
        part.back().count = end - begin;
        std::array<std::int64_t, 3> at = part.back().strides;
        for (std::int64_t& offset : at) offset *= begin;
        detail::for_each_row<3>(part, at, row);
      });
    });
  }

 private:
  F f_;
};

}  // namespace atto
