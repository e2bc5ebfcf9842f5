#include "framework/text/bpe_merger.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "framework/text/rank_queue.h"

namespace atto {
namespace {

// So many symbols are merged faster without a queue.
constexpr std::size_t kFew = 48;
// More than that are merged in blocks of so many, with at least so many of those in front of them.
constexpr std::size_t kBlock = 36;
constexpr std::size_t kShared = 8;
constexpr std::uint32_t kNone = UINT32_MAX;

/// A symbol among others that may have gone; one that has gone has no length.
struct Node {
  TokenId id;
  std::uint32_t length;
  std::uint32_t before;
  std::uint32_t behind;
  RankedMerge merge;  // with the one behind
};

/// Merges by a queue, as the reference does: a pair that was queued is merged in its turn when what
/// stands there now becomes the same token, be it another pair.
class QueueRun {
 public:
  void merge(const MergeTable& table, std::vector<Symbol>& symbols) {
    queue_.start(table.size());
    fill(table, symbols);
    while (const auto next = queue_.pop()) {
      const Node& node = nodes_[next->place];
      if (node.length == 0 || !node.merge) continue;
      if (node.merge.rank == next->rank || node.merge.merged == table.merged(next->rank))
        merge_at(next->place, table);
    }
    symbols.clear();
    for (const Node& node : nodes_)
      if (node.length != 0) symbols.push_back({node.id, node.length});
  }

 private:
  void fill(const MergeTable& table, const std::vector<Symbol>& symbols) {
    nodes_.clear();
    for (std::uint32_t i = 0; i < symbols.size(); ++i) {
      const bool last = i + 1 == symbols.size();
      nodes_.push_back({symbols[i].id, symbols[i].length, i - 1, last ? kNone : i + 1, {}});
      if (!last) rank_pair(i, symbols[i + 1].id, table);
    }
  }

  void rank_pair(std::uint32_t place, TokenId right, const MergeTable& table) {
    Node& node = nodes_[place];
    node.merge = table.find(node.id, right);
    if (node.merge) queue_.push({node.merge.rank, place});
  }

  void merge_at(std::uint32_t place, const MergeTable& table) {
    Node& node = nodes_[place];
    Node& gone = nodes_[node.behind];
    node.id = node.merge.merged;
    node.length += gone.length;
    node.behind = gone.behind;
    node.merge = {};
    gone.length = 0;
    if (node.behind != kNone) table.prefetch(node.id, nodes_[node.behind].id);
    if (node.before != kNone) rank_pair(node.before, node.id, table);
    if (node.behind == kNone) return;
    nodes_[node.behind].before = place;
    rank_pair(place, nodes_[node.behind].id, table);
  }

  std::vector<Node> nodes_;
  RankQueue queue_;
};

/// Without branches: which is the lowest cannot be predicted.
RankedPlace lowest_of(std::span<const RankedMerge> merges) {
  std::uint64_t lowest = UINT64_MAX;
  for (std::size_t i = 0; i < merges.size(); ++i)
    lowest = std::min(lowest, static_cast<std::uint64_t>(merges[i].rank) << 32 | i);
  return {static_cast<std::uint32_t>(lowest >> 32), static_cast<std::uint32_t>(lowest)};
}

void merge_by_queue(const MergeTable& table, std::vector<Symbol>& symbols) {
  thread_local QueueRun run;
  run.merge(table, symbols);
}

using Tokens = std::span<const Symbol>;

/// Of each of two texts that begin at the same place: how many tokens there are up to the end of
/// the first that both have at the same place, if there is one.
using Join = std::optional<std::pair<std::size_t, std::size_t>>;

Join join_of(Tokens a, Tokens b) {
  std::size_t begin_a = 0;
  std::size_t begin_b = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (begin_a == begin_b && a[i].id == b[j].id && a[i].length == b[j].length)
      return std::pair(i + 1, j + 1);
    const bool next_a = begin_a <= begin_b;
    const bool next_b = begin_b <= begin_a;
    if (next_a) begin_a += a[i++].length;
    if (next_b) begin_b += b[j++].length;
  }
  return std::nullopt;
}

struct Tail {
  std::size_t tokens = 0;
  std::size_t symbols = 0;  // that merged into these tokens
};

/// The fewest last tokens of at least so many symbols.
Tail tail_of(std::span<const Symbol> symbols, Tokens tokens, std::size_t wanted) {
  Tail tail;
  while (tail.symbols < wanted && tail.tokens < tokens.size()) {
    std::size_t bytes = tokens[tokens.size() - ++tail.tokens].length;
    while (bytes > 0) bytes -= symbols[symbols.size() - ++tail.symbols].length;
  }
  return tail;
}

}  // namespace

void BpeMerger::merge(std::vector<Symbol>& symbols) const {
  if (!exact_) return merge_by_queue(table_, symbols);
  if (symbols.size() <= kFew) return scan(symbols);
  thread_local std::vector<Symbol> tokens;
  tokens.clear();
  merge_in_blocks(symbols, tokens);
  symbols.assign(tokens.begin(), tokens.end());
}

/// Why this is exact: tokens are what a text merges into if and only if each is what its own text
/// merges into, and each two neighbours are what theirs does. For up to the first merge across a
/// boundary, each token's text is merged as it would be alone, and which of two neighbours goes on
/// first depends on these two only; so a merge across would have happened to these two alone, too.
/// Hence the tokens of two texts that overlap can be joined at a token that both have: each pair of
/// neighbours is from one of the texts.
void BpeMerger::merge_in_blocks(std::span<const Symbol> symbols,
                                std::vector<Symbol>& tokens) const {
  std::size_t done = 0;  // the tokens are what so many symbols merge into
  std::size_t shared = kShared;
  std::size_t more = kBlock;
  std::vector<Symbol> block;
  while (done < symbols.size()) {
    const Tail tail = tail_of(symbols.first(done), tokens, shared);
    const Tokens last = Tokens(tokens).last(tail.tokens);
    const std::size_t begin = done - tail.symbols;
    const std::size_t end = std::min(done + more, symbols.size());
    block.assign(symbols.begin() + begin, symbols.begin() + end);
    if (block.size() <= kFew) {
      scan(block);
    } else {
      merge_by_queue(table_, block);
    }
    const auto join = begin == 0 ? Join({0, 0}) : join_of(last, block);
    if (join) {
      tokens.resize(tokens.size() - last.size() + join->first);
      tokens.insert(tokens.end(), block.begin() + join->second, block.end());
      done = end;
      shared = std::max(shared / 2, kShared);
      more = std::max(more / 2, kBlock);
    } else {
      shared *= 2;
      more *= 2;
    }
  }
}

void BpeMerger::scan(std::vector<Symbol>& symbols) const {
  std::array<RankedMerge, kFew> merges;  // of each symbol with the next one
  std::size_t count = symbols.size();
  const auto find = [&](std::size_t i) {
    merges[i] = table_.find(symbols[i].id, symbols[i + 1].id);
  };
  for (std::size_t i = 0; i + 1 < count; ++i) find(i);
  while (count > 1) {
    const RankedPlace lowest = lowest_of({merges.data(), count - 1});
    if (lowest.rank == kNone) break;
    const std::size_t at = lowest.place;
    symbols[at] = {merges[at].merged, symbols[at].length + symbols[at + 1].length};
    --count;
    std::copy(symbols.begin() + at + 2, symbols.begin() + count + 1, symbols.begin() + at + 1);
    std::copy(merges.begin() + at + 1, merges.begin() + count, merges.begin() + at);
    if (at + 1 < count) table_.prefetch(symbols[at].id, symbols[at + 1].id);
    if (at > 0) find(at - 1);
    if (at + 1 < count) find(at);
  }
  symbols.resize(count);
}

}  // namespace atto
