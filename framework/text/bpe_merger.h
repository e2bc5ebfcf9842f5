#pragma once
#include <span>
#include <vector>

#include "framework/text/bpe_symbols.h"
#include "framework/text/merge_table.h"

namespace atto {

/// Merges symbols, the pair of the lowest rank first, the leftmost of them first.
class BpeMerger {
 public:
  /// `exact` says that a token always stands for the same text: then a pair that comes to stand at
  /// a place makes no token that an earlier pair there would have made.
  BpeMerger(const std::vector<Merge>& merges, bool exact) : table_(merges), exact_(exact) {}

  bool exact() const { return exact_; }
  void merge(std::vector<Symbol>& symbols) const;

 private:
  void merge_in_blocks(std::span<const Symbol> symbols, std::vector<Symbol>& tokens) const;
  void scan(std::vector<Symbol>& symbols) const;

  MergeTable table_;
  bool exact_;
};

}  // namespace atto
