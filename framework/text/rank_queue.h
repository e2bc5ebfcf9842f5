#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace atto {

/// A rank, and the place in a text that has it.
struct RankedPlace {
  std::uint32_t rank;
  std::uint32_t place;

  auto operator<=>(const RankedPlace&) const = default;
};

/// A priority queue of places, the lowest rank and then the lowest place first. Takes about
/// constant time for a rank above the one that came out last: there is a list for each rank.
class RankQueue {
 public:
  /// Empties the queue, for ranks below `ranks`.
  void start(std::size_t ranks);
  void push(RankedPlace place);
  std::optional<RankedPlace> pop();

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Link {
    std::uint32_t place;
    std::uint32_t next;
  };

  void append(RankedPlace place);
  bool next_batch();
  void mark(std::uint32_t rank);
  void unmark(std::uint32_t rank);

  std::vector<Link> links_;
  std::vector<std::uint32_t> last_;  // by rank: of links_, the last of a ring
  /// Which ranks have places, a bit for each; then which words of that are not 0, and so on up to
  /// a single word.
  std::vector<std::vector<std::uint64_t>> marks_;
  bool running_ = false;              // whether batch_ was filled since the start
  std::uint32_t rank_ = 0;            // of batch_
  std::vector<std::uint32_t> batch_;  // the places of one rank
  std::size_t next_ = 0;              // of batch_
  std::vector<RankedPlace> urgent_;   // a heap of those that came with rank_ or a lower rank
};

}  // namespace atto
