// Small operators that use every part of the operator page, driven as the executor drives them.
// The numbers are printed by op_literals.py.
#include "framework/op/op.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace atto {
namespace {

class Softmax final {
 public:
  explicit Softmax(Attributes& a) : axis_(a.get<int>("axis", "axis that sums to 1")) {}

  void infer(Infer& shapes) const {
    shapes.axis(axis_, shapes[0].size());
    shapes.unify();
  }
  Dim flops(const Infer& shapes) const { return 4 * product_of(shapes[0]); }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const auto axis = normalize_axis(axis_, x[0].dimension());
    const Array<T> peak = xt::amax(x[0], {axis}, xt::keep_dims);
    const Array<T> e = xt::exp(x[0] - peak);
    const Array<T> total = xt::sum(e, {axis}, xt::keep_dims);
    y[0] = e / total;
  }
  template <class T>
  void backward(In<T>, In<T> y, In<T> dy, Out<T> dx) const {
    const auto axis = normalize_axis(axis_, y[0].dimension());
    const Array<T> inner = xt::sum(dy[0] * y[0], {axis}, xt::keep_dims);
    dx[0] = y[0] * (dy[0] - inner);
  }

 private:
  int axis_;
};

/// With an optional weight, an optional output, and a backward that asks what is wanted.
class LayerNorm final {
 public:
  static constexpr Traits traits{.backward_reads_y = false};
  explicit LayerNorm(Attributes& a) : eps_(a.get<double>("eps", "is added to the variance")) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const Array<T> normed = normalized(x);
    if (x.has(2))
      y[0] = normed * x[1] + x[2];
    else
      y[0] = normed * x[1];
    if (y.wanted(1)) y[1] = xt::mean(x[0], {last(x)});
  }
  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const Array<T> normed = normalized(x);
    if (dx.wanted(1)) dx[1] = xt::sum(dy[0] * normed, {std::size_t{0}});
    if (dx.wanted(2)) dx[2] = xt::sum(dy[0], {std::size_t{0}});
    if (!dx.wanted(0)) return;
    const Array<T> g = dy[0] * x[1];
    const Array<T> a = xt::mean(g, {last(x)}, xt::keep_dims);
    const Array<T> b = xt::mean(g * normed, {last(x)}, xt::keep_dims);
    dx[0] = (g - a - normed * b) / deviation(x);
  }

 private:
  template <class T>
  static std::size_t last(In<T> x) {
    return x.dims(0).size() - 1;
  }
  template <class T>
  static Array<T> centered(In<T> x) {
    const Array<T> mean = xt::mean(x[0], {last(x)}, xt::keep_dims);
    return x[0] - mean;
  }
  template <class T>
  Array<T> deviation(In<T> x) const {
    const Array<T> variance = xt::mean(xt::square(centered(x)), {last(x)}, xt::keep_dims);
    return xt::sqrt(variance + T(eps_));
  }
  template <class T>
  Array<T> normalized(In<T> x) const {
    return centered(x) / deviation(x);
  }

  double eps_;
};

/// Along axis 0, of every kind of tensor; writes its output in parts.
class Stack final {
 public:
  static constexpr Traits traits{.elements = Elements::any};
  explicit Stack(Attributes&) {}

  void infer(Infer& shapes) const {
    Dims shape = shapes[0];
    for (std::size_t i = 1; i < shapes.size(); ++i) shape.at(0) += shapes[i].at(0);
    shapes.set_output(0, shape);
  }
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    Store<T> out = y[0];
    std::int64_t row = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      xt::view(out.parts(), xt::range(row, row + x.dims(i)[0])) = x[i];
      row += x.dims(i)[0];
    }
  }
};

/// y[t] = the sum of all rows up to t, those of earlier runs included; works on plain buffers.
class RunningSum final {
 public:
  explicit RunningSum(Attributes&) {}

  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    const std::int64_t rows = x.dims(0)[0];
    T sum = 0;
    if (state.kept())
      for (std::int64_t i = 0; i < state.lengths()[0]; ++i) sum += state.data(0)[i];
    for (std::int64_t i = 0; i < rows; ++i) {
      if (state.kept()) state.data(0)[state.lengths()[0] + i] = x.data(0)[i];
      y.data(0)[i] = sum += x.data(0)[i];
    }
  }
};

/// Ports of three kinds: where `mask` holds, x at `row`, else 0; and which row that was.
class Pick final {
 public:
  explicit Pick(Attributes&) {}

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const std::int64_t row = x.template data<std::int64_t>(1)[0];
    y[0] = xt::where(x.template as<bool>(2), xt::view(x[0], row), T(0));
    y.template as<std::int64_t>(1) = x.template as<std::int64_t>(1);
  }
};

class WrongShape final {
 public:
  explicit WrongShape(Attributes&) {}
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y[0] = xt::sum(x[0], {std::size_t{0}}, xt::keep_dims);
  }
};

const RegisterOp<Softmax> softmax("softmax", "x[...] -> y[...]", "Makes x sum to 1.");
const RegisterOp<LayerNorm> layer_norm("layer_norm",
                                       "x[...,D]; weight[D] bias?[D] -> y[...,D] mean?[...]",
                                       "Takes the mean away and divides by the deviation.");
const RegisterOp<Stack> stack("stack", "xs*:any[N,...] -> y:any[M,...]", "Along axis 0.");
const RegisterOp<RunningSum> running_sum("running_sum", "x[T] -> y[T]; state rows[+T]", "Sums.");
const RegisterOp<Pick> pick("pick", "x[N,D] row:i64[] mask:bool[D] -> y[D] picked:i64[]", "A row.");
const RegisterOp<WrongShape> wrong_shape("wrong_shape", "x[N] -> y[N]", "Stores another shape.");
/// The sum again, as its own fast version.
const RegisterKernel<RunningSum> running_sum_kernel("running_sum");

const OpRegistration& registration_of(const std::string& name) {
  for (const OpRegistration& r : local_registrations().operators)
    if (r.name == name) return r;
  ADD_FAILURE() << name << " did not register";
  return local_registrations().operators.front();
}

std::unique_ptr<Operator> made(const std::string& name,
                               const std::map<std::string, AttributeValue>& values = {}) {
  std::map<std::string, AttributeSource> given;
  for (const auto& [key, value] : values)
    given[key] = {[value = value](AttributeSource::Expect) { return value; }, {}};
  Attributes attributes(given);
  return registration_of(name).make(attributes);
}

using Tensors = std::vector<Tensor>;
using Views = std::vector<TensorView>;

Views views_of(const Tensors& tensors) {
  Views views;
  for (const Tensor& tensor : tensors) views.push_back(tensor.view());
  return views;
}

template <class T>
Tensor tensor(const Shape& shape, const std::vector<double>& values) {
  return Tensor::of<T>(shape, std::vector<T>(values.begin(), values.end()));
}

/// A tensor that shows what was not written.
template <class T>
Tensor unwritten(const Shape& shape) {
  return tensor<T>(shape, std::vector<double>(static_cast<std::size_t>(elements_of(shape)),
                                              std::numeric_limits<double>::quiet_NaN()));
}

template <class T>
void expect_near(const Tensor& tensor, const std::vector<double>& expected) {
  const auto got = tensor.data<T>();
  ASSERT_EQ(got.size(), expected.size());
  const double tolerance = std::is_same_v<T, float> ? 1e-6 : 1e-15;
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], expected[i], tolerance * (1 + std::abs(expected[i]))) << "element " << i;
}

const std::vector<double> kX{0.5, -1, 2, 1.5, 0.25, -0.75};
const std::vector<double> kDy{1, 2, -0.5, 0.25, 3, -1};
const std::vector<double> kWeight{1, -0.5, 2};
const std::vector<double> kBias{0.1, 0.2, 0.3};

template <class T>
class OfReals : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(OfReals, Reals);

TYPED_TEST(OfReals, ForwardStoresTheResult) {
  using T = TypeParam;
  const Tensor x = tensor<T>({2, 3}, kX);
  const Tensor y = unwritten<T>({2, 3});
  made("softmax", {{"axis", Dim(0)}})->forward(dtype_of<T>(), Views{x.view()}, Views{y.view()}, {});
  expect_near<T>(y, {0.26894142136999516, 0.22270013882530884, 0.93991334982599239,
                     0.7310585786300049, 0.77729986117469108, 0.060086650174007619});
  made("softmax", {{"axis", Dim(-1)}})
      ->forward(dtype_of<T>(), Views{x.view()}, Views{y.view()}, {});
  expect_near<T>(y, {0.17529039214003669, 0.039112573270687449, 0.78559703458927588,
                     0.71844034115106492, 0.20583660399765155, 0.075723054851283514});
}

TYPED_TEST(OfReals, BackwardStoresTheGradient) {
  using T = TypeParam;
  const Tensors t{
      tensor<T>({2, 3}, {0.26894142136999516, 0.22270013882530884, 0.93991334982599239,
                         0.7310585786300049, 0.77729986117469108, 0.060086650174007619}),
      tensor<T>({2, 3}, kDy), unwritten<T>({2, 3})};
  made("softmax", {{"axis", Dim(0)}})
      ->backward(dtype_of<T>(), Views{t[0].view()}, Views{t[0].view()}, Views{t[1].view()},
                 Views{t[2].view()});
  expect_near<T>(t[2], {0.14745894993111136, -0.17310478699249698, 0.028238122322437033,
                        -0.14745894993111142, 0.17310478699249715, -0.028238122322437022});
}

TYPED_TEST(OfReals, OptionalInputsAndOutputs) {
  using T = TypeParam;
  const auto op = made("layer_norm", {{"eps", 1e-5}});
  const Tensors x{tensor<T>({2, 3}, kX), tensor<T>({3}, kWeight), tensor<T>({3}, kBias)};
  const Tensors y{unwritten<T>({2, 3}), unwritten<T>({2})};
  op->forward(dtype_of<T>(), views_of(x), views_of(y), {});
  expect_near<T>(y[0], {0.10000000000000001, 0.8123703944645484, 2.7494815778581931,
                        1.3674929643309857, 0.24526760586896376, -2.0539155051861155});
  expect_near<T>(y[1], {0.5, 0.33333333333333331});

  for (const bool holds_its_position : {true, false}) {
    Views inputs{x[0].view(), x[1].view()};
    if (holds_its_position) inputs.push_back({});
    const Tensor alone = unwritten<T>({2, 3});
    op->forward(dtype_of<T>(), inputs, Views{alone.view(), {}}, {});
    expect_near<T>(alone, {0, 0.61237039446454833, 2.4494815778581933, 1.2674929643309856,
                           0.045267605868963751, -2.3539155051861154});
  }
}

TYPED_TEST(OfReals, OnlyWantedGradientsAreStored) {
  using T = TypeParam;
  const auto op = made("layer_norm", {{"eps", 1e-5}});
  const Tensors x{tensor<T>({2, 3}, kX), tensor<T>({3}, kWeight), tensor<T>({3}, kBias)};
  const Tensor dy = tensor<T>({2, 3}, kDy);
  const Tensors dx{unwritten<T>({2, 3}), unwritten<T>({3}), unwritten<T>({3})};
  op->backward(dtype_of<T>(), views_of(x), {}, Views{dy.view()}, views_of(dx));
  expect_near<T>(dx[0], {1.0886584790480858, -0.54432923952404288, -0.544329239524043,
                         0.1603070559386085, -0.36065774927047844, 0.20035069333186917});
  expect_near<T>(dx[1], {0.31687324108274639, -2.7210872130719754, 0.56458735812850946});
  expect_near<T>(dx[2], {1.25, 5, -1.5});

  const Tensor only = unwritten<T>({3});
  op->backward(dtype_of<T>(), views_of(x), {}, Views{dy.view()}, Views{{}, only.view(), {}});
  expect_near<T>(only, {0.31687324108274639, -2.7210872130719754, 0.56458735812850946});
}

TYPED_TEST(OfReals, StateIsReadAndAppended) {
  using T = TypeParam;
  const auto op = made("running_sum");
  const Tensor x = tensor<T>({2}, {1, 2});
  const Tensor y = unwritten<T>({2});
  op->forward(dtype_of<T>(), Views{x.view()}, Views{y.view()}, {});
  expect_near<T>(y, {1, 3});

  const Tensor rows = tensor<T>({6}, {10, 20, 30, 0, 0, 0});
  const std::vector<std::int64_t> lengths{3};
  const std::vector<StateView> state{{rows.view(), lengths}};
  op->forward(dtype_of<T>(), Views{x.view()}, Views{y.view()}, state);
  expect_near<T>(y, {61, 63});
  expect_near<T>(rows, {10, 20, 30, 1, 2, 0});
}

TYPED_TEST(OfReals, PortsOfOtherKindsAreReadAsTheirType) {
  using T = TypeParam;
  const Tensors x{tensor<T>({2, 3}, kX), Tensor::of<std::int64_t>({}, {1}),
                  Tensor::of<bool>({3}, {true, false, true})};
  const Tensors y{unwritten<T>({3}), Tensor(DType::int64, {})};
  made("pick")->forward(dtype_of<T>(), views_of(x), views_of(y), {});
  expect_near<T>(y[0], {1.5, 0, -0.75});
  EXPECT_EQ(y[1].data<std::int64_t>()[0], 1);
}

TYPED_TEST(OfReals, KernelsRunTheSameForward) {
  using T = TypeParam;
  Attributes attributes;
  const auto& kernels = local_registrations().kernels;
  const auto found = std::find_if(kernels.begin(), kernels.end(), [](const auto& k) {
    return std::string(k.name) == "running_sum";
  });
  ASSERT_NE(found, kernels.end());
  const Tensor x = tensor<T>({2}, {1, 2});
  const Tensor y = unwritten<T>({2});
  found->make(attributes)->forward(dtype_of<T>(), Views{x.view()}, Views{y.view()}, {});
  expect_near<T>(y, {1, 3});
}

template <class T>
class OfAllKinds : public testing::Test {};
using Kinds = testing::Types<float, double, std::int64_t, bool>;
TYPED_TEST_SUITE(OfAllKinds, Kinds);

TYPED_TEST(OfAllKinds, AnyPortsTakeThem) {
  using T = TypeParam;
  const Tensors x{tensor<T>({2, 2}, {0, 1, 1, 1}), tensor<T>({1, 2}, {1, 0}),
                  tensor<T>({0, 2}, {})};
  const Tensor y(dtype_of<T>(), {3, 2});
  made("stack")->forward(dtype_of<T>(), views_of(x), Views{y.view()}, {});
  const auto got = y.data<T>();
  EXPECT_EQ(std::vector<T>(got.begin(), got.end()), (std::vector<T>{0, 1, 1, 1, 1, 0}));
}

TEST(Operator, RegistersWhatItsClassSays) {
  const auto& norm = registration_of("layer_norm");
  EXPECT_TRUE(norm.has_backward);
  EXPECT_TRUE(norm.traits.backward_reads_x);
  EXPECT_FALSE(norm.traits.backward_reads_y);
  EXPECT_TRUE(norm.traits.pure);
  EXPECT_EQ(norm.traits.elements, Elements::reals);
  EXPECT_FALSE(registration_of("stack").has_backward);
  EXPECT_EQ(registration_of("stack").traits.elements, Elements::any);
  EXPECT_TRUE(registration_of("softmax").traits.backward_reads_y);
}

TEST(Operator, InfersByItselfOrByItsSignature) {
  const Dim symbol = Dim::symbol("T");
  const auto softmax_signature = Signature::parse(registration_of("softmax").signature);
  Infer shapes(softmax_signature, {Dims{symbol, 3}}, {true});
  const auto op = made("softmax", {{"axis", Dim(1)}});
  op->infer(shapes);
  EXPECT_EQ(shapes.output(0), (Dims{symbol, 3}));
  EXPECT_EQ(op->flops(shapes), 12 * symbol);
  EXPECT_THROW(made("softmax", {{"axis", Dim(2)}})->infer(shapes), Error);

  const auto sum_signature = Signature::parse(registration_of("running_sum").signature);
  Infer sums(sum_signature, {Dims{symbol}}, {true});
  made("running_sum")->infer(sums);
  EXPECT_TRUE(sums.complete());
  EXPECT_EQ(made("running_sum")->flops(sums), Dim(0));
}

TEST(Operator, AxesAreNormalized) {
  EXPECT_EQ(normalize_axis(0, 3), 0u);
  EXPECT_EQ(normalize_axis(-1, 3), 2u);
  EXPECT_EQ(normalize_axis(-3, 3), 0u);
}

TEST(OperatorDeathTest, StoringAnotherShapeIsABug) {
  const auto op = made("wrong_shape");
  const Tensor x = tensor<double>({3}, {1, 2, 3});
  const Tensor y = unwritten<double>({3});
  const auto forward = [&] { op->forward(DType::float64, Views{x.view()}, Views{y.view()}, {}); };
  EXPECT_DEATH(forward(), "internal check failed: e.dimension");
}

TEST(OperatorDeathTest, AnOperatorOfRealsIsGivenNoOthers) {
  const auto op = made("running_sum");
  const Tensor x(DType::int64, {3});
  const auto forward = [&] { op->forward(DType::int64, Views{x.view()}, Views{x.view()}, {}); };
  EXPECT_DEATH(forward(), "an operator was given a type that it does not take");
  const auto backward = [&] { op->backward(DType::float64, {}, {}, {}, {}); };
  EXPECT_DEATH(backward(), "backward of an operator that has none");
}

}  // namespace
}  // namespace atto
