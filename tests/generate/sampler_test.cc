#include "framework/generate/sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

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

TEST(Sampler, OnlyTheLikelyCanCome) {
  const struct {
    SamplerOptions options;
    std::set<std::int64_t> tokens;
  } rows[] = {
      {{.temperature = 1}, {0, 1, 2, 3, 4}},
      {{.temperature = 1, .top_k = 1}, {0}},
      {{.temperature = 1, .top_k = 3}, {0, 1, 2}},
      {{.temperature = 1, .top_k = 9}, {0, 1, 2, 3, 4}},
      {{.temperature = 1, .top_p = 0.4}, {0}},  // the first stays whatever it has
      {{.temperature = 1, .top_p = 0.6}, {0, 1}},
      {{.temperature = 1, .top_p = 0.76}, {0, 1, 2}},
      {{.temperature = 1, .min_p = 0.3}, {0, 1}},  // 0.25 / 0.5 is enough, 0.125 / 0.5 is not
      {{.temperature = 1, .min_p = 1}, {0}},
      {{.temperature = 0.01}, {0}},
      {{.temperature = 1, .top_k = 2, .top_p = 0.6}, {0}},  // of the two, the first has 2/3
  };
  for (const auto& row : rows) {
    const auto tokens = drawn(row.options, 2000);
    EXPECT_EQ(std::set<std::int64_t>(tokens.begin(), tokens.end()), row.tokens)
        << row.options.top_k << " " << row.options.top_p << " " << row.options.min_p;
  }
}

TEST(Sampler, DrawsAsOftenAsTheProbabilitySays) {
  for (const double temperature : {1.0, 2.0}) {
    std::vector<double> shares;
    double total = 0;
    for (const double logit : kHalves) {
      shares.push_back(std::exp(logit / temperature));
      total += shares.back();
    }
    constexpr int kCount = 20000;
    std::vector<int> counts(kHalves.size());
    for (const std::int64_t token : drawn({.temperature = temperature}, kCount))
      ++counts[static_cast<std::size_t>(token)];
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double p = shares[i] / total;
      EXPECT_NEAR(counts[i], kCount * p, 4 * std::sqrt(kCount * p * (1 - p))) << i;
    }
  }
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
  EXPECT_EQ(error_of([&] { sampler.draw(std::vector<double>{-infinity}, {}); }).message(),
            "no token has a logit above -infinity");
}

}  // namespace
}  // namespace atto
