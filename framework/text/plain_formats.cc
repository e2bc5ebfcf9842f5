#include "framework/text/plain_formats.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "framework/text/base64.h"
#include "framework/text/bpe.h"
#include "framework/text/byte_level.h"
#include "framework/text/word_piece.h"

namespace atto {
namespace {

/// Makes a part that is written as in a tokenizer.json.
template <class Make>
auto part(Make make, const std::string& json) {
  const Json value = Json::parse(json, "built in");
  return make(JsonPlace(value, ""));
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string json_of(bool value) { return value ? "true" : "false"; }

constexpr const char* kQwen2 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+)";
constexpr const char* kCl100k =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+)";
constexpr const char* kO200k =
    R"([^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+)";

/// ByteLevel with GPT-2's expression, which it has by itself.
std::unique_ptr<const PreTokenizer> split_as_gpt2(bool add_prefix_space) {
  return part(make_pre_tokenizer,
              R"({"type": "ByteLevel", "add_prefix_space": )" + json_of(add_prefix_space) + "}");
}

std::unique_ptr<const PreTokenizer> split_into_bytes(const std::string& expression) {
  return part(make_pre_tokenizer,
              R"({"type": "Sequence", "pretokenizers": [
                   {"type": "Split", "pattern": {"Regex": ")" +
                  expression + R"("}, "behavior": "Isolated", "invert": false},
                   {"type": "ByteLevel", "add_prefix_space": false, "use_regex": false}]})");
}

/// The pairs that lines of a merges.txt name; its first may be a version.
std::vector<TextMerge> read_merges(std::string_view text) {
  std::vector<TextMerge> merges;
  int number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    if (line.empty() || line.starts_with("#version")) continue;
    const auto merge = read_merge(line);
    require(merge.has_value(), "line ", number, " of merges.txt is '", line,
            "'; a merge is two pieces with a blank "
            "between them");
    merges.push_back(*merge);
  }
  return merges;
}

}  // namespace

TokenizerParts make_byte_level_bpe(const JsonPlace& vocabulary, std::string_view merges,
                                   const TokenizerSettings& settings) {
  const std::string& name = settings.tokenizer_class;
  const auto is = [&](std::string_view stem) {
    return name == std::string(stem) + "Tokenizer" || name == std::string(stem) + "TokenizerFast";
  };
  const bool roberta = is("Roberta") || is("Bart"), qwen = is("Qwen2");
  require(
      roberta || qwen || is("GPT2") || name.empty(), "the tokenizer_class is '", name,
      "'; vocab.json and merges.txt are read for GPT2Tokenizer, RobertaTokenizer, BartTokenizer "
      "and Qwen2Tokenizer: save this one as tokenizer.json");
  TokenizerParts parts;
  if (roberta) parts.roles = {{"bos_token", "<s>"}, {"eos_token", "</s>"}};
  parts.model = make_bpe(read_vocabulary(vocabulary), read_merges(merges), {});
  const std::string prefix = json_of(settings.add_prefix_space);
  if (qwen) {
    parts.normalizer = part(make_normalizer, R"({"type": "NFC"})");
    parts.pre_tokenizer = split_into_bytes(kQwen2);
  } else {
    parts.pre_tokenizer = split_as_gpt2(settings.add_prefix_space);
  }
  parts.decoder = part(make_token_decoder, R"({"type": "ByteLevel"})");
  if (roberta) {
    const auto token = [&](const char* piece) {
      const auto id = parts.model->vocabulary().find(piece);
      require(id.has_value(), "vocab.json has no '", piece, "', which a ", name,
              " puts around texts");
      return text(R"([")", piece, R"(", )", *id, "]");
    };
    parts.post_processor =
        part(make_post_processor, R"({"type": "RobertaProcessing", "add_prefix_space": )" + prefix +
                                      R"(, "sep": )" + token("</s>") + R"(, "cls": )" +
                                      token("<s>") + "}");
  } else {
    parts.post_processor =
        part(make_post_processor, R"({"type": "ByteLevel", "trim_offsets": false})");
  }
  return parts;
}

TokenizerParts make_bert(std::string_view vocabulary, const TokenizerSettings& settings) {
  const std::string& name = settings.tokenizer_class;
  require(
      name.empty() || name.starts_with("BertTokenizer") || name.starts_with("DistilBertTokenizer"),
      "the tokenizer_class is '", name,
      "'; a vocab.txt is read for BertTokenizer and "
      "DistilBertTokenizer: save this one as tokenizer.json");
  TokenizerParts parts;
  Vocabulary pieces;
  for (const std::string_view line : lines_of(vocabulary))
    pieces.add(line, static_cast<TokenId>(pieces.end()));
  parts.model = make_word_piece(std::move(pieces), {});
  parts.normalizer =
      part(make_normalizer,
           R"({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": )" +
               json_of(settings.tokenize_chinese_chars) + R"(, "strip_accents": )" +
               (settings.strip_accents ? json_of(*settings.strip_accents) : "null") +
               R"(, "lowercase": )" + json_of(settings.do_lower_case) + "}");
  parts.pre_tokenizer = part(make_pre_tokenizer, R"({"type": "BertPreTokenizer"})");
  parts.decoder =
      part(make_token_decoder, R"({"type": "WordPiece", "prefix": "##", "cleanup": true})");
  std::string ids;
  for (const auto& [role, piece] : {std::pair{"sep", "[SEP]"}, std::pair{"cls", "[CLS]"}}) {
    const auto id = parts.model->vocabulary().find(piece);
    require(id.has_value(), "vocab.txt has no '", piece, "', which BERT puts around texts");
    ids += text(R"(, ")", role, R"(": [")", piece, R"(", )", *id, "]");
  }
  parts.post_processor = part(make_post_processor, R"({"type": "BertProcessing")" + ids + "}");
  for (const char* piece : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})
    if (parts.model->vocabulary().find(piece))
      parts.added_tokens.push_back({.content = piece, .normalized = false, .special = true});
  parts.roles = {{"pad_token", "[PAD]"},
                 {"unk_token", "[UNK]"},
                 {"cls_token", "[CLS]"},
                 {"sep_token", "[SEP]"},
                 {"mask_token", "[MASK]"}};
  return parts;
}

TokenizerParts make_tiktoken(std::string_view ranks, const std::string& file_name) {
  const std::map<std::string, const char*> kExpressions = {
      {"gpt2", nullptr},        {"r50k_base", nullptr}, {"p50k_base", nullptr},  // GPT-2's
      {"cl100k_base", kCl100k}, {"o200k_base", kO200k}, {"tokenizer.model", kCl100k},
      {"qwen", kQwen2}};
  const std::string stem = file_name.substr(0, file_name.find(".tiktoken"));
  const auto expression = kExpressions.find(stem);
  if (expression == kExpressions.end()) {
    std::vector<std::string> names;
    for (const auto& [name, ignored] : kExpressions) names.push_back(name);
    throw Error(
        text("tiktoken's ranks do not say how text is split, their name does: this one is "
             "none of ",
             list_of(names), "; rename the file to the one it is"));
  }
  Vocabulary vocabulary;
  int number = 0;
  for (const std::string_view line : lines_of(ranks)) {
    ++number;
    if (line.empty()) continue;
    const std::size_t blank = line.find(' ');
    TokenId rank = 0;
    const char* end = line.data() + line.size();
    require(blank != std::string_view::npos &&
                std::from_chars(line.data() + blank + 1, end, rank).ptr == end,
            "line ", number, " is '", line, "'; a rank of tiktoken is written BASE64 NUMBER");
    std::string piece;
    for (const char byte : decode_base64(line.substr(0, blank)))
      piece += byte_character(static_cast<unsigned char>(byte));
    vocabulary.add(piece, rank);
  }
  // tiktoken merges whatever two tokens give a token, that of the lowest rank first.
  std::vector<std::pair<TokenId, TextMerge>> ranked;
  vocabulary.for_each([&](std::string_view piece, TokenId rank) {
    for (std::size_t at = 1; at < piece.size(); ++at) {
      const std::string_view left = piece.substr(0, at), right = piece.substr(at);
      if (vocabulary.find(left) && vocabulary.find(right)) ranked.push_back({rank, {left, right}});
    }
  });
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<TextMerge> merges;
  for (const auto& [rank, merge] : ranked) merges.push_back(merge);
  TokenizerParts parts;
  BpeOptions options;
  options.ignore_merges = true;
  parts.model = make_bpe(Vocabulary(vocabulary), merges, options);
  if (stem == "qwen") parts.normalizer = part(make_normalizer, R"({"type": "NFC"})");
  parts.pre_tokenizer =
      expression->second ? split_into_bytes(expression->second) : split_as_gpt2(false);
  parts.decoder = part(make_token_decoder, R"({"type": "ByteLevel"})");
  return parts;
}

}  // namespace atto
