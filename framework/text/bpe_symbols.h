#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "framework/text/bpe.h"
#include "framework/text/byte_pieces.h"
#include "framework/text/vocabulary.h"

namespace atto {

/// A token in the making, and the bytes of the text that it takes.
struct Symbol {
  TokenId id;
  std::uint32_t length;
};

/// Cuts a word into the symbols that byte pair encoding begins with: its characters.
class BpeSymbols {
 public:
  BpeSymbols(const Vocabulary& vocabulary, const BpeOptions& options);

  /// Appends the symbols of the word. Error when there is a character that needs the unk_token, and
  /// that is not in the vocabulary.
  void split(std::string_view word, const Vocabulary& vocabulary,
             std::vector<Symbol>& symbols) const;

  /// Whether the character has a piece, without prefix and suffix.
  bool is_known(char32_t c) const { return find(c) != kNone; }
  /// Whether the symbols of an unknown character depend on nothing but that character.
  bool bytes_are_complete() const { return bytes_are_complete_; }
  bool drops_unknown() const { return !bytes_are_complete_ && !options_.unk_token; }
  bool has_affixes() const {
    return !options_.continuing_subword_prefix.empty() || !options_.end_of_word_suffix.empty();
  }
  /// The ids of symbols that may be something else than the text of their pieces.
  std::vector<TokenId> placeholders() const;

 private:
  static constexpr TokenId kNone = -1;
  static constexpr std::size_t kPage = 256;

  TokenId find(char32_t c) const { return ids_[page_of_[c / kPage] * kPage + c % kPage]; }
  TokenId find_with_affixes(std::string_view character, bool first, bool last,
                            const Vocabulary& vocabulary, std::string& affixed) const;
  bool append_bytes(std::string_view text, std::vector<Symbol>& symbols) const;

  BpeOptions options_;
  std::optional<TokenId> unk_;
  BytePieces bytes_;
  bool bytes_are_complete_;
  // The ids of pieces that are one character; page 0 is one without any.
  std::vector<std::uint32_t> page_of_;
  std::vector<TokenId> ids_;
};

}  // namespace atto
