#include "tests/text/reference/answer.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace atto {
namespace {

using Value = nlohmann::json;

/// The text of a request: `text`, or `bytes`, a list of numbers.
std::string text_of(const Value& request) {
  if (request.contains("text")) return request["text"];
  std::string bytes;
  for (const int byte : request["bytes"]) bytes += static_cast<char>(byte);
  return bytes;
}

Value encoded(const Tokenizer& tokenizer, const Value& request) {
  const bool special_tokens = request.value("special", true);
  const Encoding encoding =
      request.contains("pair")
          ? tokenizer.encode_pair(text_of(request), request["pair"].get<std::string>(),
                                  special_tokens)
          : tokenizer.encode(text_of(request), special_tokens);
  Value offsets = Value::array();
  for (const Span& span : encoding.offsets) {
    offsets.push_back(span.begin);
    offsets.push_back(span.end);
  }
  return {{"ids", encoding.ids},
          {"offsets", offsets},
          {"types", encoding.type_ids},
          {"attention", encoding.attention_mask},
          {"special", encoding.special_mask}};
}

Value decoded(const Tokenizer& tokenizer, const Value& request) {
  const std::vector<TokenId> ids = request["decode"];
  DecodeStream stream(tokenizer);
  std::string streamed;
  for (const TokenId id : ids) streamed += stream.push(id);
  streamed += stream.finish();
  return {{"text", tokenizer.decode(ids)},
          {"whole", tokenizer.decode(ids, false)},
          {"streamed", streamed}};
}

}  // namespace

std::string answer_to(const std::string& request, const Tokenizer& tokenizer) {
  const Value value = Value::parse(request);
  return (value.contains("decode") ? decoded(tokenizer, value) : encoded(tokenizer, value)).dump();
}

}  // namespace atto
