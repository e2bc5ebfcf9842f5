#include "framework/text/unigram.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>

#include "framework/core/characters.h"
#include "framework/text/byte_pieces.h"
#include "framework/text/byte_trie.h"
#include "framework/text/fields.h"

namespace atto {
namespace {

constexpr double kUnknownPenalty = 10;
constexpr std::uint32_t kNowhere = UINT32_MAX;

/// The best way to a place of the text: its last token.
struct Best {
  double score;
  std::uint32_t begin;
  TokenId id;
};

class Unigram final : public TokenModel {
 public:
  Unigram(const std::vector<ScoredPiece>& pieces, const UnigramOptions& options)
      : unk_(options.unk_id.value_or(kNoUnknown)) {
    require(!options.unk_id || (unk_ >= 0 && static_cast<std::size_t>(unk_) < pieces.size()),
            "unk_id is ", unk_, ", but there are ", pieces.size(), " pieces, which count from 0");
    double lowest = std::numeric_limits<double>::infinity();
    vocabulary_.reserve(pieces.size(), pieces.size() * 8);
    for (const auto& [piece, score] : pieces) {
      const auto id = static_cast<TokenId>(scores_.size());
      vocabulary_.add(piece, id);
      trie_.add(piece, id);
      scores_.push_back(score);
      lowest = std::min(lowest, score);
    }
    unknown_score_ = lowest - kUnknownPenalty;
    if (options.byte_fallback) bytes_ = BytePieces(vocabulary_);
  }

  void tokenize(std::string_view piece, std::vector<ModelToken>& tokens) const override {
    thread_local std::vector<Best> best;
    best.assign(piece.size() + 1, {0, kNowhere, 0});
    find_best(piece, best);
    const std::size_t first = tokens.size();
    for (auto end = static_cast<std::uint32_t>(piece.size()); end > 0;) {
      const TokenId id = best[end].id;
      std::uint32_t begin = best[end].begin;
      if (id == unk_) {
        while (begin > 0 && best[begin].id == unk_) begin = best[begin].begin;
        append_unknown(piece, begin, end, tokens);
      } else {
        tokens.push_back({id, begin, end});
      }
      end = begin;
    }
    std::reverse(tokens.begin() + static_cast<std::ptrdiff_t>(first), tokens.end());
  }

 private:
  static constexpr TokenId kNoUnknown = -1;

  void find_best(std::string_view piece, std::vector<Best>& best) const {
    const auto size = static_cast<std::uint32_t>(piece.size());
    std::uint32_t next = 0;
    for (std::uint32_t begin = 0; begin < size; begin = next) {
      next = begin + 1;
      while (next < size && is_continuation(piece[next])) ++next;
      bool single = false;  // whether a piece is this one character
      ByteTrie::Node node = ByteTrie::kRoot;
      for (std::uint32_t end = begin; end < size;) {
        node = trie_.child(node, piece[end++]);
        if (node == ByteTrie::kNoNode) break;
        const TokenId id = trie_.id(node);
        if (id == ByteTrie::kNoId) continue;
        improve(best, {scores_[static_cast<std::size_t>(id)], begin, id}, end);
        single = single || end == next;
      }
      if (!single && improve(best, {unknown_score_, begin, unk_}, next))
        require(unk_ != kNoUnknown, "'", piece.substr(begin, next - begin),
                "' is not in the vocabulary, and there is no unk_id");
    }
  }

  /// Whether the token, with its own score, makes a better way to its end.
  static bool improve(std::vector<Best>& best, Best token, std::uint32_t end) {
    token.score += best[token.begin].score;
    if (best[end].begin != kNowhere && token.score <= best[end].score) return false;
    best[end] = token;
    return true;
  }

  /// The tokens from back to front.
  void append_unknown(std::string_view piece, std::uint32_t begin, std::uint32_t end,
                      std::vector<ModelToken>& tokens) const {
    const std::string_view text = piece.substr(begin, end - begin);
    if (const auto id = vocabulary_.find(text)) {
      tokens.push_back({*id, begin, end});
    } else if (bytes_.cover(text)) {
      for (std::size_t i = text.size(); i > 0; --i)
        tokens.push_back({bytes_.id(text[i - 1]), begin, end});
    } else {
      tokens.push_back({unk_, begin, end});
    }
  }

  TokenId unk_;
  ByteTrie trie_;
  std::vector<double> scores_;  // by id
  double unknown_score_;
  BytePieces bytes_;
};

double power_of_ten(int exponent) {
  static const std::array<double, 309> powers = [] {
    std::array<double, 309> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const std::string digits = "1e" + std::to_string(i);
      std::from_chars(digits.data(), digits.data() + digits.size(), made[i]);
    }
    return made;
  }();
  return powers[static_cast<std::size_t>(std::min(exponent, 308))];
}

/// The score as the reference reads it (serde_json): its digits as a whole number, which is
/// rounded, times or by a power of ten, and rounded again. That may not be the nearest number, and
/// decides between sequences of tokens whose scores have the same sum.
double as_reference(double score) {
  char text[32];
  const char* const end = std::to_chars(text, text + 32, score, std::chars_format::scientific).ptr;
  std::uint64_t digits = 0;
  int exponent = 0;
  const char* at = text + (*text == '-');
  for (bool fraction = false; *at != 'e'; ++at) {
    if (*at == '.') {
      fraction = true;
    } else {
      digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
      exponent -= fraction;
    }
  }
  at += at[1] == '+' ? 2 : 1;
  int shift = 0;
  std::from_chars(at, end, shift);
  exponent += shift;
  auto value = static_cast<double>(digits);
  if (exponent < -308) {
    value /= 1e308;
    exponent += 308;
  }
  value = exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
  return *text == '-' ? -value : value;
}

ScoredPiece read_piece(const JsonPlace& place, const Json& piece) {
  const auto* pair = piece.as<Json::Array>();
  const bool two = pair && pair->size() == 2;
  const std::string* text = two ? (*pair)[0].as<std::string>() : nullptr;
  if (!text) place.fail("a piece is an array of a string and a number");
  if (const auto* score = (*pair)[1].as<double>()) return {*text, as_reference(*score)};
  const auto* whole = (*pair)[1].as<std::int64_t>();
  if (!whole) place.fail("the score of '", *text, "' is ", (*pair)[1].kind(), ", not a number");
  return {*text, static_cast<double>(*whole)};
}

}  // namespace

std::unique_ptr<const TokenModel> make_unigram(const std::vector<ScoredPiece>& pieces,
                                               const UnigramOptions& options) {
  return std::make_unique<const Unigram>(pieces, options);
}

std::unique_ptr<const TokenModel> make_unigram(JsonFields& fields) {
  UnigramOptions options;
  if (fields.has("unk_id")) options.unk_id = read_token_id(fields.required("unk_id"));
  options.byte_fallback = fields.boolean("byte_fallback", false);
  const JsonPlace place = fields.required("vocab");
  const auto* array = place.value().as<Json::Array>();
  if (!array) place.fail("this is ", place.value().kind(), ", not an array");
  std::vector<ScoredPiece> pieces;
  pieces.reserve(array->size());
  for (const Json& piece : *array) pieces.push_back(read_piece(place, piece));
  return make_unigram(pieces, options);
}

}  // namespace atto
