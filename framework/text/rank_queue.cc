#include "framework/text/rank_queue.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace atto {

void RankQueue::start(std::size_t ranks) {
  while (pop()) {
  }
  running_ = false;
  links_.clear();
  if (last_.size() >= ranks) return;
  last_.assign(ranks, kNone);
  marks_.clear();
  do {
    ranks = (ranks + 63) / 64;
    marks_.emplace_back(ranks);
  } while (ranks > 1);
}

void RankQueue::push(RankedPlace place) {
  if (!running_ || place.rank > rank_) return append(place);
  urgent_.push_back(place);
  std::push_heap(urgent_.begin(), urgent_.end(), std::greater<>());
}

std::optional<RankedPlace> RankQueue::pop() {
  if (!urgent_.empty() &&
      (next_ == batch_.size() || urgent_.front() < RankedPlace{rank_, batch_[next_]})) {
    std::pop_heap(urgent_.begin(), urgent_.end(), std::greater<>());
    const RankedPlace place = urgent_.back();
    urgent_.pop_back();
    return place;
  }
  if (next_ == batch_.size() && !next_batch()) return std::nullopt;
  return RankedPlace{rank_, batch_[next_++]};
}

void RankQueue::append(RankedPlace place) {
  const auto link = static_cast<std::uint32_t>(links_.size());
  std::uint32_t& last = last_[place.rank];
  if (last == kNone) {
    links_.push_back({place.place, link});
    mark(place.rank);
  } else {
    links_.push_back({place.place, links_[last].next});
    links_[last].next = link;
  }
  last = link;
}

bool RankQueue::next_batch() {
  if (marks_.empty() || marks_.back()[0] == 0) return false;
  std::size_t lowest = 0;
  for (auto level = marks_.rbegin(); level != marks_.rend(); ++level)
    lowest = lowest * 64 + static_cast<std::size_t>(std::countr_zero((*level)[lowest]));
  rank_ = static_cast<std::uint32_t>(lowest);
  running_ = true;
  batch_.clear();
  next_ = 0;
  std::uint32_t link = last_[rank_];
  do {
    link = links_[link].next;
    batch_.push_back(links_[link].place);
  } while (link != last_[rank_]);
  last_[rank_] = kNone;
  unmark(rank_);
  if (!std::is_sorted(batch_.begin(), batch_.end())) std::sort(batch_.begin(), batch_.end());
  return true;
}

void RankQueue::mark(std::uint32_t rank) {
  for (auto& level : marks_) {
    level[rank / 64] |= std::uint64_t{1} << rank % 64;
    rank /= 64;
  }
}

void RankQueue::unmark(std::uint32_t rank) {
  for (auto& level : marks_) {
    std::uint64_t& word = level[rank / 64];
    word &= ~(std::uint64_t{1} << rank % 64);
    if (word != 0) return;
    rank /= 64;
  }
}

}  // namespace atto
