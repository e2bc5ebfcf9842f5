#include "framework/text/byte_pieces.h"

#include <algorithm>
#include <string>

namespace atto {

BytePieces::BytePieces(const Vocabulary& vocabulary) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  for (std::size_t byte = 0; byte < ids_.size(); ++byte) {
    const std::string piece = {'<', '0', 'x', kDigits[byte / 16], kDigits[byte % 16], '>'};
    ids_[byte] = vocabulary.find(piece).value_or(kNone);
  }
}

bool BytePieces::complete() const {
  return std::find(ids_.begin(), ids_.end(), kNone) == ids_.end();
}

std::vector<TokenId> BytePieces::ids() const {
  std::vector<TokenId> ids(ids_.begin(), ids_.end());
  std::erase(ids, kNone);
  return ids;
}

bool BytePieces::cover(std::string_view text) const {
  return std::all_of(text.begin(), text.end(), [this](char c) { return id(c) != kNone; });
}

}  // namespace atto
