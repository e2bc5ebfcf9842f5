#include "framework/core/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "framework/core/error.h"

namespace atto {
namespace {

constexpr int kMostThreads = 1024;
// Waking a parked worker costs 5 microseconds to 100 on a virtual machine, as much as a small node
// takes; between the nodes of a run, and between two runs, it should find them awake.
constexpr std::chrono::milliseconds kSpin(1);
constexpr std::size_t kCacheLine = 64;  // bytes: keeps apart what different threads write

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// The word's value once done(value) holds, or when the time for spinning is over.
template <class Done>
std::uint32_t spin_until(const std::atomic<std::uint32_t>& word, bool spin, const Done& done) {
  std::uint32_t value = word;
  if (!spin || done(value)) return value;
  const auto deadline = std::chrono::steady_clock::now() + kSpin;
  do {
    for (int i = 0; i < 16 && !done(value); ++i) {
      pause();
      value = word;
    }
  } while (!done(value) && std::chrono::steady_clock::now() < deadline);
  return value;
}

struct Job {
  std::int64_t count;
  std::int64_t grain;
  std::int64_t ranges;
  detail::RangeFunction work;
  void* context;

  void run(std::int64_t range) const {
    const std::int64_t begin = range * grain;
    work(context, begin, count - begin > grain ? begin + grain : count);
  }
};

/// The threads, and the one job that they work on. `gate_` says in one word who may touch the job:
/// the caller writes it while the gate is shut and nobody is inside; a worker reads it after it
/// came in through the open gate. So a worker that wakes late finds the gate shut and does nothing,
/// and no caller waits for threads that are still asleep.
class Pool {
 public:
  static Pool& instance() {
    static Pool pool;
    return pool;
  }

  int threads() const { return threads_; }
  void set_threads(int count);
  void run(const Job& job);

 private:
  // The parts of gate_: how many workers are inside, whether more may come in, whether the caller
  // sleeps until all have left, whether the threads shall end, and a count of jobs that tells a
  // worker the next one from that which it has left.
  static constexpr std::uint32_t kInside = 0x7FF;
  static constexpr std::uint32_t kOpen = 0x800;
  static constexpr std::uint32_t kAwaited = 0x1000;
  static constexpr std::uint32_t kEnd = 0x2000;
  static constexpr std::uint32_t kJob = 0x4000;
  static constexpr std::uint32_t job_of(std::uint32_t gate) { return gate / kJob; }

  Pool() { configure(available_threads()); }
  ~Pool() { stop(); }

  void configure(int count);
  void start();
  void stop();
  void make_way();

  void open(std::size_t helpers);
  void shut();
  bool enter(std::uint32_t gate);
  void leave();
  void work_until_end();
  void take_ranges();
  void keep(std::exception_ptr exception, std::int64_t range);

  std::atomic<bool> busy_ = false;  // somebody is in run() or set_threads()
  std::atomic<int> threads_ = 1;
  bool roomy_ = true;  // each has a processor, so that none that spins holds up one that works
  std::vector<std::thread> workers_;
  pid_t process_ = 0;  // whose threads they are: a fork has none of them
  cpu_set_t processors_{};
  int left_free_ = -1;  // the processor that the workers keep off

  Job job_{};
  std::mutex exception_mutex_;
  std::exception_ptr exception_;
  std::int64_t exception_range_ = 0;

  alignas(kCacheLine) std::atomic<std::int64_t> next_ = 0;  // the first range nobody has taken
  alignas(kCacheLine) std::atomic<std::uint32_t> gate_ = 0;
};

void Pool::configure(int count) {
  threads_ = count;
  roomy_ = count <= available_threads();
}

void Pool::set_threads(int count) {
  ATTO_CHECK(!busy_.exchange(true, std::memory_order_acquire));
  stop();
  configure(count);
  busy_.store(false, std::memory_order_release);
}

void Pool::start() {
  process_ = getpid();
  if (sched_getaffinity(0, sizeof processors_, &processors_) != 0) CPU_ZERO(&processors_);
  left_free_ = -1;
  try {
    while (static_cast<int>(workers_.size()) + 1 < threads_)
      workers_.emplace_back([this] { work_until_end(); });
  } catch (const std::system_error&) {
    // The system gives no more threads; fewer do the same work.
  }
  if (workers_.empty()) threads_ = 1;
}

void Pool::stop() {
  gate_ |= kEnd;
  gate_.notify_all();
  for (std::thread& worker : workers_) {
    // exit() inside work must not wait for its own thread, nor a fork for threads it has not.
    const bool ends = process_ == getpid() && worker.get_id() != std::this_thread::get_id();
    ends ? worker.join() : worker.detach();
  }
  workers_.clear();
  gate_ &= ~kEnd;
}

/// Keeps the workers off the caller's processor. On a busy machine the kernel likes to wake a
/// thread where its waker runs, and the two would take turns instead of working side by side.
void Pool::make_way() {
  const int here = sched_getcpu();
  if (here == left_free_ || !roomy_ || here < 0 || here >= CPU_SETSIZE) return;
  left_free_ = here;
  cpu_set_t others = processors_;
  CPU_CLR(here, &others);
  if (CPU_COUNT(&others) == 0) return;
  for (std::thread& worker : workers_)
    pthread_setaffinity_np(worker.native_handle(), sizeof others, &others);
}

void Pool::run(const Job& job) {
  if (threads_ == 1 || busy_.exchange(true, std::memory_order_acquire)) {
    for (std::int64_t range = 0; range < job.ranges; ++range) job.run(range);
    return;
  }
  if (workers_.empty()) start();
  make_way();
  job_ = job;
  next_ = 0;
  open(static_cast<std::size_t>(job.ranges - 1));
  take_ranges();
  shut();
  const std::exception_ptr exception = std::exchange(exception_, nullptr);
  busy_.store(false, std::memory_order_release);
  if (exception) std::rethrow_exception(exception);
}

/// Begins a job that `helpers` workers can take part in.
void Pool::open(std::size_t helpers) {
  gate_ += kJob + kOpen;  // in one step, so that an end meanwhile asked for stays so
  if (helpers >= workers_.size()) return gate_.notify_all();
  for (std::size_t i = 0; i < helpers; ++i) gate_.notify_one();
}

/// Ends the job: returns when all workers have left.
void Pool::shut() {
  gate_ &= ~kOpen;
  const auto empty = [](std::uint32_t gate) { return (gate & kInside) == 0; };
  if (empty(spin_until(gate_, roomy_, empty))) return;
  std::uint32_t gate = gate_ |= kAwaited;
  while (!empty(gate)) {
    gate_.wait(gate);
    gate = gate_;
  }
  gate_ &= ~kAwaited;
}

/// Whether the worker is inside the job that `gate` showed, before it was shut.
bool Pool::enter(std::uint32_t gate) {
  const std::uint32_t job = job_of(gate);
  while ((gate & kOpen) && job_of(gate) == job)
    if (gate_.compare_exchange_weak(gate, gate + 1)) return true;
  return false;
}

void Pool::leave() {
  const std::uint32_t gate = --gate_;
  if ((gate & kInside) == 0 && (gate & kAwaited)) gate_.notify_all();
}

void Pool::work_until_end() {
  std::uint32_t left = 0;  // the job it has been in
  const auto due = [&left](std::uint32_t gate) {
    return (gate & kEnd) || ((gate & kOpen) && job_of(gate) != left);
  };
  for (;;) {
    std::uint32_t gate = spin_until(gate_, roomy_, due);
    while (!due(gate)) {
      gate_.wait(gate);
      gate = gate_;
    }
    if (gate & kEnd) return;
    left = job_of(gate);
    if (!enter(gate)) continue;
    take_ranges();
    leave();
  }
}

void Pool::take_ranges() {
  for (;;) {
    const std::int64_t range = next_.fetch_add(1, std::memory_order_relaxed);
    if (range >= job_.ranges) return;
    try {
      job_.run(range);
    } catch (...) {
      keep(std::current_exception(), range);
    }
  }
}

/// Keeps the exception of the first range: all ranges before it have been taken already, so which
/// one is kept does not depend on the threads.
void Pool::keep(std::exception_ptr exception, std::int64_t range) {
  next_ = job_.ranges;
  const std::lock_guard<std::mutex> lock(exception_mutex_);
  if (exception_ && exception_range_ < range) return;
  exception_ = std::move(exception);
  exception_range_ = range;
}

/// quota / period processors, rounded up.
int processors_of(std::int64_t quota, std::int64_t period) {
  const std::int64_t whole = quota / period + (quota % period != 0);
  return static_cast<int>(std::clamp<std::int64_t>(whole, 1, kMostThreads));
}

/// The limit that one cgroup's folder sets by itself, 0 for none.
int quota_of(const std::string& folder) {
  std::int64_t quota = 0, period = 0;
  if (std::ifstream(folder + "/cpu.max") >> quota >> period && quota > 0 && period > 0)
    return processors_of(quota, period);
  if (std::ifstream(folder + "/cpu.cfs_quota_us") >> quota &&
      std::ifstream(folder + "/cpu.cfs_period_us") >> period && quota > 0 && period > 0)
    return processors_of(quota, period);
  return 0;
}

/// The lowest limit of the group at `path` below `mount` and of all groups around it, 0 for none.
int lowest_quota(const std::string& mount, std::string path) {
  int lowest = 0;
  for (;;) {
    const int quota = quota_of(mount + path);
    if (quota > 0 && (lowest == 0 || quota < lowest)) lowest = quota;
    if (path.empty()) return lowest;
    path.erase(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
  }
}

}  // namespace

int detail::quota_threads(const std::string& root) {
  const std::string top = root + "/sys/fs/cgroup";
  int lowest = 0;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line;
       std::getline(groups, line);) {  // 4:cpu,cpuacct:/path, in version 2 0::/path
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::vector<std::string> mounts;
    if (controllers.empty()) mounts = {top, top + "/unified"};
    if (("," + controllers + ",").find(",cpu,") != std::string::npos)
      mounts = {top + "/cpu", top + "/" + controllers};
    for (const std::string& mount : mounts) {
      const int quota = lowest_quota(mount, line.substr(second + 1));
      if (quota > 0 && (lowest == 0 || quota < lowest)) lowest = quota;
    }
  }
  return lowest;
}

int available_threads() {
  cpu_set_t processors;
  int count = static_cast<int>(std::thread::hardware_concurrency());
  if (sched_getaffinity(0, sizeof processors, &processors) == 0) count = CPU_COUNT(&processors);
  const int quota = detail::quota_threads("");
  if (quota > 0) count = std::min(count, quota);
  return std::clamp(count, 1, kMostThreads);
}

void set_threads(int count) {
  require(count >= 1 && count <= kMostThreads, "the number of threads must be 1 to ", kMostThreads,
          ", not ", count);
  Pool::instance().set_threads(count);
}

int threads() { return Pool::instance().threads(); }

void detail::parallel_for(std::int64_t count, std::int64_t grain, RangeFunction work,
                          void* context) {
  ATTO_CHECK(grain > 0);
  if (count <= 0) return;
  if (count <= grain) return work(context, 0, count);
  Pool::instance().run({count, grain, (count - 1) / grain + 1, work, context});
}

}  // namespace atto
