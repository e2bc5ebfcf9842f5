#pragma once
#include <vector>

#include "framework/text/flat_index.h"
#include "framework/text/vocabulary.h"

namespace atto {

/// Two tokens that become one.
struct Merge {
  TokenId left;
  TokenId right;
  TokenId merged;
};

/// What becomes of a pair of tokens, and when: the lowest rank comes first.
struct RankedMerge {
  std::uint32_t rank = UINT32_MAX;  ///< of a pair that is not merged
  TokenId merged = -1;

  explicit operator bool() const { return rank != UINT32_MAX; }
};

/// The merges of a byte pair encoding (open addressing, one array).
class MergeTable {
 public:
  /// In the order of ranks, which count from 0; of several with the same pair the last counts.
  explicit MergeTable(const std::vector<Merge>& merges);

  RankedMerge find(TokenId left, TokenId right) const {
    if (is_small(left, right)) return small_[small_place(left, right)];
    return slots_[place_of(left, right)].result;
  }
  /// Brings what find() will read nearer.
  void prefetch(TokenId left, TokenId right) const {
    __builtin_prefetch(&slots_[home(left, right)]);
  }
  TokenId merged(std::uint32_t rank) const { return merged_[rank]; }
  /// The highest rank and one.
  std::size_t size() const { return merged_.size(); }

 private:
  struct Slot {
    TokenId left = -1;  // of a free one
    TokenId right = -1;
    RankedMerge result;
  };

  // Small ids are often those of single bytes; their pairs have a table of their own.
  static constexpr TokenId kSmall = 256;
  static bool is_small(TokenId left, TokenId right) { return (left | right) < kSmall; }
  static std::size_t small_place(TokenId left, TokenId right) {
    return static_cast<std::size_t>(left * kSmall + right);
  }
  std::size_t home(TokenId left, TokenId right) const {
    const std::uint64_t hash =
        hash_of(static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right));
    return static_cast<std::size_t>(hash * slots_.size() >> 32);
  }
  /// The slot of the pair, or the free one where it would be.
  std::size_t place_of(TokenId left, TokenId right) const {
    std::size_t place = home(left, right);
    while (slots_[place].left != -1 && (slots_[place].left != left || slots_[place].right != right))
      place = place + 1 == slots_.size() ? 0 : place + 1;
    return place;
  }

  std::vector<RankedMerge> small_;
  std::vector<Slot> slots_;
  std::vector<TokenId> merged_;  // by rank
};

}  // namespace atto
