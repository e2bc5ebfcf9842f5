#include "framework/generate/sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/error_of.h"

namespace atto {
namespace {

// log of 0.5, 0.25, 0.125, 0.0625, 0.0625
const std::vector<double> kHalves = {std::log(0.5), std::log(0.25), std::log(0.125),
                                     std::log(0.0625), std::log(0.0625)};

std::vector<std::int64_t> drawn(const SamplerOptions& options, int count,
                                std::int64_t sequence = 0) {
  Sampler sampler(options, sequence);
  std::vector<std::int64_t> tokens;
  for (int i = 0; i < count; ++i) tokens.push_back(sampler.draw(kHalves, {}));
  return tokens;
}

TEST(Sampler, GreedyTakesTheFirstOfTheLargest) {
  Sampler sampler({}, 0);
  EXPECT_EQ(sampler.draw(std::vector<double>{1, 3, 3, 2}, {}), 1);
}

TEST(Sampler, PenaltyDividesWhatIsAboveZeroAndMultipliesTheRest) {
  Sampler sampler({.repeat_penalty = 2}, 0);
  const std::vector<std::int64_t> before = {0, 0, 7};               // counts once; 7 is no token
  EXPECT_EQ(sampler.draw(std::vector<double>{3, 1.6}, before), 1);  // 3 / 2
  EXPECT_EQ(sampler.draw(std::vector<double>{4, 1.6}, before), 0);
  EXPECT_EQ(sampler.draw(std::vector<double>{-1, -1.9}, before), 1);  // -1 * 2
}

// Hugging Face's processors say what can come and how likely it is: sampler_reference.py.
const struct {
  std::vector<double> logits;
  std::vector<std::int64_t> before;
  SamplerOptions options;
  std::vector<double> probabilities;
} kReference[] = {
#include "tests/generate/sampler_reference.inc"
};

TEST(Sampler, DrawsAsTheReferenceSays) {
  constexpr int kCount = 2000;
  for (const auto& row : kReference) {
    SCOPED_TRACE(text("logits from ", row.logits[0], ", temperature ", row.options.temperature,
                      ", top_k ", row.options.top_k, ", top_p ", row.options.top_p, ", min_p ",
                      row.options.min_p, ", penalty ", row.options.repeat_penalty));
    Sampler sampler(row.options, 0);
    std::vector<int> counts(row.logits.size());
    for (int i = 0; i < kCount; ++i)
      ++counts[static_cast<std::size_t>(sampler.draw(row.logits, row.before))];
    double squares = 0;  // Pearson's chi-square, with one degree of freedom less than terms
    int terms = 0;
    for (std::size_t id = 0; id < counts.size(); ++id) {
      const double p = row.probabilities[id], expected = kCount * p;
      EXPECT_TRUE(p > 0 || counts[id] == 0) << "token " << id << " was left out";
      EXPECT_TRUE(p < 0.01 || counts[id] > 0) << "token " << id << " can come";
      EXPECT_NEAR(counts[id], expected, 5 * std::sqrt(expected) + 1) << "token " << id;
      if (expected < 5) continue;
      squares += (counts[id] - expected) * (counts[id] - expected) / expected;
      ++terms;
    }
    EXPECT_LT(squares, terms + 4 * std::sqrt(2.0 * terms));
  }
}

TEST(Sampler, TheMostLikelyAlwaysStays) {
  const SamplerOptions rows[] = {{.temperature = 1, .top_k = 1},
                                 {.temperature = 1, .top_p = 1e-300},
                                 {.temperature = 1, .min_p = 1},
                                 {.temperature = 1e-300},
                                 {.temperature = 1, .top_k = 1, .top_p = 1e-9, .min_p = 1}};
  for (const SamplerOptions& options : rows)
    EXPECT_EQ(drawn(options, 200), std::vector<std::int64_t>(200, 0));
}

TEST(Sampler, WhatHasNoProbabilityNeverComes) {
  const double infinity = std::numeric_limits<double>::infinity();
  Sampler sampler({.temperature = 100}, 0);
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(sampler.draw(std::vector<double>{-infinity, -3, -infinity}, {}), 1);
}

TEST(Sampler, SeedAndSequenceChooseTheNumbers) {
  EXPECT_EQ(drawn({.temperature = 1, .seed = 3}, 100), drawn({.temperature = 1, .seed = 3}, 100));
  EXPECT_NE(drawn({.temperature = 1, .seed = 3}, 100), drawn({.temperature = 1, .seed = 4}, 100));
  EXPECT_NE(drawn({.temperature = 1}, 100, 0), drawn({.temperature = 1}, 100, 1));
}

TEST(Sampler, Mistakes) {
  const double infinity = std::numeric_limits<double>::infinity();
  const struct {
    SamplerOptions options;
    const char* message;
  } rows[] = {{{.temperature = -1}, "the temperature is 0 (greedy) or more, not -1"},
              {{.temperature = infinity}, "the temperature is 0 (greedy) or more, not inf"},
              {{.top_k = -1}, "top_k is 0 (all) or more, not -1"},
              {{.temperature = std::nan("")}, "the temperature is 0 (greedy) or more, not nan"},
              {{.top_p = 1.5}, "top_p is above 0 and at most 1, not 1.5"},
              {{.top_p = std::nan("")}, "top_p is above 0 and at most 1, not nan"},
              {{.min_p = -0.5}, "min_p is from 0 to 1, not -0.5"},
              {{.min_p = std::nan("")}, "min_p is from 0 to 1, not nan"},
              {{.repeat_penalty = -1}, "the repeat penalty is above 0, not -1"},
              {{.repeat_penalty = infinity}, "the repeat penalty is above 0, not inf"},
              {{.top_p = 0}, "top_p is above 0 and at most 1, not 0"},
              {{.min_p = 2}, "min_p is from 0 to 1, not 2"},
              {{.repeat_penalty = 0}, "the repeat penalty is above 0, not 0"}};
  for (const auto& row : rows)
    EXPECT_EQ(error_of([&] { Sampler(row.options, 0); }).message(), row.message);
  Sampler sampler({}, 0);
  EXPECT_EQ(error_of([&] {
              sampler.draw(std::vector<double>{1, std::nan("")}, {});
            }).message(),
            "the logit of token 1 is NaN: --check-finite of atto run finds the node that makes it");
  for (const std::vector<double>& none : {std::vector<double>{-infinity, -infinity}, {}})
    EXPECT_EQ(error_of([&] { sampler.draw(none, {}); }).message(),
              "no token has a logit above -infinity");
}

}  // namespace
}  // namespace atto
