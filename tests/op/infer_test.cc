#include "framework/op/infer.h"

#include <gtest/gtest.h>

#include "framework/core/error.h"
#include "tests/error_of.h"

namespace atto {
namespace {

const Dim B = Dim::symbol("B");
const Dim T = Dim::symbol("T");
const Dim S = Dim::symbol("S");

using Shapes = std::vector<std::optional<Dims>>;
constexpr auto kUnknown = std::nullopt;

/// A signature and the inference of a node that has all of `inputs`.
struct Node {
  Signature signature;
  Infer infer;

  Node(const char* text, Shapes inputs, std::optional<std::size_t> outputs = std::nullopt)
      : Node(text, inputs, std::vector<bool>(inputs.size(), true), outputs) {}
  Node(const char* text, Shapes inputs, std::vector<bool> connected,
       std::optional<std::size_t> outputs = std::nullopt)
      : signature(Signature::parse(text)), infer(signature, inputs, connected, outputs) {}
  Node(const Node&) = delete;

  std::vector<std::string> constraints() const {
    std::vector<std::string> out;
    for (const Constraint& c : infer.constraints()) out.push_back(c.message);
    return out;
  }
};

using Texts = std::vector<std::string>;

std::string refusal(const char* signature, Shapes inputs, const char* about) {
  const Error error = error_of([&] { Node(signature, inputs).infer.unify(); });
  EXPECT_EQ(error.subject(), about);
  return error.message();
}

constexpr const char* kLinear = "x[...,in]; weight[out,in] bias?[out] -> y[...,out]";
constexpr const char* kAttention =
    "q[...,T,H,D] k[...,S,K,D] v[...,S,K,Dv] -> y[...,T,H,Dv] weights?[...,H,T,S]; "
    "state keys[...,+S,K,D] values[...,+S,K,Dv]";

TEST(Infer, OutputsFollowFromTheInputs) {
  Node node(kLinear, {Dims{B, T, 3}, Dims{5, 3}, Dims{5}});
  EXPECT_FALSE(node.infer.complete());
  node.infer.unify();
  EXPECT_EQ(node.infer.output(0), (Dims{B, T, 5}));
  EXPECT_TRUE(node.infer.complete());
  EXPECT_TRUE(node.infer.constraints().empty());
}

TEST(Infer, AnEllipsisMayBeEmpty) {
  Node node(kLinear, {Dims{3}, Dims{5, 3}});
  node.infer.unify();
  EXPECT_EQ(node.infer.output(0), Dims{5});
}

TEST(Infer, UnknownWeightsFollowFromPinnedSizes) {
  Node node(kLinear, {Dims{T, 3}, kUnknown, kUnknown});
  EXPECT_FALSE(node.infer.known(1));
  EXPECT_TRUE(node.infer.has(1));
  node.infer.pin("out", "to", Dims{5});
  node.infer.unify();
  EXPECT_EQ(node.infer[1], (Dims{5, 3}));
  EXPECT_EQ(node.infer[2], Dims{5});
  EXPECT_EQ(node.infer.output(0), (Dims{T, 5}));
}

TEST(Infer, SeveralPinnedSizesExpandInValuesAndMultiplyInWeights) {
  Node node(kLinear, {Dims{T, 2, 3}, kUnknown});
  node.infer.pin("in", "in", Dims{2, 3});
  node.infer.pin("out", "to", Dims{4, 5, T});
  node.infer.unify();
  EXPECT_EQ(node.infer[1], (Dims{20 * T, 6}));
  EXPECT_EQ(node.infer.output(0), (Dims{T, 4, 5, T}));

  Node known(kLinear, {Dims{T, 3}, Dims{20, 3}});
  known.infer.pin("out", "to", Dims{4, 5});
  known.infer.unify();
  EXPECT_EQ(known.infer.output(0), (Dims{T, 4, 5}));
}

TEST(Infer, NoPinnedSizeTakesTheAxisAway) {
  Node node(kLinear, {Dims{T, 3}, kUnknown});
  node.infer.pin("out", "to", Dims{});
  node.infer.unify();
  EXPECT_EQ(node.infer[1], (Dims{1, 3}));
  EXPECT_EQ(node.infer.output(0), Dims{T});
}

TEST(Infer, AbsentInputsAreLeftAlone) {
  Node node(kLinear, {Dims{T, 3}, Dims{5, 3}, kUnknown}, {true, true, false});
  node.infer.unify();
  EXPECT_FALSE(node.infer.has(2));
  EXPECT_FALSE(node.infer.has(7));
  EXPECT_TRUE(node.infer.complete());
}

TEST(Infer, SizesThatDisagreeAreNamedBoth) {
  EXPECT_EQ(refusal(kLinear, {Dims{T, 2}, Dims{5, 3}}, "weight"),
            "weight has in = 3, x has in = 2");
  EXPECT_EQ(refusal(kLinear, {Dims{T, 3}, Dims{5, 3}, Dims{4}}, "bias"),
            "bias has out = 4, weight has out = 5");
  EXPECT_EQ(refusal("x[...] y[...] -> z[...]", {Dims{2, 3}, Dims{2, 4}}, "y"),
            "y has ... = [2, 4], x has ... = [2, 3]");
  EXPECT_EQ(refusal("x[...] y[...] -> z[...]", {Dims{3}, Dims{2, 3}}, "y"),
            "y has ... = [2, 3], x has ... = [3]");
  EXPECT_EQ(refusal("x[T] y[T] -> z[T]", {Dims{T}, Dims{T + 1}}, "y"),
            "y has T = T + 1, x has T = T");
  EXPECT_EQ(refusal("xs*[...,D] -> y[...,D]", {Dims{2}, Dims{2}, Dims{3}}, "xs"),
            "xs[2] has D = 3, xs[0] has D = 2");
}

TEST(Infer, SizesThatDisagreeWithAnAttributeNameIt) {
  const auto refused = [](Dims x, Dims weight, Dims in, Dims to) {
    return error_of([&] {
             Node node(kLinear, {x, weight});
             node.infer.pin("in", "in", in);
             node.infer.pin("out", "to", to);
             node.infer.unify();
           })
        .message();
  };
  EXPECT_EQ(refused({T, 3}, {5, 3}, {3}, {6}), "weight has out = 5, 'to' says 6");
  EXPECT_EQ(refused({T, 2, 4}, {5, 8}, {2, 3}, {5}), "x has in = [2, 4], 'in' says [2, 3]");
  EXPECT_EQ(refused({T, 2, 3}, {5, 8}, {2, 3}, {5}), "weight has in = 8, 'in' says [2, 3] = 6");
  EXPECT_EQ(refused({3}, {5, 6}, {2, 3}, {5}),
            "x has shape [3], but x[...,in] with in = [2, 3] needs at least 2 axes");
}

TEST(Infer, ShapesOfTheWrongRankAreRefused) {
  EXPECT_EQ(refusal("x[...,T,H,Dh] -> y[...,T]", {Dims{3}}, "x"),
            "x has shape [3], but x[...,T,H,Dh] needs at least 3 axes");
  EXPECT_EQ(refusal(kLinear, {Dims{}, Dims{5, 3}}, "x"),
            "x has shape [], but x[...,in] needs at least 1 axis");
  EXPECT_EQ(refusal(kLinear, {Dims{3}, Dims{5, 3, 1}}, "weight"),
            "weight has shape [5, 3, 1], but weight[out,in] needs 2 axes");
  EXPECT_EQ(refusal("x[] -> y[]", {Dims{1}}, "x"), "x has shape [1], but x[] needs 0 axes");
}

TEST(Infer, NumbersInASignatureAreChecked) {
  EXPECT_EQ(refusal("x[...,3] -> y[...]", {Dims{2, 4}}, "x"), "x has 4 where x[...,3] has 3");
  Node node("x[...,3]; weight[2,D] -> y[...,2,D]", {Dims{T, 3}, kUnknown});
  node.infer.pin("D", "width", Dims{7});
  node.infer.unify();
  EXPECT_EQ(node.infer[1], (Dims{2, 7}));
  EXPECT_EQ(node.infer.output(0), (Dims{T, 2, 7}));
}

TEST(Infer, SizesThatNothingSaysAreErrorsWithTheRemedy) {
  const auto refused = [](const char* signature, Shapes inputs, const char* axis) {
    const Error error = error_of([&] {
      Node node(signature, inputs);
      node.infer.pin(axis, "to", std::nullopt);
      node.infer.unify();
    });
    return error.subject() + ": " + error.message();
  };
  EXPECT_EQ(refused(kLinear, {Dims{T, 3}, kUnknown}, "out"),
            "weight: nothing says how large 'out' of weight[out,in] is: give 'to', or declare the "
            "weight with a shape");
  EXPECT_EQ(refused(kLinear, {Dims{T, 3}, kUnknown}, "in"),
            "weight: nothing says how large 'out' of weight[out,in] is: declare the weight with a "
            "shape");
  EXPECT_EQ(refused("x[T] -> y[S]", {Dims{T}}, "S"),
            "y: nothing says how large 'S' of y[S] is: give 'to'");
  EXPECT_EQ(refusal("; weight[...] -> y[...]", {kUnknown}, "weight"),
            "nothing says how large '...' of weight[...] is: declare the weight with a shape");
}

TEST(Infer, AShapeThatIsReadButNotKnownIsAnError) {
  Node node(kLinear, {Dims{T, 3}, kUnknown});
  const Error error = error_of([&] { node.infer[1]; });
  EXPECT_EQ(error.message(), "nothing says what shape weight has: declare it with a shape");
  EXPECT_EQ(error.subject(), "weight");
}

TEST(Infer, SizesThatDependOnSymbolsBecomeConstraints) {
  Node node("x[...,D] y[...,D] z[...,D] -> sum[...,D]", {Dims{T, 3}, Dims{S, 3}, Dims{4, 3}});
  node.infer.unify();
  EXPECT_EQ(node.constraints(),
            (Texts{"y has ... = [S], x has ... = [T]", "z has ... = [4], x has ... = [T]"}));
  EXPECT_EQ(node.infer.constraints()[1].a, Dim(4));
  EXPECT_EQ(node.infer.constraints()[1].b, T);
  EXPECT_EQ(node.infer.output(0), (Dims{4, 3}));
}

TEST(Infer, ANumberReplacesTheSymbolThatItMustEqual) {
  Shapes inputs{Dims{T}, Dims{4}, Dims{5}};
  EXPECT_EQ(refusal("x[T] y[T] z[T] -> sum[T]", inputs, "z"), "z has T = 5, y has T = 4");
}

TEST(Infer, NegativePinsAreRefused) {
  Node node(kLinear, {Dims{T, 3}, kUnknown});
  const Error error = error_of([&] { node.infer.pin("out", "to", Dims{4, -1}); });
  EXPECT_EQ(error.message(), "'to' says [4, -1]: -1 is no size");
  EXPECT_EQ(error.subject(), "to");
}

TEST(Infer, OutputsThatAreSetStay) {
  Node node("xs*[...] -> y[...] rest[...]", {Dims{2, 3}, Dims{2, 3}});
  node.infer.set_output(0, {4, 3});
  node.infer.unify();
  EXPECT_EQ(node.infer.output(0), (Dims{4, 3}));
  EXPECT_EQ(node.infer.output(1), (Dims{2, 3}));
  EXPECT_EQ(error_of([&] {
              node.infer.set_output(0, {4, -3});
            }).message(),
            "the shape of the result would be [4, -3]: -3 is no size");
}

TEST(Infer, AWeightThatIsSetMustAgreeWithWhatIsKnown) {
  Node node("x[...]; table[R,D] scale?[D] -> y[...]", {Dims{T}, kUnknown, kUnknown},
            {true, true, false});
  node.infer.set_weight(1, {7, 3});
  node.infer.set_weight(2, {3});
  EXPECT_EQ(node.infer[1], (Dims{7, 3}));
  EXPECT_FALSE(node.infer.has(2));
  node.infer.set_weight(1, {7, T});
  EXPECT_EQ(node.constraints(), Texts{"table has shape [7, 3], but [7, T] is needed"});
  const Error error = error_of([&] { node.infer.set_weight(1, {8, 3}); });
  EXPECT_EQ(error.message(), "table has shape [7, 3], but [8, 3] is needed");
  EXPECT_EQ(error.subject(), "table");
  EXPECT_EQ(error_of([&] { node.infer.set_weight(1, {7}); }).message(),
            "table has shape [7, 3], but [7] is needed");
}

TEST(Infer, VariadicPortsTakeSeveralInputs) {
  Node node("a[N] xs*[...,D]; weight[D] -> y[N,...,D]",
            {Dims{9}, Dims{T, 3}, Dims{T, 3}, kUnknown});
  node.infer.unify();
  EXPECT_EQ(node.infer.size(), 4u);
  EXPECT_EQ(node.infer[3], Dims{3});
  EXPECT_EQ(node.infer.output(0), (Dims{9, T, 3}));
}

TEST(Infer, VariadicOutputsAreAsManyAsTheNodeNames) {
  Node node("x[...] -> first[] parts*[...]", {Dims{T, 3}}, 4);
  EXPECT_EQ(node.infer.outputs(), 4u);
  node.infer.set_output(1, {T, 1});
  node.infer.unify();
  EXPECT_EQ(node.infer.output(0), Dims{});
  EXPECT_EQ(node.infer.output(1), (Dims{T, 1}));
  EXPECT_EQ(node.infer.output(3), (Dims{T, 3}));
  EXPECT_EQ(Node("x[...] -> a[...] b?[...]", {Dims{T}}).infer.outputs(), 2u);
}

TEST(Infer, StateHasTheSizesOfThisRun) {
  Node node(kAttention, {Dims{B, T, 8, 4}, Dims{B, S, 2, 4}, Dims{B, S, 2, 6}});
  node.infer.unify();
  EXPECT_EQ(node.infer.output(0), (Dims{B, T, 8, 6}));
  EXPECT_EQ(node.infer.output(1), (Dims{B, 8, T, S}));
  ASSERT_EQ(node.infer.state().size(), 2u);
  EXPECT_EQ(node.infer.state()[0].dims, (Dims{B, S, 2, 4}));
  EXPECT_EQ(node.infer.state()[0].growing_axis, 1u);
  EXPECT_EQ(node.infer.state()[1].dims, (Dims{B, S, 2, 6}));

  Node unbatched(kAttention, {Dims{T, 8, 4}, Dims{T, 8, 4}, Dims{T, 8, 4}});
  unbatched.infer.set_output(0, {1});
  unbatched.infer.set_output(1, {2});
  EXPECT_FALSE(unbatched.infer.complete());
  unbatched.infer.unify();
  EXPECT_EQ(unbatched.infer.state()[0].growing_axis, 0u);
  EXPECT_EQ(unbatched.infer.output(0), Dims{1});
  EXPECT_TRUE(unbatched.infer.complete());
}

TEST(Infer, AnOperatorMaySayThatItKeepsNothing) {
  Node node(kAttention, {Dims{T, 8, 4}, Dims{S, 2, 4}, Dims{S, 2, 6}});
  node.infer.unify();
  node.infer.keep_nothing();
  EXPECT_TRUE(node.infer.state().empty());
  EXPECT_TRUE(node.infer.complete());
  node.infer.unify();
  EXPECT_TRUE(node.infer.state().empty());
}

TEST(Infer, AnOperatorMaySayThatItKeepsLess) {
  Node node(kAttention, {Dims{T, 8, 4}, Dims{S, 2, 4}, Dims{S, 2, 6}});
  node.infer.keep_first(1);
  node.infer.unify();
  ASSERT_EQ(node.infer.state().size(), 1U);
  EXPECT_EQ(node.infer.state()[0].dims, (Dims{S, 2, 4}));
  EXPECT_TRUE(node.infer.complete());
}

TEST(Infer, AnInputMayFollowARuleOfItsOwn) {
  Node node("x[T,D] bias?[T,P] -> y[T,D]", {Dims{T, 3}, Dims{7}});
  node.infer.unify_all_but(1);
  EXPECT_EQ(node.infer.output(0), (Dims{T, 3}));
  EXPECT_TRUE(node.infer.complete());
}

TEST(Infer, UnifyingTwiceChangesNothing) {
  Node node(kAttention, {Dims{B, T, 8, 4}, Dims{B, S, 2, 4}, Dims{B, S, 2, 6}});
  node.infer.unify();
  node.infer.unify();
  EXPECT_EQ(node.infer.state().size(), 2u);
  EXPECT_TRUE(node.infer.constraints().empty());
}

TEST(Infer, SameComparesTwoSizes) {
  Node node("x[...] -> y[...]", {Dims{T}});
  node.infer.same(2 * T, "x has D", T + T, "y has D");
  EXPECT_TRUE(node.infer.constraints().empty());
  node.infer.same(T, "x has D", S, "y has E");
  EXPECT_EQ(node.constraints(), Texts{"x has D = T, y has E = S"});
  EXPECT_EQ(error_of([&] { node.infer.same(3, "x has D", 4, "y has E"); }).message(),
            "x has D = 3, y has E = 4");
}

TEST(Infer, BroadcastFollowsNumPy) {
  Node node("x[...] -> y[...]", {Dims{T}});
  const auto shape = [&](const Dims& a, const Dims& b) {
    EXPECT_EQ(node.infer.broadcast(b, "y", a, "x"), node.infer.broadcast(a, "x", b, "y"));
    return node.infer.broadcast(a, "x", b, "y");
  };
  EXPECT_EQ(shape({8, 1, 6, 1}, {7, 1, 5}), (Dims{8, 7, 6, 5}));  // the example of NumPy's manual
  EXPECT_EQ(shape({B, T, 3}, {3}), (Dims{B, T, 3}));
  EXPECT_EQ(shape({T, 1}, {1, T}), (Dims{T, T}));
  EXPECT_EQ(shape({}, {T}), Dims{T});
  EXPECT_EQ(shape({0}, {1}), Dims{0});
  EXPECT_TRUE(node.infer.constraints().empty());
  EXPECT_EQ(error_of([&] {
              node.infer.broadcast({2, 3}, "x", {T, 4}, "y");
            }).message(),
            "x [2, 3] and y [T, 4] do not broadcast: 3 is not 4");
  EXPECT_EQ(error_of([&] { node.infer.broadcast({T}, "x", {T + 1}, "y"); }).message(),
            "x [T] and y [T + 1] do not broadcast: T is not T + 1");
}

TEST(Infer, BroadcastTakesNoSymbolForAOne) {
  Node node("x[...] -> y[...]", {Dims{T}});
  EXPECT_EQ(node.infer.broadcast({T, 2}, "x", {4, 2}, "y"), (Dims{4, 2}));
  EXPECT_EQ(node.infer.broadcast({4}, "x", {T}, "y"), Dims{4});
  EXPECT_EQ(node.infer.broadcast({T}, "x", {S}, "y"), Dims{T});
  EXPECT_EQ(node.constraints(), (Texts{"x [T, 2] and y [4, 2] do not broadcast: T is not 4",
                                       "x [4] and y [T] do not broadcast: 4 is not T",
                                       "x [T] and y [S] do not broadcast: T is not S"}));
}

TEST(Infer, AxesCountFromBothEnds) {
  Node node("x[...] -> y[...]", {Dims{T}});
  EXPECT_EQ(node.infer.axis(0, 2), 0u);
  EXPECT_EQ(node.infer.axis(-1, 2), 1u);
  EXPECT_EQ(node.infer.axis(-2, 2), 0u);
  const auto refused = [&](int axis, std::size_t rank, const std::string& name) {
    const Error error = error_of([&] { node.infer.axis(axis, rank, name); });
    EXPECT_EQ(error.subject(), name);
    return error.message();
  };
  EXPECT_EQ(refused(2, 2, "axis"), "axis 2 is out of range for 2 axes: -2 to 1 are there");
  EXPECT_EQ(refused(-2, 1, "from"), "from -2 is out of range for 1 axis: -1 to 0 are there");
  EXPECT_EQ(refused(0, 0, "axis"), "axis 0 is out of range for a scalar, which has none");
}

}  // namespace
}  // namespace atto
