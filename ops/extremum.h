#pragma once
#include "ops/broadcast.h"

namespace atto {

/// y = a where Wins()(a, b), else b; a and b broadcast: all of minimum and maximum.
template <class Wins>
class Extremum : public Arithmetic {
 public:
  static constexpr Traits traits{.in_place = true,
                                 .commutative = true,
                                 .elements = Elements::numbers,
                                 .backward_reads_y = false};
  using Arithmetic::Arithmetic;

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::make_lambda_xfunction([](T a, T b) { return Wins()(a, b) || a != a ? a : b; }, x[0],
                                     x[1]);
  }

  /// Two equal inputs get half of dy each, and both all of it where one is NaN, as in PyTorch.
  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const auto share = [](T g, T mine, T other) {
      return Wins()(other, mine) ? T(0) : mine == other ? g / 2 : g;
    };
    store_gradient(dx, 0, share, operand(dy, 0), operand(x, 0), operand(x, 1));
    store_gradient(dx, 1, share, operand(dy, 0), operand(x, 1), operand(x, 0));
  }
};

}  // namespace atto
