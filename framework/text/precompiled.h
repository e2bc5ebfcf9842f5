#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/text/normalizer.h"

namespace atto {

/// SentencePiece's table of replacements, as Hugging Face's tokenizers apply it: the shortest key
/// that a grapheme cluster of less than 6 bytes begins with replaces all of the cluster; in other
/// clusters each character is replaced by itself.
class Precompiled : public Normalizer {
 public:
  /// The `precompiled_charsmap` of a SentencePiece model: how many bytes the trie has (32 bits,
  /// little-endian), the trie (a double array of Darts-clone, 32 bits each), and the replacements,
  /// each with a 0 behind it. Error when it is none.
  explicit Precompiled(std::string_view charsmap);

  /// Of the field `precompiled_charsmap`, in base64.
  static std::unique_ptr<const Normalizer> from(JsonFields& fields);

  void normalize(AlignedText& text) const override;

 private:
  std::optional<std::string_view> find(std::string_view text) const;
  std::size_t plain_length(std::string_view text, std::size_t at) const;

  std::vector<std::uint32_t> trie_;
  std::string replacements_;
  std::array<bool, 256> plain_{};  // ASCII that has no replacement when it is alone
};

}  // namespace atto
