#include "framework/generate/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "framework/core/error.h"

namespace atto {
namespace {

/// The first of the largest.
std::int64_t largest(std::span<const double> logits) {
  return std::max_element(logits.begin(), logits.end()) - logits.begin();
}

void check_logits(std::span<const double> logits) {
  const auto nan = std::find_if(logits.begin(), logits.end(), [](double x) { return x != x; });
  require(nan == logits.end(), "the logit of token ", nan - logits.begin(),
          " is NaN: --check-finite of atto run finds the node that makes it");
  require(!logits.empty() && *std::max_element(logits.begin(), logits.end()) >
                                 -std::numeric_limits<double>::infinity(),
          "no token has a logit above -infinity");
}

void penalize(std::vector<double>& logits, std::span<const std::int64_t> before, double penalty) {
  for (const std::int64_t id : std::set<std::int64_t>(before.begin(), before.end())) {
    if (id < 0 || id >= std::ssize(logits)) continue;
    double& logit = logits[static_cast<std::size_t>(id)];
    logit = logit > 0 ? logit / penalty : logit * penalty;
  }
}

}  // namespace

void SamplerOptions::check() const {
  require(temperature >= 0 && std::isfinite(temperature),
          "the temperature is 0 (greedy) or more, not ", temperature);
  require(top_k >= 0, "top_k is 0 (all) or more, not ", top_k);
  require(top_p > 0 && top_p <= 1, "top_p is above 0 and at most 1, not ", top_p);
  require(min_p >= 0 && min_p <= 1, "min_p is from 0 to 1, not ", min_p);
  require(repeat_penalty > 0 && std::isfinite(repeat_penalty),
          "the repeat penalty is above 0, not ", repeat_penalty);
}

Sampler::Sampler(const SamplerOptions& options, std::int64_t sequence)
    : options_(options), random_(options.seed, text("sequence ", sequence)) {
  options.check();
}

std::int64_t Sampler::draw(std::span<const double> given, std::span<const std::int64_t> before) {
  check_logits(given);
  std::vector<double> logits(given.begin(), given.end());
  if (options_.repeat_penalty != 1) penalize(logits, before, options_.repeat_penalty);
  if (options_.temperature == 0) return largest(logits);
  std::vector<std::int64_t> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  const auto logit = [&](std::int64_t id) { return logits[static_cast<std::size_t>(id)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return logit(a) > logit(b); });
  if (options_.top_k > 0 && options_.top_k < std::ssize(order))
    order.resize(static_cast<std::size_t>(options_.top_k));
  std::vector<double> shares;
  double total = 0;
  for (const std::int64_t id : order) {
    shares.push_back(std::exp((logit(id) - logit(order[0])) / options_.temperature));
    total += shares.back();
  }
  // What is in front of a token must have less than top_p, so that the first always stays.
  std::size_t kept = 0;
  double sum = 0;
  while (kept < shares.size() && (options_.top_p == 1 || sum < options_.top_p * total)) {
    if (shares[kept] < options_.min_p * shares[0]) break;
    sum += shares[kept++];
  }
  double rest = random_.uniform(drawn_++) * sum;
  std::size_t i = 0;
  while (i + 1 < kept && rest >= shares[i]) rest -= shares[i++];
  return order[i];
}

}  // namespace atto
