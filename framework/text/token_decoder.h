#pragma once
#include <memory>
#include <string>
#include <vector>

#include "framework/core/json.h"

namespace atto {

/// Makes text of tokens' pieces again. The decoders and their names are those of Hugging Face's
/// tokenizers 0.22. Any number of threads may use one.
class TokenDecoder {
 public:
  virtual ~TokenDecoder() = default;
  /// Changes the pieces so that one behind the other is the text; there may be fewer afterwards.
  virtual void decode(std::vector<std::string>& pieces) const = 0;
};

/// The `decoder` of a tokenizer.json. Error when it is of no known type, or has a key that its type
/// has not.
std::unique_ptr<const TokenDecoder> make_token_decoder(const JsonPlace& place);

}  // namespace atto
