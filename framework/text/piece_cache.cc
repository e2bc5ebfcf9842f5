#include "framework/text/piece_cache.h"

namespace atto {
namespace {

constexpr std::size_t kMostEntries = 1 << 16;
constexpr std::size_t kLongestPiece = 64;  // longer ones hardly come twice

}  // namespace

std::span<const ModelToken> PieceCache::tokens(std::string_view piece, const TokenModel& model) {
  const bool worth = piece.size() <= kLongestPiece;
  const std::uint32_t hash = worth ? hash_of(piece) : 0;
  if (worth) {
    const std::uint32_t found = index_.find(hash, [&](std::uint32_t i) {
      return std::string_view(bytes_).substr(entries_[i].piece, entries_[i].length) == piece;
    });
    if (found != FlatIndex::kNone)
      return {tokens_.data() + entries_[found].first, entries_[found].count};
  }
  if (!worth || entries_.size() == kMostEntries) {
    scratch_.clear();
    model.tokenize(piece, scratch_);
    return scratch_;
  }
  const std::size_t first = tokens_.size();
  model.tokenize(piece, tokens_);
  index_.insert(hash, static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back({static_cast<std::uint32_t>(bytes_.size()),
                      static_cast<std::uint32_t>(piece.size()), static_cast<std::uint32_t>(first),
                      static_cast<std::uint32_t>(tokens_.size() - first)});
  bytes_ += piece;
  return std::span(tokens_).subspan(first);
}

}  // namespace atto
