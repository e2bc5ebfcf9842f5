#include "framework/text/pre_tokenizer.h"

#include <vector>

#include "framework/text/byte_level.h"
#include "framework/text/factory.h"
#include "framework/text/fields.h"
#include "framework/text/metaspace.h"
#include "framework/text/split.h"
#include "framework/text/unicode.h"
#include "framework/text/unicode_scripts.h"

namespace atto {
namespace {

class Sequence : public PreTokenizer {
 public:
  explicit Sequence(JsonFields& fields) {
    for (const JsonPlace& place : fields.required("pretokenizers").elements())
      steps_.push_back(make_pre_tokenizer(place));
  }
  void split(const Piece& piece, const PieceSink& sink) const override { run(0, piece, sink); }

 private:
  void run(std::size_t step, const Piece& piece, const PieceSink& sink) const {
    if (step == steps_.size()) return sink(piece);
    if (step + 1 == steps_.size()) return steps_[step]->split(piece, sink);
    steps_[step]->split(piece, [&](const Piece& part) { run(step + 1, part, sink); });
  }

  std::vector<std::unique_ptr<const PreTokenizer>> steps_;
};

/// Runs of word characters, runs of others; white space goes.
class Whitespace : public PreTokenizer {
 public:
  explicit Whitespace(JsonFields&) {}
  void split(const Piece& piece, const PieceSink& sink) const override {
    enum Kind { space, word, other };
    std::size_t begin = 0;
    Kind last = space;
    const auto hand_out = [&](std::size_t end) {
      if (last != space && begin < end) sink(piece.part(begin, end));
    };
    for (std::size_t at = 0; at < piece.text.size();) {
      const std::size_t from = at;
      const char32_t c = next_character(piece.text, at);
      const Kind kind = is_word(c) ? word : is_space(c) ? space : other;
      if (kind == last) continue;
      hand_out(from);
      begin = from;
      last = kind;
    }
    hand_out(piece.text.size());
  }
};

class WhitespaceSplit : public PreTokenizer {
 public:
  explicit WhitespaceSplit(JsonFields&) {}
  void split(const Piece& piece, const PieceSink& sink) const override {
    split_at(piece, is_space, SplitBehavior::removed, sink);
  }
};

class Digits : public PreTokenizer {
 public:
  explicit Digits(JsonFields& fields)
      : behavior_(fields.required("individual_digits").boolean() ? SplitBehavior::isolated
                                                                 : SplitBehavior::contiguous) {}
  void split(const Piece& piece, const PieceSink& sink) const override {
    split_at(piece, is_numeric, behavior_, sink);
  }

 private:
  SplitBehavior behavior_;
};

class Punctuation : public PreTokenizer {
 public:
  explicit Punctuation(JsonFields& fields) {
    if (fields.has("behavior")) behavior_ = read_split_behavior(fields.required("behavior"));
  }
  void split(const Piece& piece, const PieceSink& sink) const override {
    split_at(piece, is_punctuation, behavior_, sink);
  }

 private:
  SplitBehavior behavior_ = SplitBehavior::isolated;
};

/// Words, each punctuation character by itself; white space goes.
class BertPreTokenizer : public PreTokenizer {
 public:
  explicit BertPreTokenizer(JsonFields&) {}
  void split(const Piece& piece, const PieceSink& sink) const override {
    split_at(piece, is_space, SplitBehavior::removed, [&](const Piece& word) {
      split_at(word, is_punctuation, SplitBehavior::isolated, sink);
    });
  }
};

/// Cuts at a character, which goes.
class CharDelimiterSplit : public PreTokenizer {
 public:
  explicit CharDelimiterSplit(JsonFields& fields) {
    std::size_t at = 0;
    delimiter_ = next_character(read_character(fields.required("delimiter")), at);
  }
  void split(const Piece& piece, const PieceSink& sink) const override {
    split_at(
        piece, [&](char32_t c) { return c == delimiter_; }, SplitBehavior::removed, sink);
  }

 private:
  char32_t delimiter_ = 0;
};

/// Pieces of so many characters.
class FixedLength : public PreTokenizer {
 public:
  explicit FixedLength(JsonFields& fields) : length_(fields.integer("length", 5)) {
    if (length_ < 1) fields.place().fail("length has to be 1 at least, not ", length_);
  }
  void split(const Piece& piece, const PieceSink& sink) const override {
    for (std::size_t at = 0; at < piece.text.size();) {
      const std::size_t from = at;
      for (std::int64_t i = 0; i < length_ && at < piece.text.size(); ++i)
        next_character(piece.text, at);
      sink(piece.part(from, at));
    }
  }

 private:
  std::int64_t length_;
};

}  // namespace

std::unique_ptr<const PreTokenizer> make_pre_tokenizer(const JsonPlace& place) {
  return make_of_type<PreTokenizer>(place,
                                    {{"BertPreTokenizer", make<PreTokenizer, BertPreTokenizer>},
                                     {"ByteLevel", make_byte_level},
                                     {"CharDelimiterSplit", make<PreTokenizer, CharDelimiterSplit>},
                                     {"Digits", make<PreTokenizer, Digits>},
                                     {"FixedLength", make<PreTokenizer, FixedLength>},
                                     {"Metaspace", make_metaspace},
                                     {"Punctuation", make<PreTokenizer, Punctuation>},
                                     {"Sequence", make<PreTokenizer, Sequence>},
                                     {"Split", make_split},
                                     {"UnicodeScripts", make_unicode_scripts},
                                     {"Whitespace", make<PreTokenizer, Whitespace>},
                                     {"WhitespaceSplit", make<PreTokenizer, WhitespaceSplit>}});
}

}  // namespace atto
