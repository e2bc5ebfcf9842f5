#include "framework/text/merge_table.h"

namespace atto {

MergeTable::MergeTable(const std::vector<Merge>& merges)
    : small_(kSmall * kSmall), slots_(merges.size() * 2 + 1) {
  merged_.reserve(merges.size());
  for (const auto& [left, right, merged] : merges) {
    const RankedMerge result{static_cast<std::uint32_t>(merged_.size()), merged};
    merged_.push_back(merged);
    if (is_small(left, right)) {
      small_[small_place(left, right)] = result;
    } else {
      slots_[place_of(left, right)] = {left, right, result};
    }
  }
}

}  // namespace atto
