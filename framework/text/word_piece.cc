#include "framework/text/word_piece.h"

#include "framework/core/characters.h"
#include "framework/text/byte_trie.h"

namespace atto {
namespace {

class WordPiece final : public TokenModel {
 public:
  WordPiece(Vocabulary vocabulary, const WordPieceOptions& options) : options_(options) {
    vocabulary_ = std::move(vocabulary);
    vocabulary_.for_each([this](std::string_view piece, TokenId id) { trie_.add(piece, id); });
    continuing_ = trie_.find(options.continuing_subword_prefix);
  }

  void tokenize(std::string_view piece, std::vector<ModelToken>& tokens) const override {
    const std::size_t before = tokens.size();
    if (characters_in(piece) > options_.max_input_chars_per_word || !cut(piece, tokens)) {
      tokens.resize(before);
      const auto unk = vocabulary_.find(options_.unk_token);
      require(unk.has_value(), "the unk_token '", options_.unk_token,
              "' is not in the vocabulary, but '", piece, "' needs it");
      tokens.push_back({*unk, 0, static_cast<std::uint32_t>(piece.size())});
    }
  }

 private:
  /// Whether the word came out even.
  bool cut(std::string_view word, std::vector<ModelToken>& tokens) const {
    std::uint32_t begin = 0;
    while (begin < word.size()) {
      const ModelToken longest = longest_at(word, begin);
      if (longest.id == ByteTrie::kNoId) return false;
      tokens.push_back(longest);
      begin = longest.end;
    }
    return true;
  }

  ModelToken longest_at(std::string_view word, std::uint32_t begin) const {
    ModelToken longest{ByteTrie::kNoId, begin, begin};
    ByteTrie::Node node = begin == 0 ? ByteTrie::kRoot : continuing_;
    for (std::uint32_t at = begin; at < word.size() && node != ByteTrie::kNoNode;) {
      node = trie_.child(node, word[at++]);
      if (node != ByteTrie::kNoNode && trie_.id(node) != ByteTrie::kNoId)
        longest = {trie_.id(node), begin, at};
    }
    return longest;
  }

  WordPieceOptions options_;
  ByteTrie trie_;
  ByteTrie::Node continuing_;
};

}  // namespace

std::unique_ptr<const TokenModel> make_word_piece(Vocabulary vocabulary,
                                                  const WordPieceOptions& options) {
  return std::make_unique<const WordPiece>(std::move(vocabulary), options);
}

std::unique_ptr<const TokenModel> make_word_piece(JsonFields& fields) {
  WordPieceOptions options;
  options.unk_token = fields.required("unk_token").string();
  options.continuing_subword_prefix = fields.required("continuing_subword_prefix").string();
  const JsonPlace longest = fields.required("max_input_chars_per_word");
  if (longest.integer() < 0) longest.fail("a word cannot have less than 0 characters");
  options.max_input_chars_per_word = static_cast<std::size_t>(longest.integer());
  return make_word_piece(read_vocabulary(fields.required("vocab")), options);
}

}  // namespace atto
