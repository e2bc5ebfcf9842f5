#include "framework/text/encoding.h"

#include <utility>

namespace atto {
namespace {

/// Calls `change` with the same list of each of the encodings.
template <class Change, class... E>
void for_each_list(Change&& change, E&... encoding) {
  change(encoding.ids...);
  change(encoding.offsets...);
  change(encoding.type_ids...);
  change(encoding.attention_mask...);
  change(encoding.special_mask...);
}

}  // namespace

void Encoding::add(TokenId id, Span offset, TokenId type_id, bool special) {
  ids.push_back(id);
  offsets.push_back(offset);
  type_ids.push_back(type_id);
  attention_mask.push_back(1);
  special_mask.push_back(special);
}

void Encoding::complete(TokenId type_id) {
  type_ids.resize(size(), type_id);
  attention_mask.resize(size(), 1);
  special_mask.resize(size(), 0);
}

void Encoding::append(Encoding other) {
  if (ids.empty()) {
    *this = std::move(other);
    return;
  }
  for_each_list(
      [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); },
      *this, other);
}

void Encoding::keep(std::size_t from, std::size_t to) {
  for_each_list(
      [&](auto& list) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(to), list.end());
        list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(from));
      },
      *this);
}

}  // namespace atto
