#pragma once
#include <cmath>
#include <numbers>
#include <string>

#include "framework/op/op.h"

namespace atto {

/// The attributes of rope, and the angles that follow from them.
class RopeAngles {
 public:
  explicit RopeAngles(Attributes& a)
      : half_(a.word("style", {"half", "interleaved"},
                     "what pairs up: i with i + dims / 2, or 2 i with 2 i + 1") == "half"),
        theta_(a.get<double>("theta", "the longest wave has 2 pi theta positions")),
        dims_(a.get<std::optional<std::int64_t>>("dims",
                                                 "how many of D are turned; all if left out")),
        scaling_(a.word("scaling", {"none", "linear", "llama3", "yarn"},
                        "how angles are made smaller for a longer context", "none")),
        factor_(parameter(a, "factor", {"linear", "llama3", "yarn"}, "how much longer it is")),
        original_context_(parameter(a, "original_context", {"llama3", "yarn"},
                                    "positions of the context before")),
        low_freq_factor_(parameter(a, "low_freq_factor", {"llama3"},
                                   "waves that fit less often into it are scaled in full")),
        high_freq_factor_(parameter(a, "high_freq_factor", {"llama3"},
                                    "waves that fit more often into it stay as they are")),
        beta_fast_(parameter(a, "beta_fast", {"yarn"},
                             "pairs that turn more often in it stay as they are", 32)),
        beta_slow_(parameter(a, "beta_slow", {"yarn"},
                             "pairs that turn less often in it are scaled in full", 1)),
        attention_factor_(parameter(a, "attention_factor", {"yarn"},
                                    "factor of the result; 0.1 log(factor) + 1 if left out",
                                    scaling_ == "yarn" ? 0.1 * std::log(factor_) + 1 : 1)),
        truncate_(a.get<bool>("truncate", "whether yarn rounds where the two betas fall", true)) {
    check(theta_ >= 1 && (scaling_ != "yarn" || theta_ > 1), "theta", theta_,
          scaling_ == "yarn" ? "above 1" : "at least 1");
    check(!dims_ || (*dims_ >= 2 && *dims_ % 2 == 0), "dims", dims_.value_or(0),
          "even and at least 2: it counts both of a pair");
    check(factor_ >= 1, "factor", factor_, "at least 1");
    check(scaling_ != "llama3" || high_freq_factor_ > low_freq_factor_, "high_freq_factor",
          high_freq_factor_, "above low_freq_factor");
    check(beta_fast_ >= beta_slow_, "beta_fast", beta_fast_, "at least beta_slow");
  }

  bool half() const { return half_; }
  /// What y is longer than x.
  double magnitude() const { return attention_factor_; }

  /// How many of D are turned. Error when there are not so many, or when they are odd.
  std::int64_t turned(std::int64_t D) const {
    if (dims_ && *dims_ > D)
      throw Error(text("dims = ", *dims_, " is more than x has: D = ", D)).about("dims");
    if (!dims_ && D % 2 != 0)
      throw Error(text("x has D = ", D, ", which is odd: give 'dims', how many are turned"))
          .about("x");
    return dims_.value_or(D);
  }

  /// The same before the sizes are known.
  Dim turned(const Dim& D) const { return dims_ ? Dim(*dims_) : D; }

  /// By how many radians each pair turns from one position to the next.
  std::vector<double> frequencies(std::int64_t dims) const {
    std::vector<double> out(static_cast<std::size_t>(dims / 2));
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = std::pow(theta_, -2.0 * static_cast<double>(i) / static_cast<double>(dims));
    if (scaling_ == "linear")
      for (double& f : out) f /= factor_;
    if (scaling_ == "llama3")
      for (double& f : out) f = llama3(f);
    if (scaling_ == "yarn") yarn(static_cast<double>(dims), out);
    return out;
  }

 private:
  /// An attribute of some ways of scaling: with these it is required unless there is a fallback,
  /// with others it is refused.
  double parameter(Attributes& a, const std::string& name, const std::vector<std::string>& ways,
                   const std::string& document, std::optional<double> fallback = {}) const {
    const auto value = a.get<std::optional<double>>(name, document);
    const bool used = std::find(ways.begin(), ways.end(), scaling_) != ways.end();
    if (value && !used)
      throw Error(text("'", name, "' has no meaning with scaling ", scaling_)).about(name);
    if (!value && used && !fallback)
      throw Error(text("scaling ", scaling_, " needs '", name, "': ", document)).about("scaling");
    check(value.value_or(1) > 0, name, value.value_or(1), "above 0");
    return value.value_or(fallback.value_or(1));
  }
  template <class Number>
  static void check(bool right, const std::string& name, Number value, const std::string& rule) {
    if (!right) throw Error(text("'", name, "' must be ", rule, "; not ", value)).about(name);
  }

  double llama3(double frequency) const {
    const double waves = original_context_ * frequency / (2 * std::numbers::pi);
    if (waves > high_freq_factor_) return frequency;
    if (waves < low_freq_factor_) return frequency / factor_;
    const double keep = (waves - low_freq_factor_) / (high_freq_factor_ - low_freq_factor_);
    return ((1 - keep) / factor_ + keep) * frequency;
  }

  void yarn(double dims, std::vector<double>& frequencies) const {
    const auto pair_that_turns = [&](double times) {
      return dims * std::log(original_context_ / (times * 2 * std::numbers::pi)) /
             (2 * std::log(theta_));
    };
    double first = pair_that_turns(beta_fast_), last = pair_that_turns(beta_slow_);
    if (truncate_) first = std::floor(first), last = std::ceil(last);
    first = std::max(first, 0.0), last = std::min(last, dims - 1);
    if (first == last) last += 0.001;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const double scaled = std::clamp((static_cast<double>(i) - first) / (last - first), 0.0, 1.0);
      frequencies[i] *= scaled / factor_ + (1 - scaled);
    }
  }

  bool half_;
  double theta_;
  std::optional<std::int64_t> dims_;
  std::string scaling_;
  double factor_, original_context_, low_freq_factor_, high_freq_factor_, beta_fast_, beta_slow_,
      attention_factor_;
  bool truncate_;
};

}  // namespace atto
