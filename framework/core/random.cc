#include "framework/core/random.h"

#include <cmath>

namespace atto {
namespace {

constexpr double kTurn = 6.283185307179586;  // 2 pi

std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
std::uint32_t high(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }

/// In [0, 1): the upper 27 bits of the first word and the upper 26 of the second, as NumPy has it.
double real_of(std::uint32_t first, std::uint32_t second) {
  return ((first >> 5) * 67108864.0 + (second >> 6)) / 9007199254740992.0;  // 2^26, 2^53
}

/// FNV-1a (Fowler, Noll, Vo).
std::uint64_t hash_of(const std::string& name) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

}  // namespace

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)};
    key = {key[0] + 0x9E3779B9, key[1] + 0xBB67AE85};
  }
  return counter;
}

NamedRandom::NamedRandom(std::uint64_t seed, const std::string& name)
    : seed_(seed), stream_(hash_of(name)) {}

PhiloxCounter NamedRandom::words(std::uint64_t index) const {
  return philox({low(index), high(index), low(stream_), high(stream_)}, {low(seed_), high(seed_)});
}

double NamedRandom::uniform(std::uint64_t index) const {
  const PhiloxCounter word = words(index);
  return real_of(word[0], word[1]);
}

double NamedRandom::normal(std::uint64_t index) const {
  const PhiloxCounter word = words(index);
  const double above_zero = 1 - real_of(word[0], word[1]);
  return std::sqrt(-2 * std::log(above_zero)) * std::cos(kTurn * real_of(word[2], word[3]));
}

double NumpyRandom::uniform() {
  const auto first = static_cast<std::uint32_t>(engine_());
  return real_of(first, static_cast<std::uint32_t>(engine_()));
}

double NumpyRandom::normal() {
  if (has_kept_) {
    has_kept_ = false;
    return kept_;
  }
  double x = 0, y = 0, square = 0;
  do {
    x = 2 * uniform() - 1;
    y = 2 * uniform() - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  const double factor = std::sqrt(-2 * std::log(square) / square);
  kept_ = factor * x;
  has_kept_ = true;
  return factor * y;
}

}  // namespace atto
