#pragma once
#include <memory>
#include <string>

#include "framework/text/token_model.h"

namespace atto {

struct WordPieceOptions {
  std::string unk_token = "[UNK]";
  std::string continuing_subword_prefix = "##";  ///< of every piece that does not begin a word
  std::size_t max_input_chars_per_word = 100;    ///< a longer word is the unk_token
};

/// The longest piece that the word begins with, then the longest that the rest begins with, and so
/// on. A word that does not come out even is the unk_token; Error at that if there is no such
/// piece.
std::unique_ptr<const TokenModel> make_word_piece(Vocabulary vocabulary,
                                                  const WordPieceOptions& options);

/// Of the fields of a tokenizer.json's `model`.
std::unique_ptr<const TokenModel> make_word_piece(JsonFields& fields);

}  // namespace atto
