// Times core/gemm.h against OpenBLAS's own call with the same number of threads:
//
//     gemm_bench [ROUNDS [NAME]]      the cases whose name begins with NAME, else all
//
// Built beside a build folder that has the library:
//
//     c++ -std=c++20 -O2 -I. tools/bench/gemm_bench.cc -o gemm_bench
//         -Lbuild -Wl,-rpath,build -lattograph -lopenblas
//
// Both take turns, round by round, and the medians are printed, so that what else the machine does
// meets both alike. Between turns it sleeps until OpenBLAS's threads have stopped spinning.
#include <cblas.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "framework/core/gemm.h"
#include "framework/core/parallel.h"

namespace {

using atto::Matrix;

constexpr unsigned kPause = 40'000;  // microseconds: OpenBLAS's threads spin for about 30 ms
constexpr double kTurn = 0.01;       // seconds of work in a turn

struct Case {
  const char* name;
  std::int64_t count, m, n, k;
  bool transposed;  // whether b is stored as [n, k]
};

const Case kCases[] = {
    {"large", 1, 1024, 512, 512, false},
    {"large, b transposed", 1, 1024, 512, 512, true},
    {"larger", 1, 1024, 1024, 512, false},
    {"larger, b transposed", 1, 1024, 1024, 512, true},
    {"medium", 1, 256, 256, 256, false},
    {"small", 1, 128, 128, 128, false},
    {"64 rows", 1, 64, 3072, 768, true},
    {"8 rows", 1, 8, 2048, 512, true},
    {"4 rows", 1, 4, 2048, 512, true},
    {"2 rows", 1, 2, 2048, 512, true},
    {"2 rows", 1, 2, 2048, 512, false},
    {"a row", 1, 1, 2048, 512, false},
    {"a row, b transposed", 1, 1, 2048, 512, true},
    {"a row, vocabulary", 1, 1, 50304, 768, true},
    {"the article's", 1, 4, 4, 3, true},
    {"tiny", 1, 8, 8, 8, true},
    {"batch of tiny", 1000, 4, 4, 3, true},
    {"batch of heads", 96, 64, 64, 64, true},
};

double seconds_of(const std::function<void()>& work, int repeats) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / repeats;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void compare(const Case& c, int threads, int rounds) {
  const std::size_t count = static_cast<std::size_t>(c.count);
  std::vector<float> a(count * static_cast<std::size_t>(c.m * c.k), 0.5f);
  std::vector<float> b(count * static_cast<std::size_t>(c.k * c.n), 0.25f);
  std::vector<float> out(count * static_cast<std::size_t>(c.m * c.n));
  const auto theirs = [&] {
    const auto m = static_cast<int>(c.m), n = static_cast<int>(c.n), k = static_cast<int>(c.k);
    for (std::int64_t i = 0; i < c.count; ++i) {
      cblas_sgemm(CblasRowMajor, CblasNoTrans, c.transposed ? CblasTrans : CblasNoTrans, m, n, k, 1,
                  a.data() + i * c.m * c.k, k, b.data() + i * c.k * c.n, c.transposed ? k : n, 0,
                  out.data() + i * c.m * c.n, n);
    }
  };
  const auto ours = [&] {
    atto::gemm_batch<float>(c.count, Matrix<const float>::dense(a.data(), c.m, c.k), c.m * c.k,
                            Matrix<const float>::dense(b.data(), c.k, c.n, c.transposed), c.k * c.n,
                            Matrix<float>::dense(out.data(), c.m, c.n), c.m * c.n);
  };
  atto::set_threads(threads);
  std::vector<double> own_times, their_times;
  int repeats = 1;
  for (int round = 0; round < rounds; ++round) {
    openblas_set_num_threads(threads);
    if (round == 0) repeats = static_cast<int>(std::max(3.0, kTurn / seconds_of(theirs, 2)));
    seconds_of(theirs, 1);
    their_times.push_back(seconds_of(theirs, repeats));
    usleep(kPause);
    openblas_set_num_threads(1);
    seconds_of(ours, 1);
    own_times.push_back(seconds_of(ours, repeats));
  }
  const double own = median(own_times), their = median(their_times);
  const double flops = 2.0 * static_cast<double>(c.count * c.m * c.n) * static_cast<double>(c.k);
  std::printf("%-22s %4ld x %4ld x %5ld x %4ld %2d %12.2f %12.2f %7.2f %8.1f\n", c.name,
              static_cast<long>(c.count), static_cast<long>(c.m), static_cast<long>(c.n),
              static_cast<long>(c.k), threads, own * 1e6, their * 1e6, own / their,
              flops / own / 1e9);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  std::printf("float32, count x m x n x k, threads   ours, us   OpenBLAS, us   ratio   GFLOP/s\n");
  for (const Case& c : kCases) {
    if (argc > 2 && std::strncmp(c.name, argv[2], std::strlen(argv[2])) != 0) continue;
    for (const int threads : {1, 2}) compare(c, threads, rounds);
  }
}
