// How many of ONNX's node tests pass, by ONNX's operator: no fewer, and no more than is known.
#include "tests/onnx/conformance.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace atto::onnx {
namespace {

const std::map<std::string, int> kPassing = {
    {"Abs", 1},
    {"Add", 2},
    {"And", 8},
    {"ArgMax", 8},
    {"ArgMin", 8},
    {"Clip", 7},
    {"Concat", 12},
    {"ConstantOfShape", 1},
    {"Conv", 5},
    {"Cos", 2},
    {"CumSum", 7},
    {"Div", 3},
    {"Dropout", 6},
    {"Einsum", 2},
    {"Erf", 1},
    {"Exp", 2},
    {"Expand", 2},
    {"Flatten", 9},
    {"Gather", 4},
    {"GatherElements", 3},
    {"Gemm", 11},
    {"GlobalAveragePool", 2},
    {"GlobalMaxPool", 2},
    {"Greater", 2},
    {"GreaterOrEqual", 2},
    {"LayerNormalization", 19},
    {"Less", 2},
    {"LessOrEqual", 2},
    {"Log", 2},
    {"LogSoftmax", 7},
    {"MatMul", 3},
    {"Max", 5},
    {"Mean", 3},
    {"Min", 5},
    {"Mul", 3},
    {"Neg", 2},
    {"Not", 3},
    {"OneHot", 3},
    {"Or", 8},
    {"Pad", 1},
    {"Pow", 9},
    {"Reciprocal", 2},
    {"ReduceL1", 8},
    {"ReduceL2", 8},
    {"ReduceLogSum", 5},
    {"ReduceLogSumExp", 8},
    {"ReduceMax", 8},
    {"ReduceMean", 8},
    {"ReduceMin", 8},
    {"ReduceSum", 10},
    {"ReduceSumSquare", 8},
    {"Relu", 1},
    {"Reshape", 10},
    {"SeveralNodes", 56},
    {"Sigmoid", 2},
    {"Sin", 2},
    {"Slice", 8},
    {"Softmax", 7},
    {"SoftmaxCrossEntropyLoss", 18},
    {"Softplus", 2},
    {"Split", 7},
    {"Sqrt", 2},
    {"Squeeze", 2},
    {"Sub", 3},
    {"Sum", 2},
    {"Tanh", 2},
    {"TopK", 3},
    {"Transpose", 7},
    {"Unsqueeze", 8},
    {"Where", 2},
    {"Xor", 8},
};

#define SKIP_WITHOUT_NODE_TESTS()           \
  if (!std::filesystem::exists(kNodeTests)) \
  GTEST_SKIP() << "the Debian package libonnx-testdata is missing"

/// All that is known of one operator.
class OperatorTest : public ::testing::Test {
 public:
  OperatorTest(std::string group, int passing) : group_(std::move(group)), passing_(passing) {}

  void TestBody() override {
    SKIP_WITHOUT_NODE_TESTS();
    int passed = 0;
    for (const Result& result : run_all(kNodeTests, group_)) {
      passed += result.outcome == Result::Outcome::passed;
      if (result.outcome == Result::Outcome::failed)
        ADD_FAILURE() << result.name << ": " << result.what;
    }
    EXPECT_EQ(passed, passing_) << "tests of " << group_ << " pass";
  }

 private:
  std::string group_;
  int passing_;
};

const bool registered = [] {
  for (const auto& listed : kPassing)
    ::testing::RegisterTest(
        "onnx", listed.first.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [listed]() -> ::testing::Test* { return new OperatorTest(listed.first, listed.second); });
  return true;
}();

TEST(OnnxConformance, OperatorsThatAreNotListedPassNothing) {
  SKIP_WITHOUT_NODE_TESTS();
  std::map<std::string, int> others;
  for (const Result& result : run_all(kNodeTests)) {
    if (kPassing.contains(result.group) || result.outcome == Result::Outcome::not_mapped) continue;
    EXPECT_EQ(result.what, "") << result.name;
    ++others[result.group];
  }
  for (const auto& [group, passed] : others)
    ADD_FAILURE() << "{\"" << group << "\", " << passed << "}";
}

}  // namespace
}  // namespace atto::onnx
