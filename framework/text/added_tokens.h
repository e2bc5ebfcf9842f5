#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "framework/core/json.h"
#include "framework/text/aligned_text.h"
#include "framework/text/normalizer.h"
#include "framework/text/vocabulary.h"

namespace atto {

/// A token that is looked for in the text before a model sees it.
struct AddedToken {
  std::string content;
  bool single_word = false;  ///< not inside of a word
  bool lstrip = false;       ///< takes the white space in front of it
  bool rstrip = false;       ///< takes the white space behind it
  bool normalized = true;    ///< looked for in the normalized text, and normalized itself
  bool special = false;      ///< is left out when tokens are decoded

  bool operator==(const AddedToken&) const = default;
};

/// The added tokens of a tokenizer, and their ids: those of the model's vocabulary where that has
/// the content, else the next ones behind it, whatever the file says, as in Hugging Face's
/// tokenizers.
class AddedTokens {
 public:
  AddedTokens() = default;
  AddedTokens(const std::vector<AddedToken>& tokens, const Vocabulary& vocabulary,
              const Normalizer* normalizer);

  /// Calls `visit` for each part of the text, from front to back: with an id for a token, else with
  /// nullopt. `normalized` says which of the tokens are looked for. At each place the longest is
  /// taken.
  using Visit = std::function<void(const Piece&, std::optional<TokenId>)>;
  void split(const Piece& piece, bool normalized, const Visit& visit) const;

  std::optional<TokenId> find(const std::string& content) const;
  /// Null when the id is none of an added token.
  const AddedToken* token(TokenId id) const;
  /// Whether decoding may leave the token out: a special token has this content.
  bool is_special(std::string_view content) const;
  /// The largest id and one; 0 when there is no token.
  TokenId end() const;

 private:
  struct Entry {
    std::string text;
    TokenId id;
  };
  /// Texts in the order of their bytes.
  struct Matcher {
    std::vector<Entry> entries;
    std::uint32_t first[257] = {};  // the first entry that begins with the byte

    void sort();
    const Entry* longest_at(std::string_view text, std::size_t at) const;
  };

  std::unordered_map<std::string, TokenId> ids_;
  std::unordered_map<TokenId, AddedToken> tokens_;
  std::vector<std::string> special_;  // sorted
  Matcher matchers_[2];               // [normalized]
};

/// The `added_tokens` of a tokenizer.json.
std::vector<AddedToken> read_added_tokens(const JsonPlace& place);

}  // namespace atto
