#include "framework/core/parallel.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <stdlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "framework/core/error.h"

namespace atto {
namespace {

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// The ranges that one call makes, in their order.
Ranges ranges_of(std::int64_t count, std::int64_t grain) {
  std::mutex mutex;
  Ranges ranges;
  parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    ranges.emplace_back(begin, end);
  });
  std::sort(ranges.begin(), ranges.end());
  return ranges;
}

class Parallel : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_threads(GetParam()); }
  void TearDown() override { set_threads(available_threads()); }
};

INSTANTIATE_TEST_SUITE_P(Threads, Parallel, testing::Values(1, 2, 4));

TEST_P(Parallel, RangesDependOnCountAndGrainAlone) {
  EXPECT_EQ(ranges_of(10, 4), (Ranges{{0, 4}, {4, 8}, {8, 10}}));
  EXPECT_EQ(ranges_of(8, 4), (Ranges{{0, 4}, {4, 8}}));
  EXPECT_EQ(ranges_of(3, 4), (Ranges{{0, 3}}));
  EXPECT_EQ(ranges_of(3, 1), (Ranges{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(ranges_of(0, 4), Ranges{});
}

TEST_P(Parallel, TheLargestCountDoesNotOverflow) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(ranges_of(most, most - 1), (Ranges{{0, most - 1}, {most - 1, most}}));
  EXPECT_EQ(ranges_of(most, most), (Ranges{{0, most}}));
}

TEST_P(Parallel, EveryElementOnceInManyCalls) {
  std::vector<int> visits(1000, 0);
  for (int call = 0; call < 2000; ++call)
    parallel_for(1000, 10, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
  EXPECT_EQ(visits, std::vector<int>(1000, 2000));
}

TEST_P(Parallel, ParkedThreadsWakeAgain) {
  for (int call = 0; call < 20; ++call) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));  // beyond the time that they spin
    EXPECT_EQ(ranges_of(4, 1).size(), 4u);
  }
}

TEST_P(Parallel, TheExceptionOfTheFirstRangeIsRethrown) {
  for (int call = 0; call < 200; ++call) {
    try {
      parallel_for(64, 1, [](std::int64_t begin, std::int64_t) {
        if (begin >= 3) throw Error(text("range ", begin));
      });
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.message(), "range 3");
    }
  }
  EXPECT_EQ(ranges_of(64, 1).size(), 64u) << "the pool must live on";
}

TEST_P(Parallel, NoRangeBeginsAfterAnException) {
  std::atomic<int> begun = 0;
  EXPECT_THROW(parallel_for(1'000'000'000'000, 1,
                            [&](std::int64_t, std::int64_t) {
                              ++begun;
                              throw std::runtime_error("stop");
                            }),
               std::runtime_error);
  EXPECT_LE(begun, GetParam());
}

TEST_P(Parallel, InsideWorkItRunsOnTheThreadOfTheCaller) {
  std::atomic<int> elsewhere = 0, inner = 0;
  parallel_for(8, 1, [&](std::int64_t, std::int64_t) {
    const auto outer = std::this_thread::get_id();
    parallel_for(5, 2, [&](std::int64_t, std::int64_t) {
      ++inner;
      if (std::this_thread::get_id() != outer) ++elsewhere;
    });
  });
  EXPECT_EQ(inner, 8 * 3);
  EXPECT_EQ(elsewhere, 0);
}

TEST_P(Parallel, OneRangeRunsOnTheThreadOfTheCaller) {
  std::thread::id id;
  parallel_for(5, 5, [&](std::int64_t, std::int64_t) { id = std::this_thread::get_id(); });
  EXPECT_EQ(id, std::this_thread::get_id());
}

TEST_P(Parallel, CallersOnSeveralThreadsDoNotMeet) {
  std::vector<std::thread> callers;
  std::vector<std::int64_t> sums(3, 0);
  for (std::size_t c = 0; c < sums.size(); ++c) {
    callers.emplace_back([&sums, c] {
      for (int call = 0; call < 300; ++call) {
        std::atomic<std::int64_t> sum = 0;
        parallel_for(100, 7, [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t i = begin; i < end; ++i) sum += i;
        });
        sums[c] += sum;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sums, std::vector<std::int64_t>(3, 300 * 4950));
}

TEST(Threads, WorkIsSharedBetweenThem) {
  set_threads(3);
  // Each of the three ranges ends only when all three have begun, so no thread can take two.
  std::atomic<int> begun = 0;
  std::mutex mutex;
  std::set<std::thread::id> ids;
  parallel_for(3, 1, [&](std::int64_t, std::int64_t) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      ids.insert(std::this_thread::get_id());
    }
    ++begun;
    while (begun < 3) std::this_thread::yield();
  });
  EXPECT_EQ(ids.size(), 3u);
  set_threads(available_threads());
}

/// What this thread may run on.
cpu_set_t processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  return set;
}

TEST(Threads, KeepOffTheProcessorOfTheCaller) {
  if (available_threads() < 2) GTEST_SKIP() << "there is one processor";
  set_threads(2);
  ranges_of(2, 1);
  const cpu_set_t before = processors();
  const auto caller = std::this_thread::get_id();
  for (int here = 0; here < CPU_SETSIZE; ++here) {
    if (!CPU_ISSET(here, &before)) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(here, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    std::atomic<int> begun = 0, shared = 0;
    parallel_for(2, 1, [&](std::int64_t, std::int64_t) {
      ++begun;
      while (begun < 2) std::this_thread::yield();
      const cpu_set_t mine = processors();
      if (std::this_thread::get_id() != caller && CPU_ISSET(here, &mine)) ++shared;
    });
    EXPECT_EQ(shared, 0) << "processor " << here;
  }
  EXPECT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  set_threads(available_threads());
}

TEST(Threads, TheirNumberCanBeChanged) {
  for (const int count : {4, 1, 3, 2, 1}) {
    set_threads(count);
    EXPECT_EQ(threads(), count);
    EXPECT_EQ(ranges_of(9, 2).size(), 5u);
  }
  set_threads(available_threads());
}

TEST(Threads, ANumberThatCannotBeIsAnError) {
  for (const int count : {0, -1, 1025}) {
    try {
      set_threads(count);
      FAIL() << count;
    } catch (const Error& error) {
      EXPECT_EQ(error.message(), text("the number of threads must be 1 to 1024, not ", count));
    }
  }
}

TEST(Threads, AtFirstAllThatAreAvailable) {
  EXPECT_GE(available_threads(), 1);
  EXPECT_LE(available_threads(), static_cast<int>(std::thread::hardware_concurrency()));
}

void work_once() { EXPECT_EQ(ranges_of(9, 1).size(), 9u); }

class ThreadsDeathTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, GetParam()); }
  void TearDown() override {
    GTEST_FLAG_SET(death_test_style, "fast");
    set_threads(available_threads());
  }
};

INSTANTIATE_TEST_SUITE_P(Styles, ThreadsDeathTest, testing::Values("fast", "threadsafe"));

// "fast" forks a process that has threads: the copy has none of them, but must work and end.
TEST_P(ThreadsDeathTest, TheProcessEndsWhileTheyAreParked) {
  set_threads(3);
  work_once();
  EXPECT_EXIT(std::exit(3), testing::ExitedWithCode(3), "");
  EXPECT_EXIT((work_once(), std::exit(4)), testing::ExitedWithCode(4), "");
}

TEST(ExitDeathTest, TheProcessEndsInsideWork) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto exit_in_range = [](std::int64_t wanted) {
    set_threads(3);
    parallel_for(9, 1, [&](std::int64_t begin, std::int64_t) {
      if (begin == wanted) std::exit(5);
    });
  };
  EXPECT_EXIT(exit_in_range(0), testing::ExitedWithCode(5), "");
  EXPECT_EXIT(exit_in_range(8), testing::ExitedWithCode(5), "");
  GTEST_FLAG_SET(death_test_style, "fast");
}

/// A folder that stands for / and has the cgroup files of a machine.
class Quota : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "quotaXXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string& path, const std::string& content) {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << content;
  }
  int threads() const { return detail::quota_threads(root_); }

  std::string root_;
};

TEST_F(Quota, NoFilesNoLimit) { EXPECT_EQ(threads(), 0); }

TEST_F(Quota, Version2RoundsUp) {
  write("/proc/self/cgroup", "0::/user.slice/job\n");
  write("/sys/fs/cgroup/user.slice/job/cpu.max", "250000 100000\n");
  EXPECT_EQ(threads(), 3);
  write("/sys/fs/cgroup/user.slice/job/cpu.max", "20000 100000\n");
  EXPECT_EQ(threads(), 1);
  write("/sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
  EXPECT_EQ(threads(), 0);
}

TEST_F(Quota, TheLowestLimitOnTheWayUpHolds) {
  write("/proc/self/cgroup", "0::/a/b\n");
  write("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  write("/sys/fs/cgroup/a/cpu.max", "400000 100000\n");
  EXPECT_EQ(threads(), 4);
  write("/sys/fs/cgroup/cpu.max", "200000 100000\n");  // as a container sees its own
  EXPECT_EQ(threads(), 2);
}

TEST_F(Quota, Version1) {
  write("/proc/self/cgroup", "5:memory:/other\n4:cpu,cpuacct:/docker/ab\n0::/\n");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n");
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  write("/sys/fs/cgroup/cpu,cpuacct/other/cpu.cfs_quota_us", "50000\n");  // not this process's
  write("/sys/fs/cgroup/cpu,cpuacct/other/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(threads(), 2);
  write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(threads(), 0);
}

TEST_F(Quota, WhatCannotBeReadIsNoLimit) {
  write("/proc/self/cgroup", "nonsense\n0::\n4:cpu\n");
  write("/sys/fs/cgroup/cpu.max", "100000 0\n");
  EXPECT_EQ(threads(), 0);
}

}  // namespace
}  // namespace atto
