#pragma once
#include <memory>
#include <string>

#include "framework/text/token_model.h"

namespace atto {

/// Whole words. One that is not in the vocabulary is the `unk_token`; Error at that if there is no
/// such piece.
std::unique_ptr<const TokenModel> make_word_level(Vocabulary vocabulary,
                                                  const std::string& unk_token);

/// Of the fields of a tokenizer.json's `model`.
std::unique_ptr<const TokenModel> make_word_level(JsonFields& fields);

}  // namespace atto
