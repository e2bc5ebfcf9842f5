#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/json.h"
#include "framework/text/flat_index.h"

namespace atto {

using TokenId = std::int32_t;

/// Pieces of text and their numbers.
class Vocabulary {
 public:
  /// Ids are below this: a single one beyond would take the memory of all in between.
  static constexpr TokenId kIdLimit = 1 << 24;

  /// Room for so many pieces of so many bytes.
  void reserve(std::size_t pieces, std::size_t bytes);
  /// A piece that is there already gets this id, and is found by it. An id may have several pieces,
  /// and is then written as the last of them. Error when the id is below 0, or not below kIdLimit.
  void add(std::string_view piece, TokenId id);

  std::optional<TokenId> find(std::string_view piece) const {
    const std::uint32_t entry = entry_of(hash_of(piece), piece);
    return entry == FlatIndex::kNone ? std::nullopt : std::optional(entries_[entry].id);
  }
  /// Empty when there is no such id.
  std::string_view piece(TokenId id) const {
    return has(id) ? text_of(entries_[entry_of_id_[static_cast<std::size_t>(id)]])
                   : std::string_view();
  }
  bool has(TokenId id) const {
    return id >= 0 && id < end() && entry_of_id_[static_cast<std::size_t>(id)] != FlatIndex::kNone;
  }
  /// How many pieces there are.
  std::size_t size() const { return entries_.size(); }
  /// How many ids have a piece.
  std::size_t ids() const { return ids_; }
  /// The largest id and one; ids may have holes.
  TokenId end() const { return static_cast<TokenId>(entry_of_id_.size()); }
  /// Calls `visit(piece, id)` for all, in the order in which they were added.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Entry& entry : entries_) visit(text_of(entry), entry.id);
  }

 private:
  struct Entry {
    std::uint32_t begin;  // of bytes_
    std::uint32_t length;
    TokenId id;
  };

  std::string_view text_of(const Entry& entry) const {
    return {bytes_.data() + entry.begin, entry.length};
  }
  std::uint32_t entry_of(std::uint32_t hash, std::string_view piece) const {
    return index_.find(hash, [&](std::uint32_t i) { return text_of(entries_[i]) == piece; });
  }

  std::string bytes_;
  std::vector<Entry> entries_;
  FlatIndex index_;
  std::vector<std::uint32_t> entry_of_id_;
  std::size_t ids_ = 0;
};

/// An object of pieces and ids, as in a tokenizer.json or a vocab.json.
Vocabulary read_vocabulary(const JsonPlace& place);

}  // namespace atto
