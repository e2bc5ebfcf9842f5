// tokenize_lines FILE: a JSON request a line on standard input, the tokens a line on standard
// output; what compare.mjs asks. A request has `text`, or `bytes` as a list of numbers, perhaps
// `pair`; or `decode`, a list of ids.
#include <iostream>
#include <nlohmann/json.hpp>

#include "framework/text/tokenizer.h"

namespace {

using Json = nlohmann::json;

Json json_of(const atto::Encoding& encoding) {
  Json offsets = Json::array();
  for (const atto::Span& span : encoding.offsets) {
    offsets.push_back(span.begin);
    offsets.push_back(span.end);
  }
  return {{"ids", encoding.ids},
          {"offsets", offsets},
          {"types", encoding.type_ids},
          {"attention", encoding.attention_mask},
          {"special", encoding.special_mask}};
}

std::string streamed(const atto::Tokenizer& tokenizer, const std::vector<atto::TokenId>& ids) {
  atto::DecodeStream stream(tokenizer);
  std::string all;
  for (const atto::TokenId id : ids) all += stream.push(id);
  return all + stream.finish();
}

std::string text_of(const Json& request) {
  if (request.contains("text")) return request["text"];
  std::string text;
  for (const int byte : request["bytes"]) text += static_cast<char>(byte);
  return text;
}

Json answer(const atto::Tokenizer& tokenizer, const Json& request) {
  if (request.contains("decode")) {
    const std::vector<atto::TokenId> ids = request["decode"];
    return {{"text", tokenizer.decode(ids)},
            {"whole", tokenizer.decode(ids, false)},
            {"streamed", streamed(tokenizer, ids)}};
  }
  const std::string text = text_of(request);
  const bool special_tokens = request.value("special", true);
  return json_of(
      request.contains("pair")
          ? tokenizer.encode_pair(text, request["pair"].get<std::string>(), special_tokens)
          : tokenizer.encode(text, special_tokens));
}

}  // namespace

int main(int, char** arguments) {
  try {
    const atto::Tokenizer tokenizer = atto::Tokenizer::load(arguments[1]);
    for (std::string line; std::getline(std::cin, line);) {
      Json reply;
      try {
        reply = answer(tokenizer, Json::parse(line));
      } catch (const atto::Error& error) {
        reply = {{"error", error.message()}};
      }
      std::cout << reply.dump() << "\n";
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
