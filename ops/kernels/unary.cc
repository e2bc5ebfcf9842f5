// The kernels of operators that compute each element by itself: their definitions' formulas, over
// vector registers and threads.
#include "ops/gelu.h"
#include "ops/kernels/elementwise.h"
#include "ops/sigmoid.h"

namespace atto {
namespace {

template <auto kFunction>
using Kernel = RegisterKernel<UnaryKernel<decltype(kFunction)>>;

const Kernel<[](auto x) { return -x; }> neg("neg");
const Kernel<[](auto x) { return std::abs(x); }> abs("abs");
const Kernel<[](auto x) { return std::exp(x); }> exp("exp");
const Kernel<[](auto x) { return std::log(x); }> log("log");
const Kernel<[](auto x) { return std::sqrt(x); }> sqrt("sqrt");
const Kernel<[](auto x) { return 1 / std::sqrt(x); }> rsqrt("rsqrt");
const Kernel<[](auto x) { return std::erf(x); }> erf("erf");
const Kernel<[](auto x) { return std::sin(x); }> sin("sin");
const Kernel<[](auto x) { return std::cos(x); }> cos("cos");
const Kernel<[](auto x) { return std::tanh(x); }> tanh("tanh");
const Kernel<[](auto x) { return x < 0 ? 0 : x; }> relu("relu");
const Kernel<[](auto x) { return atto::sigmoid(x); }> sigmoid("sigmoid");
const Kernel<[](auto x) { return x * atto::sigmoid(x); }> silu("silu");
const Kernel<[](auto x) { return (x < 0 ? 0 : x) + std::log1p(std::exp(-std::abs(x))); }> softplus(
    "softplus");

class Gelu {
 public:
  explicit Gelu(Attributes& a) : tanh_(a.word("kind", {"erf", "tanh"}) == "tanh") {}
  template <class T>
  T operator()(T x) const {
    return tanh_ ? gelu_tanh(x) : gelu_erf(x);
  }

 private:
  bool tanh_;
};
const RegisterKernel<UnaryKernel<Gelu>> gelu("gelu");

class Scale {
 public:
  explicit Scale(Attributes& a) : by_(a.get<double>("by")) {}
  template <class T>
  T operator()(T x) const {
    return static_cast<T>(by_) * x;
  }

 private:
  double by_;
};
const RegisterKernel<UnaryKernel<Scale>> scale("scale");

class Softcap {
 public:
  explicit Softcap(Attributes& a) : cap_(a.get<double>("cap")) {}
  template <class T>
  T operator()(T x) const {
    const T cap = static_cast<T>(cap_);
    return cap * std::tanh(x / cap);
  }

 private:
  double cap_;
};
const RegisterKernel<UnaryKernel<Softcap>> softcap("softcap");

class Clip {
 public:
  explicit Clip(Attributes& a)
      : min_(a.get<std::optional<double>>("min").value_or(-kInfinity)),
        max_(a.get<std::optional<double>>("max").value_or(kInfinity)) {}
  template <class T>
  T operator()(T x) const {
    const T low = static_cast<T>(min_), high = static_cast<T>(max_);
    return x > high ? high : x < low ? low : x;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double min_;
  double max_;
};
const RegisterKernel<UnaryKernel<Clip>> clip("clip");

}  // namespace
}  // namespace atto
