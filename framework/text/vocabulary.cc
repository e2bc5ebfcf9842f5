#include "framework/text/vocabulary.h"

#include <algorithm>

#include "framework/core/error.h"

namespace atto {

void Vocabulary::reserve(std::size_t pieces, std::size_t bytes) {
  bytes_.reserve(bytes);
  entries_.reserve(pieces);
  index_.reserve(pieces);
  entry_of_id_.reserve(pieces);
}

void Vocabulary::add(std::string_view piece, TokenId id) {
  require(id >= 0 && id < kIdLimit, "'", piece, "' cannot have the id ", id, "; ids are from 0 to ",
          kIdLimit - 1);
  const std::uint32_t hash = hash_of(piece);
  std::uint32_t entry = entry_of(hash, piece);
  if (entry == FlatIndex::kNone) {
    require(bytes_.size() + piece.size() < UINT32_MAX, "the vocabulary has more than 4 GB");
    entry = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(
        {static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(piece.size()), id});
    bytes_ += piece;
    index_.insert(hash, entry);
  } else {
    entries_[entry].id = id;
  }
  const auto place = static_cast<std::size_t>(id);
  if (place >= entry_of_id_.size()) entry_of_id_.resize(place + 1, FlatIndex::kNone);
  ids_ += entry_of_id_[place] == FlatIndex::kNone;
  entry_of_id_[place] = entry;
}

Vocabulary read_vocabulary(const JsonPlace& place) {
  const Json::Object& object = place.object();
  Vocabulary vocabulary;
  vocabulary.reserve(object.size(), object.size() * 8);
  for (const auto& [piece, id] : object) {
    const auto* number = id.as<std::int64_t>();
    if (!number) place.fail("the id of '", piece, "' is ", id.kind(), ", not a whole number");
    if (*number < 0 || *number >= Vocabulary::kIdLimit)
      place.fail("the id of '", piece, "' is ", *number, "; ids are from 0 to ",
                 Vocabulary::kIdLimit - 1);
    vocabulary.add(piece, static_cast<TokenId>(*number));
  }
  return vocabulary;
}

}  // namespace atto
