#include "framework/op/attributes.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/error_of.h"

namespace atto {
namespace {

using Expect = AttributeSource::Expect;
using Ints = std::vector<std::int64_t>;
using Words = std::vector<std::string>;

const Dim T = Dim::symbol("T");
const auto kFile = std::make_shared<const Source>(Source{"model.yaml", "axis: ?\n"});
const Position kPlace{kFile, 1, 7};

AttributeValue word(const char* text) { return std::string(text); }

/// Attributes of a node that has `value` for `a`.
Attributes with(const AttributeValue& value) {
  return Attributes({{"a", {[value](Expect) { return value; }, kPlace}}});
}

template <class Type>
std::string refusal(const AttributeValue& value) {
  Attributes attributes = with(value);
  const Error error = error_of([&] { attributes.get<Type>("a"); });
  EXPECT_EQ(error.position().column, 7);
  EXPECT_EQ(error.subject(), "a");
  return error.message();
}

TEST(AttributeValue, IsWrittenAsYaml) {
  EXPECT_EQ(AttributeValue().text(), "none");
  EXPECT_EQ(AttributeValue(true).text(), "true");
  EXPECT_EQ(AttributeValue(2 * T + 1).text(), "2*T + 1");
  EXPECT_EQ(AttributeValue(1.0).text(), "1.0");
  EXPECT_EQ(AttributeValue(0.1).text(), "0.1");
  EXPECT_EQ(AttributeValue(1e-5).text(), "1e-05");
  EXPECT_EQ(AttributeValue(-std::numeric_limits<double>::infinity()).text(), "-.inf");
  EXPECT_EQ(AttributeValue(std::numeric_limits<double>::quiet_NaN()).text(), ".nan");
  EXPECT_EQ(word("relu").text(), "relu");
  EXPECT_EQ(word("it's 2").text(), "'it''s 2'");
  EXPECT_EQ(word("none").text(), "'none'");
  EXPECT_EQ(word("").text(), "''");
  EXPECT_EQ(AttributeValue(AttributeList{Dim(2), AttributeList{}, word("x")}).text(), "[2, [], x]");
}

TEST(Attributes, AreReadAsTheirTypes) {
  EXPECT_EQ(with(Dim(-1)).get<int>("a"), -1);
  EXPECT_EQ(with(Dim(std::int64_t{1} << 40)).get<std::int64_t>("a"), std::int64_t{1} << 40);
  EXPECT_EQ(with(2.5).get<double>("a"), 2.5);
  EXPECT_EQ(with(Dim(2)).get<double>("a"), 2.0);
  EXPECT_EQ(with(true).get<bool>("a"), true);
  EXPECT_EQ(with(4 * T).get<Dim>("a"), 4 * T);
  EXPECT_EQ(with(AttributeList{T, Dim(3)}).get<Dims>("a"), (Dims{T, 3}));
  EXPECT_EQ(with(AttributeList{}).get<Dims>("a"), Dims{});
  EXPECT_EQ(with(T).get<Dims>("a"), Dims{T});
  EXPECT_EQ(with(AttributeList{Dim(1), Dim(0)}).get<Ints>("a"), (Ints{1, 0}));
  EXPECT_EQ(with(Dim(3)).get<Ints>("a"), Ints{3});
  EXPECT_EQ(with(word("relu")).get<std::string>("a"), "relu");
  EXPECT_EQ(with(Dim(3)).get<std::optional<int>>("a"), 3);
}

TEST(Attributes, OnlyWordsAreEvaluatedAsWords) {
  Expect asked = Expect::word;
  const auto source = [&](const AttributeValue& value) {
    return Attributes({{"a", {[&asked, value](Expect e) { return asked = e, value; }, {}}}});
  };
  source(Dim(1)).get<Dims>("a");
  EXPECT_EQ(asked, Expect::expression);
  source(word("x")).get<std::string>("a");
  EXPECT_EQ(asked, Expect::word);
  source(Dim(1)).get<std::optional<int>>("a");
  EXPECT_EQ(asked, Expect::expression);
  source(word("x")).word("a", {"x"});
  EXPECT_EQ(asked, Expect::word);
}

TEST(Attributes, OfAnotherTypeAreRefused) {
  EXPECT_EQ(refusal<int>(2.5), "'a' must be an int, not 2.5");
  EXPECT_EQ(refusal<int>(2.0), "'a' must be an int, not 2.0");
  EXPECT_EQ(refusal<int>(true), "'a' must be an int, not true");
  EXPECT_EQ(refusal<int>(T),
            "'a' must be an int, not the size T, which is only known when the model runs");
  EXPECT_EQ(refusal<int>(Dim(std::int64_t{1} << 31)),
            "'a' must be from -2147483648 to 2147483647, not 2147483648");
  EXPECT_EQ(refusal<std::optional<int>>(AttributeList{Dim(1)}), "'a' must be an int, not [1]");
  EXPECT_EQ(refusal<double>(word("half")), "'a' must be a number, not half");
  EXPECT_EQ(refusal<double>(T),
            "'a' must be a number, not the size T, which is only known when the model runs");
  EXPECT_EQ(refusal<bool>(Dim(1)), "'a' must be true or false, not 1");
  EXPECT_EQ(refusal<Dim>(2.5), "'a' must be a size, not 2.5");
  EXPECT_EQ(refusal<Dim>(AttributeList{T}), "'a' must be a size, not [T]");
  EXPECT_EQ(refusal<Dims>(AttributeList{T, 2.5}),
            "'a' must be a size or a list of sizes, not [T, 2.5]");
  EXPECT_EQ(refusal<Ints>(AttributeList{Dim(2), T}),
            "'a' must be an int or a list of ints, not the size T, which is only known when the "
            "model runs");
  EXPECT_EQ(refusal<std::string>(Dim(3)), "'a' must be a word, not 3");
}

TEST(Attributes, ThatAreMissingSayWhatTheyAre) {
  Attributes none;
  const auto missing = [&](auto&& read) {
    const Error error = error_of(read);
    EXPECT_EQ(error.subject(), "axis");
    EXPECT_FALSE(error.position());
    return error.message();
  };
  EXPECT_EQ(missing([&] { none.get<int>("axis", "axis that sums to 1; -1 is the last"); }),
            "missing attribute 'axis' (int): axis that sums to 1; -1 is the last");
  EXPECT_EQ(missing([&] { none.get<Dims>("axis"); }), "missing attribute 'axis' (sizes)");
  EXPECT_EQ(missing([&] {
              none.word("axis", {"rows", "columns"}, "what is added");
            }),
            "missing attribute 'axis' (rows|columns): what is added");
}

TEST(Attributes, ThatAreNoneCountAsNotGiven) {
  EXPECT_EQ(with({}).get<int>("a", "", 7), 7);
  EXPECT_EQ(with({}).get<std::optional<Dims>>("a"), std::nullopt);
  EXPECT_EQ(with(word("none")).get<std::optional<std::string>>("a"), std::nullopt);
  EXPECT_EQ(with(word("none")).word("a", {"half", "full"}, "", "full"), "full");
  EXPECT_EQ(refusal<int>({}), "missing attribute 'a' (int)");
  EXPECT_TRUE(with({}).unread().size() == 1);
}

TEST(Attributes, WordsAreOneOfAList) {
  const Words words{"none", "causal"};
  EXPECT_EQ(with(word("causal")).word("a", words), "causal");
  EXPECT_EQ(with(word("none")).word("a", words), "none");
  EXPECT_EQ(with({}).word("a", words), "none");
  EXPECT_EQ(Attributes().word("a", words, "", "causal"), "causal");
  const auto refused = [&](const AttributeValue& value) {
    const Error error = error_of([&] { with(value).word("a", words); });
    EXPECT_EQ(error.position().line, 1);
    return error.message();
  };
  EXPECT_EQ(refused(word("casual")),
            "'a' must be one of none, causal; not 'casual'; did you mean 'causal'?");
  EXPECT_EQ(refused(word("full")), "'a' must be one of none, causal; not 'full'");
  EXPECT_EQ(refused(true), "'a' must be one of none, causal; not true");
}

TEST(Attributes, DefaultsHoldWhenNothingIsGiven) {
  Attributes none;
  EXPECT_EQ(none.get<double>("scale", "", 0.5), 0.5);
  EXPECT_EQ(none.get<Dims>("to", "", Dims{2, T}), (Dims{2, T}));
  EXPECT_EQ(none.get<std::optional<int>>("window"), std::nullopt);
  EXPECT_EQ(with(Dim(3)).get<double>("a", "", 0.5), 3);
}

TEST(Attributes, ErrorsOfTheExpressionGetTheAttributesPlace) {
  Attributes bad({{"a", {[](Expect) -> AttributeValue { throw Error("1 / 0"); }, kPlace}}});
  const Error error = error_of([&] { bad.get<int>("a"); });
  EXPECT_EQ(error.message(), "1 / 0");
  EXPECT_EQ(error.position().column, 7);
}

TEST(Attributes, WhatWasReadIsDeclaredOnce) {
  Attributes a({{"axis", {[](Expect) { return Dim(0); }, kPlace}},
                {"axsi", {[](Expect) { return Dim(1); }, kPlace}}});
  a.get<int>("axis", "the axis");
  a.get<int>("axis", "the axis");
  a.get<double>("scale", "the factor", 1.0);
  a.get<std::optional<Dims>>("to", "axes of the result");
  a.word("mask", {"none", "causal"}, "what is seen", "none");
  EXPECT_EQ(a.unread(), Words{"axsi"});
  EXPECT_EQ(a.position("axis").column, 7);
  EXPECT_FALSE(a.position("scale"));

  std::string declared;
  for (const auto& d : a.declared())
    declared += text(d.name, " ", d.type, " ", d.required ? "required" : d.default_value, " ",
                     d.document, "\n");
  EXPECT_EQ(declared,
            "axis int required the axis\n"
            "scale number 1.0 the factor\n"
            "to sizes none axes of the result\n"
            "mask none|causal none what is seen\n");
}

TEST(Attributes, EqualOnesHaveEqualTexts) {
  const auto read = [](Attributes a) {
    a.get<double>("scale", "", 1.0);
    a.get<std::optional<Dims>>("a", "");
    a.word("mask", {"none", "causal"}, "", "none");
    a.get<Ints>("axes", "", Ints{0, 1});
    return a.text();
  };
  EXPECT_EQ(read(with(AttributeList{T, Dim(2)})),
            "{a: [T, 2], axes: [0, 1], mask: 'none', scale: 1.0}");
  Attributes written({{"scale", {[](Expect) { return Dim(1); }, {}}},
                      {"mask", {[](Expect) { return word("none"); }, {}}},
                      {"a",
                       {[](Expect) {
                          return AttributeList{T, Dim(2)};
                        },
                        {}}}});
  EXPECT_EQ(read(written), read(with(AttributeList{T, Dim(2)})));
  EXPECT_EQ(Attributes().text(), "{}");
}

TEST(Attributes, ForDocumentationReadAsPlaceholders) {
  Attributes a = Attributes::for_documentation();
  EXPECT_EQ(a.get<int>("axis", "the axis"), 1);
  EXPECT_EQ(a.get<double>("eps"), 1.0);
  EXPECT_EQ(a.get<bool>("flag"), false);
  EXPECT_EQ(a.get<Dims>("to"), Dims{1});
  EXPECT_EQ(a.get<Ints>("axes"), Ints{1});
  EXPECT_EQ(a.get<std::optional<int>>("window"), std::nullopt);
  EXPECT_EQ(a.get<double>("scale", "", 0.5), 0.5);
  EXPECT_EQ(a.word("mask", {"full", "causal"}), "full");
  ASSERT_EQ(a.declared().size(), 8u);
  EXPECT_EQ(a.declared()[0].document, "the axis");
  EXPECT_TRUE(a.declared()[0].required);
}

}  // namespace
}  // namespace atto
