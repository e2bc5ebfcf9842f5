#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "framework/run/session.h"
#include "tools/profile.h"

namespace atto::tools {

/// What a session does again and again with one feed.
struct Measurement {
  std::vector<double> seconds;    ///< of each run, ascending
  std::vector<ProfileRow> nodes;  ///< in the order in which they run; seconds are medians
  std::int64_t flops = 0;         ///< of a run
  std::int64_t bytes = 0;         ///< of all inputs and outputs of all nodes
  std::int64_t weight_bytes = 0;
  std::int64_t arena_bytes = 0;
  std::int64_t peak_bytes = 0;  ///< the most memory that the process held meanwhile

  /// The time that a share of the runs did not exceed, as numpy.quantile gives it: 0.5 is the
  /// median.
  double quantile(double share) const;
  double median() const { return quantile(0.5); }
};

/// Runs for a while untimed, then timed: `runs` times, or for a second and at least 5 times; then
/// once more so, with every node timed.
Measurement measure(Session& session, const Feed& feed, std::optional<std::int64_t> runs);

}  // namespace atto::tools
