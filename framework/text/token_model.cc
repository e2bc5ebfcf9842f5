#include "framework/text/token_model.h"

#include "framework/text/bpe.h"
#include "framework/text/factory.h"
#include "framework/text/unigram.h"
#include "framework/text/word_level.h"
#include "framework/text/word_piece.h"

namespace atto {
namespace {

/// The type that has these fields, for old files do not say it.
Maker<TokenModel> guess_maker(JsonFields& fields) {
  if (fields.has("merges")) return make_bpe;
  if (fields.has("max_input_chars_per_word")) return make_word_piece;
  if (fields.has("unk_token")) return make_word_level;
  return make_unigram;
}

}  // namespace

std::unique_ptr<const TokenModel> make_token_model(const JsonPlace& place) {
  JsonFields fields(place);
  if (fields.place().value().find("type"))
    return make_of_type<TokenModel>(place, {{"BPE", make_bpe},
                                            {"Unigram", make_unigram},
                                            {"WordLevel", make_word_level},
                                            {"WordPiece", make_word_piece}});
  auto model = guess_maker(fields)(fields);
  fields.finish();
  return model;
}

}  // namespace atto
