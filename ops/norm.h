#pragma once
// What the norms share.
#include <cmath>

#include "framework/op/op.h"

namespace atto {

/// The attribute `eps`. It has no default: published models differ (1e-5, 1e-6, 1e-12).
inline double get_eps(Attributes& a, const std::string& document) {
  const auto eps = a.get<double>("eps", document);
  if (!(eps >= 0) || std::isinf(eps))
    throw Error(text("eps is ", eps, ": it must be a number that is 0 or more")).about("eps");
  return eps;
}

/// The sum over all axes but the last: the gradient of a weight [d] that each row takes.
template <class T>
Array<T> sum_of_rows(Array<T> x) {
  const std::size_t d = x.shape().back();
  if (x.size() == 0) return xt::zeros<T>({d});
  x.reshape({x.size() / d, d});
  return xt::sum(x, {0});
}

}  // namespace atto
