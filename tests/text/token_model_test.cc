#include "framework/text/token_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "framework/core/characters.h"
#include "framework/text/bpe.h"
#include "framework/text/unigram.h"
#include "framework/text/word_level.h"
#include "framework/text/word_piece.h"

namespace atto {
namespace {

std::unique_ptr<const TokenModel> model_of(const std::string& json) {
  const Json value = Json::parse(json, "model.json");
  return make_token_model({value, "model"});
}

std::vector<ModelToken> tokens_of(const TokenModel& model, std::string_view text) {
  std::vector<ModelToken> tokens;
  model.tokenize(text, tokens);
  return tokens;
}

/// `id:begin-end` of each, in whole characters as the reference tells it.
std::string written(const std::vector<ModelToken>& tokens, const std::string& text) {
  std::string out;
  for (const ModelToken& token : tokens) {
    std::size_t begin = token.begin;
    std::size_t end = token.end;
    while (is_continuation(text[begin])) --begin;
    while (end < text.size() && is_continuation(text[end])) ++end;
    out += (out.empty() ? "" : " ") + std::to_string(token.id) + ":" + std::to_string(begin) + "-" +
           std::to_string(end);
  }
  return out;
}

struct Sample {
  std::string text;
  std::string tokens;
};

struct Reference {
  std::string model;
  std::vector<Sample> samples;
};

// Printed by token_model_reference.mjs.
const std::vector<Reference> kReference = {
#include "tests/text/token_model_reference.inc"
};

TEST(TokenModel, MakesTheTokensOfTheReference) {
  for (const auto& [json, samples] : kReference) {
    const auto model = model_of(json);
    for (const auto& [text, tokens] : samples)
      EXPECT_EQ(written(tokens_of(*model, text), text), tokens) << text << " by " << json;
  }
}

/// The tokens of the parts between cuts.
std::vector<ModelToken> tokens_of_parts(const TokenModel& model, std::string_view text) {
  std::vector<ModelToken> tokens;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = model.next_cut(text, begin);
    for (ModelToken token : tokens_of(model, text.substr(begin, end - begin))) {
      token.begin += static_cast<std::uint32_t>(begin);
      token.end += static_cast<std::uint32_t>(begin);
      tokens.push_back(token);
    }
    begin = end;
  }
  return tokens;
}

TEST(TokenModel, PartsBetweenCutsHaveTheSameTokens) {
  for (const auto& [json, samples] : kReference) {
    const auto model = model_of(json);
    for (const auto& [text, tokens] : samples)
      EXPECT_EQ(tokens_of_parts(*model, text), tokens_of(*model, text)) << text << " by " << json;
  }
}

TEST(TokenModel, CutsWhereNoMergeIs) {
  const auto model = make_bpe(
      [] {
        Vocabulary vocabulary;
        for (const char* piece : {"a", "b", "ab", "é"}) vocabulary.add(piece, vocabulary.end());
        return vocabulary;
      }(),
      {{"a", "b"}}, {});
  const std::string text = "ababéa";
  std::vector<std::size_t> cuts;
  for (std::size_t at = 0; at < text.size();) cuts.push_back(at = model->next_cut(text, at));
  EXPECT_EQ(cuts, (std::vector<std::size_t>{2, 4, 6, 7}));
}

/// Byte pair encoding with letters, as it is defined.
class PlainBpe {
 public:
  std::vector<std::string> merges;  // `left right`, in the order of ranks
  std::vector<std::string> pieces{"a", "b", "c"};

  PlainBpe(unsigned seed, bool shuffled) {
    std::mt19937 random(seed);
    const auto any = [&] { return pieces[random() % pieces.size()]; };
    while (pieces.size() < 30) {
      const std::string left = any();
      const std::string right = any();
      merges.push_back(left + " " + right);
      if (std::find(pieces.begin(), pieces.end(), left + right) == pieces.end())
        pieces.push_back(left + right);
    }
    if (shuffled) std::shuffle(merges.begin(), merges.end(), random);
    for (std::size_t i = 0; i < merges.size(); ++i) ranks_[merges[i]] = i;
  }

  std::unique_ptr<const TokenModel> model() const {
    Vocabulary vocabulary;
    for (const std::string& piece : pieces) vocabulary.add(piece, vocabulary.end());
    std::vector<TextMerge> pairs;
    for (const std::string& merge : merges) {
      const std::string_view view = merge;
      pairs.emplace_back(view.substr(0, view.find(' ')), view.substr(view.find(' ') + 1));
    }
    return make_bpe(std::move(vocabulary), pairs, {});
  }

  std::vector<std::string> tokens(const std::string& text) const {
    std::vector<std::string> tokens;
    for (const char c : text) tokens.emplace_back(1, c);
    for (;;) {
      std::size_t lowest = merges.size();
      std::size_t at = 0;
      for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const auto found = ranks_.find(tokens[i] + " " + tokens[i + 1]);
        if (found == ranks_.end() || found->second >= lowest) continue;
        lowest = found->second;
        at = i;
      }
      if (lowest == merges.size()) return tokens;
      tokens[at] += tokens[at + 1];
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
  }

 private:
  std::map<std::string, std::size_t> ranks_;
};

TEST(TokenModel, LongPiecesAreMergedAsItIsDefined) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const PlainBpe plain(seed, seed % 2 == 1);
    const auto model = plain.model();
    std::mt19937 random(seed);
    for (const std::size_t length : {40, 60, 100, 400}) {
      std::string text;
      const unsigned letters = 1 + random() % 3;
      for (std::size_t i = 0; i < length; ++i) text += static_cast<char>('a' + random() % letters);
      std::vector<std::string> pieces;
      for (const ModelToken& token : tokens_of(*model, text))
        pieces.push_back(text.substr(token.begin, token.end - token.begin));
      EXPECT_EQ(pieces, plain.tokens(text)) << "seed " << seed << ", length " << length;
    }
  }
}

TEST(TokenModel, AddsToTheTokensThatAreThere) {
  const auto model =
      model_of(R"({"type": "WordLevel", "unk_token": "u", "vocab": {"u": 0, "a": 1}})");
  std::vector<ModelToken> tokens = {{5, 0, 1}};
  model->tokenize("a", tokens);
  EXPECT_EQ(tokens, (std::vector<ModelToken>{{5, 0, 1}, {1, 0, 1}}));
}

struct Mistake {
  std::string model;
  std::string message;
};

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.message();
  }
  return "no error";
}

std::string bpe(const std::string& fields) { return R"({"type": "BPE", )" + fields + "}"; }

TEST(TokenModel, MistakesInAFile) {
  const std::string ab = R"("vocab": {"a": 0, "b": 1, "ab": 2})";
  const std::vector<Mistake> mistakes = {
      {"[]", "model: this is an array, not an object"},
      {R"({"type": "Bpe"})",
       "model.type: 'Bpe' is not supported; there are BPE, Unigram, WordLevel, WordPiece"},
      {R"({"type": null})", "model.type: this is null, not a string"},
      {"{}", "model: 'vocab' is missing"},
      {bpe(ab), "model: 'merges' is missing"},
      {bpe(R"("merges": [])"), "model: 'vocab' is missing"},
      {bpe(ab + R"(, "merges": {})"), "model.merges: this is an object, not an array"},
      {bpe(ab + R"(, "merges": ["ab"])"),
       "model.merges: 'ab' is no merge; one is two pieces with a space between"},
      {bpe(ab + R"(, "merges": ["a b c"])"),
       "model.merges: 'a b c' is no merge; one is two pieces with a space between"},
      {bpe(ab + R"(, "merges": [["a"]])"), "model.merges: a merge is a pair of two strings"},
      {bpe(ab + R"(, "merges": [["a", 1]])"), "model.merges: a merge is a pair of two strings"},
      {bpe(ab + R"(, "merges": [7])"),
       "model.merges: a merge is a whole number, not a string or a pair of strings"},
      {bpe(ab + R"(, "merges": ["a c"])"),
       "the merge 'a c' needs 'c', which is not in the vocabulary"},
      {bpe(ab + R"(, "merges": ["b a"])"),
       "the merge 'b a' needs 'ba', which is not in the vocabulary"},
      {bpe(ab + R"(, "merges": ["a b"], "continuing_subword_prefix": "##")"),
       "the merge 'a b' has no continuing_subword_prefix '##' at 'b'"},
      {bpe(ab + R"(, "merges": [], "dropout": 0.1)"),
       "model.dropout: dropout makes tokens at random, which is not supported"},
      {bpe(ab + R"(, "merges": [], "fuse_unk": 1)"),
       "model.fuse_unk: this is a whole number, not true or false"},
      {bpe(ab + R"(, "merges": [], "fuse_unks": true)"),
       "model: 'fuse_unks' is not supported; did you mean 'fuse_unk'?"},
      {bpe(R"("merges": [], "vocab": [])"), "model.vocab: this is an array, not an object"},
      {bpe(R"("merges": [], "vocab": {"a": -1})"),
       "model.vocab: the id of 'a' is -1; ids are from 0 to 16777215"},
      {bpe(R"("merges": [], "vocab": {"a": 4294967296})"),
       "model.vocab: the id of 'a' is 4294967296; ids are from 0 to 16777215"},
      {bpe(R"("merges": [], "vocab": {"a": 1.5})"),
       "model.vocab: the id of 'a' is a number, not a whole number"},
      {R"({"type": "WordPiece", "vocab": {}, "unk_token": "u", "continuing_subword_prefix": ""})",
       "model: 'max_input_chars_per_word' is missing"},
      {R"({"vocab": {}, "unk_token": "u", "continuing_subword_prefix": "",
           "max_input_chars_per_word": -1})",
       "model.max_input_chars_per_word: a word cannot have less than 0 characters"},
      {R"({"type": "WordLevel", "vocab": {}, "unk_token": null})",
       "model.unk_token: this is null, not a string"},
      {R"({"type": "Unigram", "vocab": {}})", "model.vocab: this is an object, not an array"},
      {R"({"type": "Unigram", "vocab": [["a", 0]], "unk_id": 1})",
       "unk_id is 1, but there are 1 pieces, which count from 0"},
      {R"({"type": "Unigram", "vocab": [["a", 0]], "unk_id": -1})",
       "model.unk_id: -1 is no token id; they count from 0"},
      {R"({"type": "Unigram", "vocab": [["a"]]})",
       "model.vocab: a piece is an array of a string and a number"},
      {R"({"type": "Unigram", "vocab": [["a", null]]})",
       "model.vocab: the score of 'a' is null, not a number"},
  };
  for (const auto& [json, message] : mistakes)
    EXPECT_EQ(message_of([&, &model = json] { model_of(model); }), message) << json;
}

TEST(TokenModel, TextsThatNeedAMissingToken) {
  const std::vector<Mistake> mistakes = {
      {bpe(R"("vocab": {"a": 0}, "merges": [], "unk_token": "u")"),
       "the unk_token 'u' is not in the vocabulary, but 'x' needs it"},
      {R"({"type": "WordPiece", "vocab": {"a": 0}, "unk_token": "u", "continuing_subword_prefix": "",
           "max_input_chars_per_word": 5})",
       "the unk_token 'u' is not in the vocabulary, but 'ax' needs it"},
      {R"({"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "u"})",
       "the word 'ax' is not in the vocabulary, and neither is the unk_token 'u'"},
      {R"({"type": "Unigram", "vocab": [["a", 0]], "unk_id": null})",
       "'x' is not in the vocabulary, and there is no unk_id"},
      {R"({"type": "Unigram", "vocab": []})",
       "'a' is not in the vocabulary, and there is no unk_id"},
  };
  for (const auto& [json, message] : mistakes) {
    const auto model = model_of(json);
    EXPECT_EQ(message_of([&, &made = *model] { tokens_of(made, "ax"); }), message) << json;
  }
}

TEST(TokenModel, AModelOfNothingMakesNoTokens) {
  const auto model = make_bpe({}, {}, {});
  EXPECT_TRUE(tokens_of(*model, "ab").empty());
  EXPECT_EQ(model->next_cut("ab", 0), 2u);
}

}  // namespace
}  // namespace atto
