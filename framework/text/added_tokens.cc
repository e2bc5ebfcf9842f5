#include "framework/text/added_tokens.h"

#include <algorithm>

#include "framework/text/unicode.h"

namespace atto {
namespace {

bool ends_with_word(std::string_view text) {
  if (text.empty()) return false;
  std::size_t at = begin_of_last(text, text.size());
  return is_word(next_character(text, at));
}

bool starts_with_word(std::string_view text) {
  std::size_t at = 0;
  return !text.empty() && is_word(next_character(text, at));
}

/// Where the white space at the end of text[from, to) begins.
std::size_t spaces_before(std::string_view text, std::size_t from, std::size_t to) {
  std::size_t begin = to;
  while (begin > from) {
    const std::size_t at = begin_of_last(text, begin);
    std::size_t next = at;
    if (!is_space(next_character(text, next))) break;
    begin = at;
  }
  return begin;
}

/// Where the white space that begins at `at` ends.
std::size_t spaces_after(std::string_view text, std::size_t at) {
  for (std::size_t next = at; next < text.size(); at = next)
    if (!is_space(next_character(text, next))) break;
  return at;
}

std::string normalized_content(const AddedToken& token, const Normalizer* normalizer) {
  if (!token.normalized || !normalizer) return token.content;
  AlignedText text(Piece{token.content});
  normalizer->normalize(text);
  return std::string(text.text());
}

}  // namespace

AddedTokens::AddedTokens(const std::vector<AddedToken>& tokens, const Vocabulary& vocabulary,
                         const Normalizer* normalizer) {
  for (const AddedToken& token : tokens)
    if (token.special) special_.push_back(token.content);
  std::sort(special_.begin(), special_.end());

  const auto vocabulary_size = static_cast<TokenId>(vocabulary.size());
  TokenId next = vocabulary_size;
  std::vector<const AddedToken*> order[2];  // [is not special]
  for (const AddedToken& token : tokens) {
    if (token.content.empty()) continue;
    const auto known = find(token.content);
    if (known && tokens_.at(*known) == token) continue;
    TokenId id = next;
    if (known)
      id = *known;
    else if (const auto found = vocabulary.find(token.content))
      id = *found;
    ids_[token.content] = id;
    tokens_[id] = token;
    next = std::max(next, id + 1);
    order[!is_special(token.content)].push_back(&token);
  }
  for (const auto& kind : order)
    for (const AddedToken* token : kind) {
      const TokenId id = ids_.at(token->content);
      matchers_[token->normalized].entries.push_back({normalized_content(*token, normalizer), id});
    }
  for (Matcher& matcher : matchers_) matcher.sort();
}

void AddedTokens::Matcher::sort() {
  std::erase_if(entries, [](const Entry& entry) { return entry.text.empty(); });
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.text < b.text; });
  const auto last = std::unique(entries.begin(), entries.end(),
                                [](const Entry& a, const Entry& b) { return a.text == b.text; });
  entries.erase(last, entries.end());
  for (const Entry& entry : entries) ++first[static_cast<unsigned char>(entry.text[0]) + 1];
  for (int byte = 0; byte < 256; ++byte) first[byte + 1] += first[byte];
}

const AddedTokens::Entry* AddedTokens::Matcher::longest_at(std::string_view text,
                                                           std::size_t at) const {
  const auto byte = static_cast<unsigned char>(text[at]);
  auto begin = entries.begin() + first[byte], end = entries.begin() + first[byte + 1];
  const Entry* longest = nullptr;
  for (std::size_t length = 1; begin != end; ++length) {
    if (begin->text.size() == length) longest = &*begin;
    if (at + length == text.size()) break;
    // Those that go on with the next byte; what ends here stands in front of them.
    const char next = text[at + length];
    const auto letter = [&](const Entry& entry) {
      return entry.text.size() > length ? static_cast<unsigned char>(entry.text[length]) : -1;
    };
    const int wanted = static_cast<unsigned char>(next);
    begin = std::partition_point(begin, end, [&](const Entry& e) { return letter(e) < wanted; });
    end = std::partition_point(begin, end, [&](const Entry& e) { return letter(e) == wanted; });
  }
  return longest;
}

void AddedTokens::split(const Piece& piece, bool normalized, const Visit& visit) const {
  const Matcher& matcher = matchers_[normalized];
  const std::string_view text = piece.text;
  const auto rest = [&](std::size_t from, std::size_t to) {
    if (from < to) visit(piece.part(from, to), std::nullopt);
  };
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size() && !matcher.entries.empty();) {
    const Entry* entry = matcher.longest_at(text, at);
    if (!entry) {
      ++at;
      continue;
    }
    std::size_t begin = at, end = at + entry->text.size();
    at = end;
    const AddedToken& token = tokens_.at(entry->id);
    if (token.single_word &&
        (ends_with_word(text.substr(0, begin)) || starts_with_word(text.substr(end))))
      continue;
    // The token in front may have taken the white space already, even one that is a token itself.
    if (token.lstrip) begin = std::max(done, spaces_before(text, std::min(done, begin), begin));
    if (token.rstrip) end = spaces_after(text, end);
    rest(done, begin);
    visit(piece.part(begin, end), entry->id);
    done = end;
  }
  rest(done, text.size());
}

std::optional<TokenId> AddedTokens::find(const std::string& content) const {
  const auto found = ids_.find(content);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

const AddedToken* AddedTokens::token(TokenId id) const {
  const auto found = tokens_.find(id);
  return found == tokens_.end() ? nullptr : &found->second;
}

bool AddedTokens::is_special(std::string_view content) const {
  return std::binary_search(special_.begin(), special_.end(), content);
}

TokenId AddedTokens::end() const {
  TokenId end = 0;
  for (const auto& [id, token] : tokens_) end = std::max(end, id + 1);
  return end;
}

std::vector<AddedToken> read_added_tokens(const JsonPlace& place) {
  std::vector<AddedToken> tokens;
  for (const JsonPlace& element : place.elements()) {
    JsonFields fields(element);
    AddedToken token;
    token.content = fields.required("content").string();
    token.single_word = fields.boolean("single_word", false);
    token.lstrip = fields.boolean("lstrip", false);
    token.rstrip = fields.boolean("rstrip", false);
    token.special = fields.boolean("special", false);
    token.normalized = fields.boolean("normalized", !token.special);
    fields.ignore("id");
    fields.ignore("__type");
    fields.finish();
    tokens.push_back(std::move(token));
  }
  return tokens;
}

}  // namespace atto
