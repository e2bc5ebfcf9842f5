#pragma once
#include <cstdint>
#include <memory>
#include <random>
#include <string>

namespace atto {

/// Random numbers that depend on (seed, name, index) alone: Philox4x32-10 (Salmon et al., "Parallel
/// random numbers: as easy as 1, 2, 3", SC 2011), keyed by the seed and a hash of the name, so that
/// a new weight shifts no other.
class NamedRandom {
 public:
  NamedRandom(std::uint64_t seed, const std::string& name);

  /// Uniform in [0, 1), 53 bits; the index-th number of this stream.
  double uniform(std::uint64_t index) const;
  /// Normal with mean 0 and deviation 1 (Box and Muller 1958).
  double normal(std::uint64_t index) const;

 private:
  std::uint32_t key_[2];
  std::uint32_t stream_[2];
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
