// The text of a tokenizer.json, and behind a line `%%` a text that it is to encode and decode.
#include <cstdint>
#include <string>
#include <string_view>

#include "framework/text/tokenizer.h"

namespace {

using namespace atto;

constexpr std::string_view kText = "\n%%\n";     // what stands in front of the text
constexpr std::size_t kLongestPadding = 10'000;  // sanitizers are slow
constexpr std::size_t kLongestText = 1000;       // likewise; normalizers may make it longer

void check(const Encoding& encoding, std::size_t first, std::size_t second) {
  const std::size_t size = encoding.size();
  ATTO_CHECK(encoding.offsets.size() == size && encoding.type_ids.size() == size &&
             encoding.attention_mask.size() == size && encoding.special_mask.size() == size);
  for (const Span& offset : encoding.offsets)
    ATTO_CHECK(offset.begin <= offset.end && offset.end <= std::max(first, second));
}

void use(const Tokenizer& tokenizer, std::string_view text) {
  const Encoding encoding = tokenizer.encode(text);
  check(encoding, text.size(), 0);
  DecodeStream stream(tokenizer);
  for (const TokenId id : encoding.ids) stream.push(id);
  stream.finish();
  tokenizer.decode(encoding.ids, false);
  const std::string_view half = text.substr(0, text.size() / 2);
  check(tokenizer.encode_pair(text, half), text.size(), half.size());
}

void read(std::string_view input) {
  const std::size_t end = std::min(input.find(kText), input.size());
  const std::string_view text = input.substr(std::min(end + kText.size(), input.size()));
  TokenizerParts parts = read_tokenizer_json(input.substr(0, end), "tokenizer.json");
  if (parts.padding &&
      std::max(parts.padding->length.value_or(0), parts.padding->multiple) > kLongestPadding)
    return;
  use(Tokenizer(std::move(parts)), text.substr(0, kLongestText));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  try {
    read({reinterpret_cast<const char*>(bytes), count});
  } catch (const atto::Error&) {
  }
  return 0;
}
