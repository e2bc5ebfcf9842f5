#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/text/flat_index.h"
#include "framework/text/token_model.h"

namespace atto {

/// The tokens of pieces that came before: words come again and again. It stops to learn when it
/// has seen so many that it would not help the processor's own caches any more.
class PieceCache {
 public:
  /// The tokens of the piece, by the model or from memory; valid until the next call.
  std::span<const ModelToken> tokens(std::string_view piece, const TokenModel& model);

 private:
  struct Entry {
    std::uint32_t piece, length;  // of bytes_
    std::uint32_t first, count;   // of tokens_
  };

  FlatIndex index_;
  std::vector<Entry> entries_;
  std::string bytes_;
  std::vector<ModelToken> tokens_;
  std::vector<ModelToken> scratch_;
};

}  // namespace atto
