#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "framework/text/aligned_text.h"

namespace atto {

/// The input bytes of the character at bytes [at, end) of the piece.
inline Span origin_of_character(const Piece& piece, std::size_t at, std::size_t end) {
  if (piece.origins) return piece.origins[at];
  return {static_cast<std::uint32_t>(piece.begin + at),
          static_cast<std::uint32_t>(piece.begin + end)};
}

/// Where a pre-tokenizer writes a piece anew, byte by byte: on the stack while the piece is small.
class PieceRoom {
 public:
  explicit PieceRoom(std::size_t most_bytes) {
    if (most_bytes <= kSmall) return;
    large_text_ = std::make_unique_for_overwrite<char[]>(most_bytes);
    large_origins_ = std::make_unique<Span[]>(most_bytes);
    text_ = large_text_.get();
    origins_ = large_origins_.get();
  }
  PieceRoom(const PieceRoom&) = delete;
  PieceRoom& operator=(const PieceRoom&) = delete;

  /// Adds a byte of a character that comes from `origin`.
  void add(char byte, Span origin) {
    text_[size_] = byte;
    origins_[size_++] = origin;
  }
  /// As long as this lives and nothing is added.
  Piece piece() const { return {{text_, size_}, origins_, 0}; }

 private:
  static constexpr std::size_t kSmall = 256;
  union Spans {
    Spans() {}  // nothing is written that nobody reads
    Span spans[kSmall];
  };

  char small_text_[kSmall];
  Spans small_origins_;
  std::unique_ptr<char[]> large_text_;
  std::unique_ptr<Span[]> large_origins_;
  char* text_ = small_text_;
  Span* origins_ = small_origins_.spans;
  std::size_t size_ = 0;
};

}  // namespace atto
