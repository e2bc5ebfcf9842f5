#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/core/random.h"

namespace atto {

/// How the next token is drawn from its logits. The steps and their order are those of Hugging
/// Face's transformers: penalty, temperature, top_k, top_p, min_p; of equal logits at top_k's end
/// the first stay.
struct SamplerOptions {
  double temperature = 0;     ///< logits are divided by it; 0 takes the largest
  std::int64_t top_k = 0;     ///< only so many of the most likely; 0 is all
  double top_p = 1;           ///< only the most likely that together have this probability
  double min_p = 0;           ///< only those with this part of the largest probability
  double repeat_penalty = 1;  ///< logits of tokens that came before: divided by it when above 0,
                              ///< else multiplied (Keskar et al. 2019, CTRL, section 4.1)
  std::uint64_t seed = 0;

  /// Error for a number outside its range.
  void check() const;
};

/// Draws the tokens of one sequence, with random numbers of its own.
class Sampler {
 public:
  Sampler(const SamplerOptions& options, std::int64_t sequence);

  /// The next token; `before` are the tokens so far. Error when a logit is NaN or none is above
  /// -infinity.
  std::int64_t draw(std::span<const double> logits, std::span<const std::int64_t> before);

 private:
  SamplerOptions options_;
  NamedRandom random_;
  std::uint64_t drawn_ = 0;
};

}  // namespace atto
