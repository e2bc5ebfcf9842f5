#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "framework/text/added_tokens.h"
#include "framework/text/encoding.h"
#include "framework/text/length.h"
#include "framework/text/normalizer.h"
#include "framework/text/post_processor.h"
#include "framework/text/pre_tokenizer.h"
#include "framework/text/token_decoder.h"
#include "framework/text/token_model.h"

namespace atto {

/// What a tokenizer is made of. All but `model` may be missing.
struct TokenizerParts {
  std::unique_ptr<const Normalizer> normalizer;
  std::unique_ptr<const PreTokenizer> pre_tokenizer;
  std::unique_ptr<const TokenModel> model;
  std::unique_ptr<const PostProcessor> post_processor;
  std::unique_ptr<const TokenDecoder> decoder;
  std::vector<AddedToken> added_tokens;
  std::optional<Truncation> truncation;
  std::optional<Padding> padding;
  /// What tokens are there for: `eos_token` is the content `</s>`.
  std::map<std::string, std::string> roles;
};

/// The text of a tokenizer.json; `name` is what errors call it.
TokenizerParts read_tokenizer_json(std::string_view json, const std::string& name);

/// Text to token ids and back, token for token as Hugging Face's tokenizers 0.22.2 does it. Any
/// number of threads may use one.
class Tokenizer {
 public:
  /// Reads the tokenizer of a model's folder, or a file: a tokenizer.json, else a vocab.json beside
  /// its merges.txt, a vocab.txt, a SentencePiece .model or ranks of tiktoken.
  /// tokenizer_config.json and special_tokens_map.json beside it say what tokens are there for.
  /// Error when there is none, or it has a part that is not supported, which is named.
  static Tokenizer load(const std::string& path);
  /// The text of a tokenizer.json; `name` is what errors call it.
  static Tokenizer parse(std::string_view json, const std::string& name);

  explicit Tokenizer(TokenizerParts parts);

  /// Cuts text into tokens. Bytes that are no UTF-8 are read as U+FFFD, one for each beginning of a
  /// character that is not finished (Unicode 15, section 3.9). `special_tokens`: with those that
  /// the post-processor puts around it. Error for 4 GiB of text or more.
  Encoding encode(std::string_view text, bool special_tokens = true) const;
  /// Two texts as one sequence.
  Encoding encode_pair(std::string_view first, std::string_view second,
                       bool special_tokens = true) const;

  /// The text that tokens stand for, valid UTF-8. Ids that the tokenizer has not, which a model
  /// with more rows than tokens can give, stand for nothing. `skip_special` leaves special tokens
  /// out.
  std::string decode(std::span<const TokenId> ids, bool skip_special = true) const;

  /// Empty when there is no such id.
  std::string_view piece(TokenId id) const;
  std::optional<TokenId> find(std::string_view piece) const;
  bool has(TokenId id) const;
  /// The largest id and one.
  TokenId end() const;
  const AddedTokens& added_tokens() const { return added_; }
  /// The id of `bos_token`, `eos_token`, `unk_token`, `sep_token`, `pad_token`, `cls_token` or
  /// `mask_token`, if the files beside the tokenizer name one.
  std::optional<TokenId> role(const std::string& name) const;

 private:
  Encoding encode_one(std::string_view text, TokenId type_id) const;
  Encoding finish(std::vector<Encoding> encodings, std::span<const std::string_view> texts,
                  bool special_tokens) const;

  TokenizerParts parts_;
  AddedTokens added_;
};

/// Makes text of tokens that come one at a time. What it gives is one behind the other what
/// decode() makes of all, as long as no decoder takes back what it said, and never ends within a
/// character.
class DecodeStream {
 public:
  /// The tokenizer is kept by the caller.
  explicit DecodeStream(const Tokenizer& tokenizer, bool skip_special = true)
      : tokenizer_(&tokenizer), skip_special_(skip_special) {}

  /// What the token adds to the text; may be empty.
  std::string push(TokenId id);
  /// What was held back because a character was not finished.
  std::string finish();

 private:
  /// What of `text`, the text of all ids_, was not given yet.
  std::string give(const std::string& text);

  const Tokenizer* tokenizer_;
  bool skip_special_;
  std::vector<TokenId> ids_;  // those that gave the last text, then those that gave none yet
  std::size_t given_ids_ = 0;
  std::vector<std::size_t> starts_;  // of what was given in turn, in ids_
  std::string given_;                // decode() of the first given_ids_
};

}  // namespace atto
