#pragma once
#include <string>

#include "framework/core/error.h"
#include "framework/text/byte_level.h"

namespace atto {

/// JSON: the characters of the bytes with their ids, and a comma behind each.
inline std::string byte_alphabet() {
  std::string alphabet;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string_view character = byte_character(static_cast<unsigned char>(byte));
    const bool escaped = character == "\"" || character == "\\";
    alphabet += text("\"", escaped ? "\\" : "", character, "\": ", byte, ", ");
  }
  return alphabet;
}

/// A byte-level tokenizer.json: ids 0 to 255 are the bytes, 256 is `he`, 257 a special `<s>` in
/// front of each text, and 258 `<pad>`, which takes the blanks around it. `pre_tokenizer` is JSON.
inline std::string small_tokenizer_json(
    const std::string& pre_tokenizer = R"({"type": "ByteLevel", "add_prefix_space": false})") {
  return R"({"version": "1.0", "added_tokens": [
    {"id": 257, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false,
     "normalized": false, "special": true},
    {"id": 258, "content": "<pad>", "single_word": false, "lstrip": true, "rstrip": true,
     "normalized": false, "special": false}],
    "pre_tokenizer": )" +
         pre_tokenizer + R"(,
    "post_processor": {"type": "TemplateProcessing",
      "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}},
                 {"Sequence": {"id": "A", "type_id": 0}}],
      "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
      "special_tokens": {"<s>": {"id": "<s>", "ids": [257], "tokens": ["<s>"]}}},
    "decoder": {"type": "ByteLevel"},
    "model": {"type": "BPE", "vocab": {)" +
         byte_alphabet() + R"("he": 256}, "merges": ["h e"]}})";
}

}  // namespace atto
