#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/text/token_model.h"

namespace atto {

struct BpeOptions {
  std::optional<std::string> unk_token;   ///< for characters that have no piece, else left out
  std::string continuing_subword_prefix;  ///< of every piece that does not begin a word
  std::string end_of_word_suffix;         ///< of every piece that ends a word
  bool fuse_unk = false;                  ///< one unk_token for several unknown characters in a row
  bool byte_fallback = false;             ///< `<0x0A>` and so on in place of unk_token
  bool ignore_merges = false;             ///< a word that is a piece is a token, merged or not
};

/// The two pieces that become one.
using TextMerge = std::pair<std::string_view, std::string_view>;

/// A merge that is written `a b`; nothing when it is none.
std::optional<TextMerge> read_merge(std::string_view line);

/// Byte pair encoding: the characters of a word are merged, the pair of the lowest rank first, the
/// leftmost of them first. `merges` are in the order of ranks. Error when one has a piece, or makes
/// one, that is not in the vocabulary.
std::unique_ptr<const TokenModel> make_bpe(Vocabulary vocabulary,
                                           const std::vector<TextMerge>& merges,
                                           const BpeOptions& options);

/// Of the fields of a tokenizer.json's `model`.
std::unique_ptr<const TokenModel> make_bpe(JsonFields& fields);

}  // namespace atto
