// The kernels of operators that compute element by element from two inputs: their definitions'
// formulas, over vector registers and threads.
#include "ops/gelu.h"
#include "ops/kernels/elementwise.h"
#include "ops/sigmoid.h"

namespace atto {
namespace {

template <auto kFunction, class R = void>
using Kernel = RegisterKernel<BinaryKernel<decltype(kFunction), R>>;

const Kernel<[](auto a, auto b) { return a + b; }> add("add");
const Kernel<[](auto a, auto b) { return a - b; }> sub("sub");
const Kernel<[](auto a, auto b) { return a * b; }> mul("mul");
const Kernel<[](auto a, auto b) { return a / b; }> div("div");
const Kernel<[](auto a, auto b) { return std::pow(a, b); }> pow("pow");
const Kernel<[](auto a, auto b) { return a < b || a != a ? a : b; }> minimum("minimum");
const Kernel<[](auto a, auto b) { return (a > b) || a != a ? a : b; }> maximum("maximum");
const Kernel<[](auto a, auto b) { return a == b; }, bool> equal("equal");
const Kernel<[](auto a, auto b) { return a < b; }, bool> less("less");
const Kernel<[](auto a, auto b) { return (a > b); }, bool> greater("greater");
const Kernel<[](auto gate, auto up) { return gate * sigmoid(gate) * up; }> swiglu("swiglu");

class Geglu {
 public:
  explicit Geglu(Attributes& a) : tanh_(a.word("kind", {"erf", "tanh"}) == "tanh") {}
  template <class T>
  T operator()(T gate, T up) const {
    return (tanh_ ? gelu_tanh(gate) : gelu_erf(gate)) * up;
  }

 private:
  bool tanh_;
};
const RegisterKernel<BinaryKernel<Geglu>> geglu("geglu");

}  // namespace
}  // namespace atto
