#pragma once
#include <cstdint>
#include <vector>

#include "framework/text/aligned_text.h"
#include "framework/text/vocabulary.h"

namespace atto {

/// The tokens of a text, or of a pair. All lists have one entry a token.
struct Encoding {
  std::vector<TokenId> ids;
  /// The bytes of the input that a token stands for, in a pair of the input that the token is of;
  /// empty at 0 for a token that stands for none. A token that is a part of a character has all of
  /// that character.
  std::vector<Span> offsets;
  std::vector<TokenId> type_ids;             ///< which segment, as the post-processor numbers them
  std::vector<std::uint8_t> attention_mask;  ///< 0 for padding
  std::vector<std::uint8_t> special_mask;    ///< 1 for what was added to the text's own tokens

  std::size_t size() const { return ids.size(); }
  void add(TokenId id, Span offset, TokenId type_id, bool special = false);
  /// A token of the text itself; `complete` has to follow.
  void add(TokenId id, Span offset) {
    ids.push_back(id);
    offsets.push_back(offset);
  }
  /// Gives tokens that were added by id and offset alone their entries in the other lists.
  void complete(TokenId type_id);
  void append(Encoding other);
  /// Leaves tokens [from, to).
  void keep(std::size_t from, std::size_t to);
};

}  // namespace atto
