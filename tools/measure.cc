#include "tools/measure.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <string>

namespace atto::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kWarmUp = 0.1;  // seconds
constexpr double kMeasured = 1;  // seconds
constexpr std::int64_t kLeastRuns = 5;
constexpr std::int64_t kMostRuns = 1'000'000;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The times of `runs` calls, or of as many as fit the time.
std::vector<double> time_of_each(std::optional<std::int64_t> runs,
                                 const std::function<void()>& work) {
  std::vector<double> seconds;
  const auto begin = Clock::now();
  const auto enough = [&](std::int64_t done) {
    if (runs) return done >= *runs;
    return done >= kMostRuns || (done >= kLeastRuns && seconds_since(begin) > kMeasured);
  };
  while (!enough(std::ssize(seconds))) {
    const auto start = Clock::now();
    work();
    seconds.push_back(seconds_since(start));
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

double quantile_of(const std::vector<double>& ascending, double share) {
  const double place = share * double(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return ascending[below] + (place - double(below)) * (ascending[above] - ascending[below]);
}

/// The most memory since forget_peak(), or since the process began where the system cannot forget.
std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace

double Measurement::quantile(double share) const { return quantile_of(seconds, share); }

Measurement measure(Session& session, const Feed& feed, std::optional<std::int64_t> runs) {
  Measurement result;
  forget_peak();
  const auto warm = Clock::now();
  do session.run(feed);
  while (seconds_since(warm) < kWarmUp);
  result.seconds = time_of_each(runs, [&] { session.run(feed); });
  result.peak_bytes = peak_memory();
  result.arena_bytes = static_cast<std::int64_t>(session.layout().arena_bytes);
  for (const Weight& weight : session.graph().weights)
    result.weight_bytes +=
        static_cast<std::int64_t>(session.weight(session.graph().value(weight.value).name).bytes());

  std::vector<std::vector<double>> times;  // by node
  std::size_t next = 0;
  session.set_observer([&](const StepReport& report) {
    if (next == times.size()) {
      times.emplace_back();
      result.nodes.push_back(profile_row(report));
    }
    times[next++].push_back(report.seconds);
  });
  time_of_each(runs, [&] {
    next = 0;
    session.run(feed);
  });
  session.set_observer({});
  for (std::size_t i = 0; i < times.size(); ++i) {
    std::sort(times[i].begin(), times[i].end());
    result.nodes[i].seconds = quantile_of(times[i], 0.5);
    result.flops += result.nodes[i].flops;
    result.bytes += result.nodes[i].bytes;
  }
  return result;
}

}  // namespace atto::tools
