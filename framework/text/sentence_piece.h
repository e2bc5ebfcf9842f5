#pragma once
#include <string>
#include <string_view>

#include "framework/text/tokenizer.h"

namespace atto {

/// Model and decoder of a SentencePiece .model file, by that project's own library. Nothing is put
/// around a text. Roles are those that the file has. Error when `model` is none; `name` is what it
/// is called.
TokenizerParts make_sentence_piece(std::string_view model);

}  // namespace atto
