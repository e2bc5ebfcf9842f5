#include "framework/text/bpe_symbols.h"

#include <utility>

#include "framework/core/error.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

constexpr char32_t kCharacters = 0x110000;

/// The only character of the piece, if it has one.
std::optional<char32_t> only_character(std::string_view piece) {
  if (piece.empty() || piece.size() > 4) return std::nullopt;
  std::size_t at = 0;
  const char32_t c = next_character(piece, at);
  return at == piece.size() ? std::optional(c) : std::nullopt;
}

}  // namespace

BpeSymbols::BpeSymbols(const Vocabulary& vocabulary, const BpeOptions& options)
    : options_(options),
      bytes_(options.byte_fallback ? BytePieces(vocabulary) : BytePieces()),
      bytes_are_complete_(bytes_.complete()),
      page_of_(kCharacters / kPage, 0),
      ids_(kPage, kNone) {
  if (options.unk_token) unk_ = vocabulary.find(*options.unk_token);
  vocabulary.for_each([&](std::string_view piece, TokenId id) {
    const std::optional<char32_t> c = only_character(piece);
    if (!c) return;
    std::uint32_t& page = page_of_[*c / kPage];
    if (page == 0) {
      page = static_cast<std::uint32_t>(ids_.size() / kPage);
      ids_.resize(ids_.size() + kPage, kNone);
    }
    ids_[page * kPage + *c % kPage] = id;
  });
}

std::vector<TokenId> BpeSymbols::placeholders() const {
  std::vector<TokenId> ids = bytes_.ids();
  if (unk_) ids.push_back(*unk_);
  return ids;
}

void BpeSymbols::split(std::string_view word, const Vocabulary& vocabulary,
                       std::vector<Symbol>& symbols) const {
  std::optional<Symbol> unknown;  // is not appended yet: more may follow
  const auto append_unknown = [&] {
    if (unknown) symbols.push_back(*std::exchange(unknown, std::nullopt));
  };
  std::string affixed;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t begin = at;
    const char32_t c = next_character(word, at);
    const auto length = static_cast<std::uint32_t>(at - begin);
    affixed.clear();
    const TokenId id = has_affixes() ? find_with_affixes(word.substr(begin, length), begin == 0,
                                                         at == word.size(), vocabulary, affixed)
                                     : find(c);
    if (id != kNone) {
      append_unknown();
      symbols.push_back({id, length});
      continue;
    }
    // The reference leaves an unknown one waiting while bytes go in front of it.
    if (append_bytes(has_affixes() ? affixed : word.substr(begin, length), symbols)) continue;
    if (!options_.unk_token) continue;
    if (unknown && options_.fuse_unk) {
      unknown->length += length;
      continue;
    }
    append_unknown();
    require(unk_.has_value(), "the unk_token '", *options_.unk_token,
            "' is not in the vocabulary, but '", word.substr(begin, length), "' needs it");
    unknown = Symbol{*unk_, length};
  }
  append_unknown();
}

TokenId BpeSymbols::find_with_affixes(std::string_view character, bool first, bool last,
                                      const Vocabulary& vocabulary, std::string& affixed) const {
  if (!first) affixed += options_.continuing_subword_prefix;
  affixed += character;
  if (last) affixed += options_.end_of_word_suffix;
  return vocabulary.find(affixed).value_or(kNone);
}

bool BpeSymbols::append_bytes(std::string_view text, std::vector<Symbol>& symbols) const {
  if (!bytes_.cover(text)) return false;
  for (const char c : text) symbols.push_back({bytes_.id(c), 1});
  return true;
}

}  // namespace atto
