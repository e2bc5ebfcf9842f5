#include "framework/run/weights.h"

#include <limits>

#include "framework/core/random.h"

namespace atto {
namespace {

/// Fills in double, whatever the session's type is, so that float32 holds the same numbers rounded.
template <class Uniform, class Normal>
void fill(std::span<double> data, const Initializer& init, Uniform uniform, Normal normal) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    switch (init.is) {
      case Initializer::Is::value: data[i] = init.a; break;
      case Initializer::Is::uniform:
        data[i] = init.a == 0 && init.b == 1 ? uniform(i) : init.a + (init.b - init.a) * uniform(i);
        break;
      case Initializer::Is::normal: data[i] = init.a + init.b * normal(i); break;
    }
  }
}

}  // namespace

std::vector<Tensor> make_weights(const Graph& graph, DType real, const RandomOptions& random) {
  const bool numpy = random.stream == RandomOptions::Stream::numpy;
  require(!numpy || random.seed <= std::numeric_limits<std::uint32_t>::max(),
          "NumPy's seed is at most 4294967295, not ", random.seed);
  NumpyRandom numpy_random(static_cast<std::uint32_t>(random.seed));
  Problems problems;
  std::vector<Tensor> tensors;
  for (const Weight& weight : graph.weights) {
    const Value& value = graph.value(weight.value);
    problems.attempt(value.position, [&] {
      const DType dtype = dtype_of(value.kind, real);
      if (weight.literal) {
        tensors.push_back(weight.literal->cast(dtype));
        return;
      }
      const auto& init = weight.init ? weight.init : random.fallback;
      require(
          init.has_value(), "the weight '", value.name,
          "' has neither a value nor an 'init', and no checkpoint is given: add 'init: uniform' "
          "or a rule under the top-level 'init:'");
      Tensor tensor(DType::float64, evaluate(value.shape, {}));
      const NamedRandom named(random.seed, value.name);
      if (numpy)
        fill(
            tensor.data<double>(), *init, [&](std::size_t) { return numpy_random.uniform(); },
            [&](std::size_t) { return numpy_random.normal(); });
      else
        fill(
            tensor.data<double>(), *init, [&](std::size_t i) { return named.uniform(i); },
            [&](std::size_t i) { return named.normal(i); });
      tensors.push_back(tensor.cast(dtype));
    });
  }
  problems.throw_if_any();
  return tensors;
}

}  // namespace atto
