#pragma once
#include <array>
#include <cstdint>
#include <random>
#include <string>

namespace atto {

/// Philox4x32-10: four random words for every counter and key. Salmon et al., "Parallel random
/// numbers: as easy as 1, 2, 3", SC 2011.
using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;
PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

/// Random numbers that depend on (seed, name, index) alone, so that a new weight shifts no other:
/// Philox with the seed as its key; the index and a hash of the name (FNV-1a, 64 bits) are the
/// lower and the upper half of its counter.
class NamedRandom {
 public:
  NamedRandom(std::uint64_t seed, const std::string& name);

  /// Uniform in [0, 1), 53 bits; the index-th number of this stream.
  double uniform(std::uint64_t index) const;
  /// Normal with mean 0 and deviation 1 (Box and Muller 1958). Take either uniform(i) or normal(i)
  /// for one i: they come from the same words.
  double normal(std::uint64_t index) const;

 private:
  PhiloxCounter words(std::uint64_t index) const;

  std::uint64_t seed_;
  std::uint64_t stream_;
};

/// NumPy's legacy stream: np.random.seed(seed), then np.random.rand() for each number (MT19937,
/// 53-bit doubles) or np.random.randn() (polar method, the second value kept for the next call).
class NumpyRandom {
 public:
  explicit NumpyRandom(std::uint32_t seed) : engine_(seed) {}

  double uniform();
  double normal();

 private:
  std::mt19937 engine_;
  double kept_ = 0;
  bool has_kept_ = false;
};

}  // namespace atto
