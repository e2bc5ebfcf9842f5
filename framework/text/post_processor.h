#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "framework/core/json.h"
#include "framework/text/encoding.h"

namespace atto {

class Tokenizer;

/// The tokens of one input, or special tokens beside them, then without an input.
struct EncodingPart {
  Encoding encoding;
  std::string_view input;
};

/// Puts special tokens around the tokens of one input or of two, and numbers the segments. The
/// post-processors and their names are those of Hugging Face's tokenizers 0.22.
class PostProcessor {
 public:
  virtual ~PostProcessor() = default;
  /// Of one part for each input; what comes out is to be joined. Without `special_tokens` none are
  /// added, all else is done. `tokenizer` knows the tokens' pieces.
  virtual void process(std::vector<EncodingPart>& parts, bool special_tokens,
                       const Tokenizer& tokenizer) const = 0;
  /// How many special tokens it adds.
  virtual std::size_t added_tokens(bool pair) const = 0;
};

/// Puts tokens in front of each text and behind it; around the second of a pair they are, as it is,
/// of segment 1.
std::unique_ptr<const PostProcessor> make_surrounding(const std::vector<TokenId>& front,
                                                      const std::vector<TokenId>& back);

/// The `post_processor` of a tokenizer.json. Error when it is of no known type, or contradicts
/// itself.
std::unique_ptr<const PostProcessor> make_post_processor(const JsonPlace& place);

}  // namespace atto
