#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "framework/text/vocabulary.h"

namespace atto {

/// The pieces `<0x00>` to `<0xFF>`, which stand for bytes.
class BytePieces {
 public:
  /// None of them.
  BytePieces() { ids_.fill(kNone); }
  explicit BytePieces(const Vocabulary& vocabulary);

  /// Whether the vocabulary has all of them.
  bool complete() const;
  /// Whether each byte of the text has one.
  bool cover(std::string_view text) const;
  /// Of those that the vocabulary has.
  std::vector<TokenId> ids() const;
  TokenId id(char byte) const { return ids_[static_cast<unsigned char>(byte)]; }

 private:
  static constexpr TokenId kNone = -1;

  std::array<TokenId, 256> ids_;
};

}  // namespace atto
