#include "framework/text/bpe.h"

#include <algorithm>

#include "framework/core/characters.h"
#include "framework/text/bpe_merger.h"
#include "framework/text/bpe_symbols.h"
#include "framework/text/flat_index.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

class MergeReader {
 public:
  MergeReader(const Vocabulary& vocabulary, std::string_view prefix)
      : vocabulary_(vocabulary), prefix_(prefix) {}

  Merge read(const TextMerge& merge) {
    const auto& [left, right] = merge;
    const TokenId a = find(left, merge);
    const TokenId b = find(right, merge);
    require(right.size() >= prefix_.size() && !is_cut(right), "the merge '", left, " ", right,
            "' has no continuing_subword_prefix '", prefix_, "' at '", right, "'");
    merged_.assign(left).append(right.substr(prefix_.size()));
    return {a, b, find(merged_, merge)};
  }

 private:
  /// Whether the end of the prefix would be in the middle of a character.
  bool is_cut(std::string_view right) const {
    return right.size() > prefix_.size() && is_continuation(right[prefix_.size()]);
  }

  TokenId find(std::string_view piece, const TextMerge& merge) const {
    const auto id = vocabulary_.find(piece);
    require(id.has_value(), "the merge '", merge.first, " ", merge.second, "' needs '", piece,
            "', which is not in the vocabulary");
    return *id;
  }

  const Vocabulary& vocabulary_;
  std::string_view prefix_;
  std::string merged_;
};

std::vector<Merge> read_merges(const Vocabulary& vocabulary, const std::vector<TextMerge>& merges,
                               const BpeOptions& options) {
  MergeReader reader(vocabulary, options.continuing_subword_prefix);
  std::vector<Merge> read;
  read.reserve(merges.size());
  for (const TextMerge& merge : merges) read.push_back(reader.read(merge));
  return read;
}

/// Whether ids stand for texts: each for one only, and those that stand for unknown text are never
/// merged.
bool is_exact(const Vocabulary& vocabulary, const BpeSymbols& symbols,
              const std::vector<Merge>& merges) {
  std::vector<bool> is_placeholder(static_cast<std::size_t>(vocabulary.end()));
  for (const TokenId id : symbols.placeholders())
    is_placeholder[static_cast<std::size_t>(id)] = true;
  return vocabulary.ids() == vocabulary.size() &&
         std::none_of(merges.begin(), merges.end(), [&](const Merge& merge) {
           return is_placeholder[static_cast<std::size_t>(merge.left)] ||
                  is_placeholder[static_cast<std::size_t>(merge.right)];
         });
}

BpeMerger merger_of(const Vocabulary& vocabulary, const BpeSymbols& symbols,
                    const std::vector<TextMerge>& merges, const BpeOptions& options) {
  const std::vector<Merge> read = read_merges(vocabulary, merges, options);
  return BpeMerger(read, is_exact(vocabulary, symbols, read));
}

char32_t first_character(std::string_view text) {
  std::size_t at = 0;
  return next_character(text, at);
}

char32_t last_character(std::string_view text) {
  std::size_t at = begin_of_last(text, text.size());
  return next_character(text, at);
}

/// The pairs of characters that a merge can bring into one token.
PairIndex joins_of(const std::vector<TextMerge>& merges) {
  PairIndex joins;
  for (const auto& [left, right] : merges)
    if (!left.empty() && !right.empty()) joins.add(last_character(left), first_character(right));
  return joins;
}

class Bpe final : public TokenModel {
 public:
  Bpe(Vocabulary vocabulary, const std::vector<TextMerge>& merges, const BpeOptions& options)
      : symbols_(vocabulary, options),
        merger_(merger_of(vocabulary, symbols_, merges, options)),
        ignore_merges_(options.ignore_merges),
        can_cut_(merger_.exact() && !ignore_merges_ && !symbols_.has_affixes()) {
    vocabulary_ = std::move(vocabulary);
    if (can_cut_) joins_ = joins_of(merges);
  }

  void tokenize(std::string_view piece, std::vector<ModelToken>& tokens) const override {
    if (ignore_merges_) {
      if (const auto id = vocabulary_.find(piece)) {
        tokens.push_back({*id, 0, static_cast<std::uint32_t>(piece.size())});
        return;
      }
    }
    thread_local std::vector<Symbol> symbols;
    symbols.clear();
    symbols_.split(piece, vocabulary_, symbols);
    merger_.merge(symbols);
    std::uint32_t begin = 0;
    for (const Symbol& symbol : symbols) {
      tokens.push_back({symbol.id, begin, begin + symbol.length});
      begin += symbol.length;
    }
  }

  std::size_t next_cut(std::string_view piece, std::size_t from) const override {
    if (!can_cut_) return piece.size();
    std::size_t at = from;
    for (char32_t before = 0; at < piece.size();) {
      const std::size_t begin = at;
      const char32_t c = next_character(piece, at);
      // One that is left out shifts all that follows.
      if (symbols_.drops_unknown() && !symbols_.is_known(c)) return piece.size();
      if (begin > from && can_part(before, c)) return begin;
      before = c;
    }
    return piece.size();
  }

 private:
  bool can_part(char32_t a, char32_t b) const {
    if (joins_.find(a, b) != PairIndex::kNone) return false;
    return symbols_.bytes_are_complete() || symbols_.is_known(a) || symbols_.is_known(b);
  }

  BpeSymbols symbols_;
  BpeMerger merger_;
  bool ignore_merges_;
  bool can_cut_;
  PairIndex joins_;
};

TextMerge split_merge(const JsonPlace& place, std::string_view line) {
  const auto merge = read_merge(line);
  if (!merge) place.fail("'", line, "' is no merge; one is two pieces with a space between");
  return *merge;
}

TextMerge read_pair(const JsonPlace& place, const Json::Array& pair) {
  const std::string* left = pair.size() == 2 ? pair[0].as<std::string>() : nullptr;
  const std::string* right = pair.size() == 2 ? pair[1].as<std::string>() : nullptr;
  if (!left || !right) place.fail("a merge is a pair of two strings");
  return {*left, *right};
}

std::vector<TextMerge> read_text_merges(const JsonPlace& place) {
  const auto* array = place.value().as<Json::Array>();
  if (!array) place.fail("this is ", place.value().kind(), ", not an array");
  std::vector<TextMerge> merges;
  merges.reserve(array->size());
  for (const Json& merge : *array) {
    if (const auto* line = merge.as<std::string>()) {
      if (!line->starts_with("#version")) merges.push_back(split_merge(place, *line));
    } else if (const auto* pair = merge.as<Json::Array>()) {
      merges.push_back(read_pair(place, *pair));
    } else {
      place.fail("a merge is ", merge.kind(), ", not a string or a pair of strings");
    }
  }
  return merges;
}

}  // namespace

std::optional<TextMerge> read_merge(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos)
    return std::nullopt;
  return TextMerge(line.substr(0, space), line.substr(space + 1));
}

std::unique_ptr<const TokenModel> make_bpe(Vocabulary vocabulary,
                                           const std::vector<TextMerge>& merges,
                                           const BpeOptions& options) {
  return std::make_unique<const Bpe>(std::move(vocabulary), merges, options);
}

std::unique_ptr<const TokenModel> make_bpe(JsonFields& fields) {
  if (fields.has("dropout") && fields.required("dropout").number() != 0)
    fields.required("dropout").fail("dropout makes tokens at random, which is not supported");
  BpeOptions options;
  if (fields.has("unk_token")) options.unk_token = fields.required("unk_token").string();
  options.continuing_subword_prefix = fields.string("continuing_subword_prefix", "");
  options.end_of_word_suffix = fields.string("end_of_word_suffix", "");
  options.fuse_unk = fields.boolean("fuse_unk", false);
  options.byte_fallback = fields.boolean("byte_fallback", false);
  options.ignore_merges = fields.boolean("ignore_merges", false);
  Vocabulary vocabulary = read_vocabulary(fields.required("vocab"));
  const JsonPlace merges = fields.required("merges");
  return make_bpe(std::move(vocabulary), read_text_merges(merges), options);
}

}  // namespace atto
