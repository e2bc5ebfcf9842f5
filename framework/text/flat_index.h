#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace atto {

/// Mixes all bits of two numbers (the folded multiplication of wyhash, Wang Yi 2019).
inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(a ^ 0x9E3779B97F4A7C15u) * (b ^ 0xE7037ED1A0B428DBu);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint32_t hash_of(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(mixed(a, b));
}

inline std::uint32_t hash_of(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t word = 0;
  for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    hash = mixed(hash, word);
  }
  word = 0;
  for (std::size_t i = 0; i < left; ++i)
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[i])) << (8 * i);
  return static_cast<std::uint32_t>(mixed(hash, word));
}

/// A hash table of numbers, those of things that are kept elsewhere (open addressing, one array).
class FlatIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// Room for so many numbers.
  void reserve(std::size_t count) {
    if (slots_.size() < count * 2 + 2) resize(count * 2 + 2);
  }
  /// The number with this hash for which `equal` holds; kNone when there is none.
  template <class Equal>
  std::uint32_t find(std::uint32_t hash, const Equal& equal) const {
    for (std::size_t at = home(hash);; at = behind(at)) {
      const std::uint64_t slot = slots_[at];
      if (slot == 0) return kNone;
      if (slot >> 32 == hash && equal(number_in(slot))) return number_in(slot);
    }
  }
  /// Adds a number that is not there; below kNone.
  void insert(std::uint32_t hash, std::uint32_t number) {
    if (++size_ * 3 / 2 >= slots_.size()) resize(size_ * 3);
    place(static_cast<std::uint64_t>(hash) << 32 | (number + 1));
  }

 private:
  // The hash, then the number and 1; 0 when free. At least one of them is free.
  static std::uint32_t number_in(std::uint64_t slot) {
    return static_cast<std::uint32_t>(slot) - 1;
  }
  std::size_t home(std::uint32_t hash) const {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(hash) * slots_.size() >> 32);
  }
  std::size_t behind(std::size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }
  void place(std::uint64_t slot) {
    std::size_t at = home(static_cast<std::uint32_t>(slot >> 32));
    while (slots_[at] != 0) at = behind(at);
    slots_[at] = slot;
  }
  void resize(std::size_t size) {
    const std::vector<std::uint64_t> old = std::exchange(slots_, std::vector<std::uint64_t>(size));
    for (const std::uint64_t slot : old)
      if (slot != 0) place(slot);
  }

  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1);
  std::size_t size_ = 0;
};

/// Numbers pairs, from 0 on in the order in which they come.
class PairIndex {
 public:
  static constexpr std::uint32_t kNone = FlatIndex::kNone;

  void reserve(std::size_t count) {
    pairs_.reserve(count);
    index_.reserve(count);
  }
  /// kNone when the pair is not there.
  std::uint32_t find(std::uint32_t a, std::uint32_t b) const {
    const std::uint64_t pair = joined(a, b);
    return index_.find(hash_of(a, b), [&](std::uint32_t i) { return pairs_[i] == pair; });
  }
  /// Its number, a new one when it was not there.
  std::uint32_t add(std::uint32_t a, std::uint32_t b) {
    if (const std::uint32_t number = find(a, b); number != kNone) return number;
    const auto number = static_cast<std::uint32_t>(pairs_.size());
    index_.insert(hash_of(a, b), number);
    pairs_.push_back(joined(a, b));
    return number;
  }
  std::size_t size() const { return pairs_.size(); }

 private:
  static std::uint64_t joined(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint64_t>(a) << 32 | b;
  }

  std::vector<std::uint64_t> pairs_;
  FlatIndex index_;
};

}  // namespace atto
