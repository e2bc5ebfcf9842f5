#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace atto {

/// How many threads this machine lets the process use: the smaller of its processor affinity and
/// its cgroup's quota (rounded up), at least 1.
int available_threads();

/// The threads that parallel_for uses from now on, the caller's included; at first
/// available_threads(). Error unless it is 1 to 1024. Not while work runs.
void set_threads(int count);
int threads();

namespace detail {
using RangeFunction = void (*)(void* context, std::int64_t begin, std::int64_t end);
void parallel_for(std::int64_t count, std::int64_t grain, RangeFunction work, void* context);

/// The processors that the cgroup of this process may use, rounded up, or 0 when it sets no limit:
/// the lowest cpu.max (version 2) or cpu.cfs_quota_us (version 1) from its own folder up to the
/// top. `root` stands for `/`, so that a test can bring its own files.
int quota_threads(const std::string& root);
}  // namespace detail

/// Calls work(begin, end) for the ranges [0, grain), [grain, 2 * grain), ... of [0, count), each
/// once, on the one pool of the process. The ranges depend on count and grain alone, never on the
/// number of threads: work that depends on its range only gives the same bits with every number.
/// Returns when all is done. When `work` throws, no further range begins, and the exception of the
/// first range (in their order) that threw is rethrown here, whatever the number of threads. With
/// one range, from inside `work`, or while another thread uses the pool, all runs on the caller's
/// thread.
template <class Work>
void parallel_for(std::int64_t count, std::int64_t grain, Work&& work) {
  using Plain = std::remove_reference_t<Work>;
  detail::parallel_for(
      count, grain,
      [](void* context, std::int64_t begin, std::int64_t end) {
        (*static_cast<Plain*>(context))(begin, end);
      },
      const_cast<void*>(static_cast<const void*>(std::addressof(work))));
}

}  // namespace atto
