#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "framework/core/json.h"
#include "framework/text/vocabulary.h"

namespace atto {

/// A token of a piece: bytes [begin, end) of the piece.
struct ModelToken {
  TokenId id;
  std::uint32_t begin;
  std::uint32_t end;

  bool operator==(const ModelToken&) const = default;
};

/// Makes tokens of a piece: byte pair encoding, WordPiece, Unigram or whole words, as Hugging
/// Face's tokenizers 0.22 does. Any number of threads may use one.
class TokenModel {
 public:
  virtual ~TokenModel() = default;

  /// Appends the tokens of `piece`, valid UTF-8 that is not empty. Takes time in proportion to its
  /// length.
  virtual void tokenize(std::string_view piece, std::vector<ModelToken>& tokens) const = 0;
  /// Where `piece` may be cut, after byte `from` and at its end at the latest, so that the tokens
  /// of both parts are those of the whole: the parts of long pieces can then be remembered. `from`
  /// is 0 or the last such place.
  virtual std::size_t next_cut(std::string_view piece, std::size_t from) const {
    (void)from;
    return piece.size();
  }
  const Vocabulary& vocabulary() const { return vocabulary_; }

 protected:
  Vocabulary vocabulary_;
};

/// The `model` of a tokenizer.json. Error when it is of no known type, or contradicts itself.
std::unique_ptr<const TokenModel> make_token_model(const JsonPlace& place);

}  // namespace atto
