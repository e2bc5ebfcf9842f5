#include "framework/text/post_processor.h"

#include <algorithm>
#include <map>
#include <string>

#include "framework/core/characters.h"
#include "framework/text/factory.h"
#include "framework/text/fields.h"
#include "framework/text/tokenizer.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

using Parts = std::vector<EncodingPart>;

EncodingPart special_part(const std::vector<TokenId>& ids, TokenId type_id) {
  EncodingPart part;
  for (const TokenId id : ids) part.encoding.add(id, {}, type_id, true);
  return part;
}

void set_type(Encoding& encoding, TokenId type_id) {
  std::fill(encoding.type_ids.begin(), encoding.type_ids.end(), type_id);
}

/// The character that a byte-level vocabulary has for a space.
constexpr std::string_view kByteLevelSpace = "\u0120";

/// Whether the character of a token's text that begins at `at` is white space; `at` goes on behind.
bool take_space(std::string_view text, std::size_t& at) {
  if (!text.substr(at).starts_with(kByteLevelSpace)) return is_space(next_character(text, at));
  at += kByteLevelSpace.size();
  return true;
}

/// The text that a token was. An added one may have taken white space with it.
std::string_view text_of(const EncodingPart& part, std::size_t i, const Tokenizer& tokenizer) {
  const TokenId id = part.encoding.ids[i];
  const Span offset = part.encoding.offsets[i];
  return tokenizer.added_tokens().token(id)
             ? part.input.substr(offset.begin, offset.end - offset.begin)
             : tokenizer.piece(id);
}

std::size_t leading_spaces(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size() && take_space(text, at);) ++count;
  return count;
}

std::size_t trailing_spaces(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t end = text.size(); end > 0; ++count) {
    std::size_t at = end = begin_of_last(text, end);
    if (!take_space(text, at)) break;
  }
  return count;
}

/// Moves the offsets of tokens behind the white space at their begin and in front of that at their
/// end: by a character of the input for each. With `add_prefix_space`, a single space in front of
/// the first token was no part of the input.
void trim_offsets(EncodingPart& part, bool add_prefix_space, const Tokenizer& tokenizer) {
  for (std::size_t i = 0; i < part.encoding.size(); ++i) {
    Span& offset = part.encoding.offsets[i];
    const std::string_view text = text_of(part, i, tokenizer);
    std::size_t leading = leading_spaces(text), trailing = trailing_spaces(text);
    if (leading == 1 && add_prefix_space && (i == 0 || offset.begin == 0)) leading = 0;
    std::size_t begin = offset.begin, end = offset.end;
    for (; leading > 0 && begin < end; --leading) {
      do ++begin;
      while (begin < end && is_continuation(part.input[begin]));
    }
    for (; trailing > 0 && end > 0; --trailing) end = begin_of_last(part.input, end);
    if (trailing > 0) end = offset.end;  // more than the input has in front of it
    offset = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max(begin, end))};
  }
}

class ByteLevelProcessing final : public PostProcessor {
 public:
  explicit ByteLevelProcessing(JsonFields& fields)
      : trim_(fields.boolean("trim_offsets", true)),
        add_prefix_space_(fields.boolean("add_prefix_space", true)) {
    fields.ignore("use_regex");
  }
  void process(Parts& parts, bool, const Tokenizer& tokenizer) const override {
    for (EncodingPart& part : parts)
      if (trim_) trim_offsets(part, add_prefix_space_, tokenizer);
  }
  std::size_t added_tokens(bool) const override { return 0; }

 private:
  bool trim_, add_prefix_space_;
};

/// `["[SEP]", 102]`.
TokenId read_token(const JsonPlace& place) {
  const auto elements = place.elements();
  if (elements.size() != 2) place.fail("a token is written [\"text\", id]");
  elements[0].string();
  return read_token_id(elements[1]);
}

/// [CLS] A [SEP] B [SEP].
class BertProcessing final : public PostProcessor {
 public:
  explicit BertProcessing(JsonFields& fields)
      : sep_(read_token(fields.required("sep"))), cls_(read_token(fields.required("cls"))) {}

  void process(Parts& parts, bool special_tokens, const Tokenizer&) const override {
    if (!special_tokens) return;
    Parts out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i == 0) out.push_back(special_part({cls_}, 0));
      out.push_back(std::move(parts[i]));
      out.push_back(special_part({sep_}, i == 0 ? 0 : 1));
    }
    parts = std::move(out);
  }
  std::size_t added_tokens(bool pair) const override { return pair ? 3 : 2; }

 private:
  TokenId sep_, cls_;
};

/// <s> A </s> </s> B </s>, all of one segment.
class RobertaProcessing final : public PostProcessor {
 public:
  explicit RobertaProcessing(JsonFields& fields)
      : sep_(read_token(fields.required("sep"))),
        cls_(read_token(fields.required("cls"))),
        trim_(fields.boolean("trim_offsets", true)),
        add_prefix_space_(fields.boolean("add_prefix_space", true)) {}

  void process(Parts& parts, bool special_tokens, const Tokenizer& tokenizer) const override {
    for (EncodingPart& part : parts) {
      if (trim_) trim_offsets(part, add_prefix_space_, tokenizer);
      set_type(part.encoding, 0);
    }
    if (!special_tokens) return;
    Parts out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      out.push_back(special_part({i == 0 ? cls_ : sep_}, 0));
      out.push_back(std::move(parts[i]));
      out.push_back(special_part({sep_}, 0));
    }
    parts = std::move(out);
  }
  std::size_t added_tokens(bool pair) const override { return pair ? 4 : 2; }

 private:
  TokenId sep_, cls_;
  bool trim_, add_prefix_space_;
};

class TemplateProcessing final : public PostProcessor {
 public:
  TemplateProcessing(const std::vector<TokenId>& front, const std::vector<TokenId>& back) {
    const auto segment = [&](int sequence) {
      return std::vector<Element>{
          {-1, front, sequence}, {sequence, {}, sequence}, {-1, back, sequence}};
    };
    single_ = pair_ = segment(0);
    for (Element& element : segment(1)) pair_.push_back(std::move(element));
  }
  explicit TemplateProcessing(JsonFields& fields) {
    std::map<std::string, std::vector<TokenId>> special;
    const JsonPlace tokens = fields.required("special_tokens");
    for (const auto& [name, value] : tokens.object()) {
      JsonFields token({value, tokens.path() + "." + name});
      token.required("id").string();
      for (const JsonPlace& id : token.required("ids").elements())
        special[name].push_back(read_token_id(id));
      for (const JsonPlace& piece : token.required("tokens").elements()) piece.string();
      token.finish();
    }
    single_ = read_template(fields.required("single"), special);
    pair_ = read_template(fields.required("pair"), special);
  }

  void process(Parts& parts, bool special_tokens, const Tokenizer&) const override {
    require(parts.size() <= 2,
            "post_processor: TemplateProcessing stands behind another one that "
            "adds special tokens; it has to be the first");
    Parts out;
    for (const Element& element : parts.size() == 1 ? single_ : pair_) {
      if (element.sequence < 0) {
        if (special_tokens) out.push_back(special_part(element.ids, element.type_id));
      } else {
        const auto sequence = static_cast<std::size_t>(element.sequence);
        require(sequence < parts.size(), "post_processor: the template for a single text names B");
        out.push_back(parts[sequence]);
        set_type(out.back().encoding, element.type_id);
      }
    }
    parts = std::move(out);
  }
  std::size_t added_tokens(bool pair) const override {
    std::size_t count = 0;
    for (const Element& element : pair ? pair_ : single_) count += element.ids.size();
    return count;
  }

 private:
  struct Element {
    int sequence = -1;  // 0 for A, 1 for B, -1 for special tokens
    std::vector<TokenId> ids;
    TokenId type_id = 0;
  };

  static std::vector<Element> read_template(
      const JsonPlace& place, const std::map<std::string, std::vector<TokenId>>& special) {
    std::vector<Element> elements;
    for (const JsonPlace& piece : place.elements()) {
      JsonFields fields(piece);
      Element element;
      const bool is_token = fields.has("SpecialToken");
      JsonFields inner(fields.required(is_token ? "SpecialToken" : "Sequence"));
      const JsonPlace id = inner.required("id");
      element.type_id = read_token_id(inner.required("type_id"));
      if (is_token) {
        const auto found = special.find(id.string());
        if (found == special.end()) id.fail("'", id.string(), "' is not among special_tokens");
        element.ids = found->second;
      } else {
        if (id.string() != "A" && id.string() != "B")
          id.fail("a sequence is \"A\" or \"B\", not \"", id.string(), "\"");
        element.sequence = id.string() == "B";
      }
      inner.finish();
      fields.finish();
      elements.push_back(std::move(element));
    }
    return elements;
  }

  std::vector<Element> single_, pair_;
};

class SequenceProcessing final : public PostProcessor {
 public:
  explicit SequenceProcessing(JsonFields& fields) {
    for (const JsonPlace& place : fields.required("processors").elements())
      steps_.push_back(make_post_processor(place));
  }
  void process(Parts& parts, bool special_tokens, const Tokenizer& tokenizer) const override {
    for (const auto& step : steps_) step->process(parts, special_tokens, tokenizer);
  }
  std::size_t added_tokens(bool pair) const override {
    std::size_t count = 0;
    for (const auto& step : steps_) count += step->added_tokens(pair);
    return count;
  }

 private:
  std::vector<std::unique_ptr<const PostProcessor>> steps_;
};

}  // namespace

std::unique_ptr<const PostProcessor> make_surrounding(const std::vector<TokenId>& front,
                                                      const std::vector<TokenId>& back) {
  return std::make_unique<const TemplateProcessing>(front, back);
}

std::unique_ptr<const PostProcessor> make_post_processor(const JsonPlace& place) {
  return make_of_type<PostProcessor>(
      place, {{"ByteLevel", make<PostProcessor, ByteLevelProcessing>},
              {"BertProcessing", make<PostProcessor, BertProcessing>},
              {"RobertaProcessing", make<PostProcessor, RobertaProcessing>},
              {"TemplateProcessing", make<PostProcessor, TemplateProcessing>},
              {"Sequence", make<PostProcessor, SequenceProcessing>}});
}

}  // namespace atto
