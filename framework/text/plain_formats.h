#pragma once
#include <string_view>

#include "framework/text/tokenizer.h"

namespace atto {

/// What a tokenizer_config.json says of a tokenizer that has no tokenizer.json.
struct TokenizerSettings {
  std::string tokenizer_class;  ///< empty when it is not said
  bool add_prefix_space = false;
  bool do_lower_case = true;
  bool tokenize_chinese_chars = true;
  std::optional<bool> strip_accents;
};

/// GPT-2's vocab.json and merges.txt: a byte-level BPE. Also RoBERTa's and Qwen2's, which split and
/// finish in another way. Error for a class that is none of these.
TokenizerParts make_byte_level_bpe(const JsonPlace& vocabulary, std::string_view merges,
                                   const TokenizerSettings& settings);

/// BERT's vocab.txt, a piece a line: WordPiece. Error for a class that is not BERT's.
TokenizerParts make_bert(std::string_view vocabulary, const TokenizerSettings& settings);

/// Ranks of tiktoken, `BASE64 RANK` a line. The file does not say how text is split; its name does:
/// r50k_base, p50k_base, cl100k_base, o200k_base, tokenizer.model (Llama 3). Error for others.
TokenizerParts make_tiktoken(std::string_view ranks, const std::string& file_name);

}  // namespace atto
