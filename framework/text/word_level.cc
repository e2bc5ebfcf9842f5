#include "framework/text/word_level.h"

namespace atto {
namespace {

class WordLevel final : public TokenModel {
 public:
  WordLevel(Vocabulary vocabulary, const std::string& unk_token) : unk_token_(unk_token) {
    vocabulary_ = std::move(vocabulary);
  }

  void tokenize(std::string_view piece, std::vector<ModelToken>& tokens) const override {
    auto id = vocabulary_.find(piece);
    if (!id) id = vocabulary_.find(unk_token_);
    require(id.has_value(), "the word '", piece, "' is not in the vocabulary, and neither is the ",
            "unk_token '", unk_token_, "'");
    tokens.push_back({*id, 0, static_cast<std::uint32_t>(piece.size())});
  }

 private:
  std::string unk_token_;
};

}  // namespace

std::unique_ptr<const TokenModel> make_word_level(Vocabulary vocabulary,
                                                  const std::string& unk_token) {
  return std::make_unique<const WordLevel>(std::move(vocabulary), unk_token);
}

std::unique_ptr<const TokenModel> make_word_level(JsonFields& fields) {
  return make_word_level(read_vocabulary(fields.required("vocab")),
                         fields.required("unk_token").string());
}

}  // namespace atto
