// What rows cannot say: the gradient that an operator chooses where there is none (PyTorch's).
#include <gtest/gtest.h>

#include "framework/testing/lone_node.h"

namespace atto::testing {
namespace {

struct Kink {
  std::string op;
  std::string attributes;
  std::vector<double> x;
  std::vector<double> slopes;
};

const std::vector<Kink> kKinks = {
    {"relu", "", {0}, {0}},
    {"abs", "", {0, -0.0}, {0, 0}},
    {"clip", "{min: -1, max: 2}", {-1.5, -1, 2, 2.5}, {0, 1, 1, 0}},
    {"clip", "{min: -1}", {-1, 1e300}, {1, 1}},
};

TEST(Kinks, Gradient) {
  for (const Kink& kink : kKinks) {
    const Shape shape{static_cast<std::int64_t>(kink.x.size())};
    const Inputs x{Tensor::of(shape, kink.x)};
    const LoneNode node(*Registry::instance().find(kink.op), kink.attributes, x);
    const Inputs dy{Tensor::of(shape, std::vector<double>(kink.x.size(), 1))};
    const auto dx = node.backward(DType::float64, x, node.forward(x, {}), dy, {true}, 0);
    const auto slopes = dx[0]->data<double>();
    EXPECT_EQ(std::vector<double>(slopes.begin(), slopes.end()), kink.slopes) << kink.op;
  }
}

}  // namespace
}  // namespace atto::testing
