#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/text/token_model.h"

namespace atto {

struct UnigramOptions {
  std::optional<TokenId> unk_id;  ///< for what has no piece
  bool byte_fallback = false;     ///< `<0x0A>` and so on in place of the unknown token
};

/// A piece and the logarithm of its probability.
using ScoredPiece = std::pair<std::string_view, double>;

/// The pieces whose scores have the greatest sum. Ids count from 0 in the order of `pieces`. Error
/// when the unk_id is none of them; when there is none, a text that needs it is an Error.
std::unique_ptr<const TokenModel> make_unigram(const std::vector<ScoredPiece>& pieces,
                                               const UnigramOptions& options);

/// Of the fields of a tokenizer.json's `model`.
std::unique_ptr<const TokenModel> make_unigram(JsonFields& fields);

}  // namespace atto
