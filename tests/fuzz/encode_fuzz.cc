// Any bytes as a text for byte-level tokenizers, which the first byte chooses among: decoding gives
// back what was encoded.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "framework/text/tokenizer.h"
#include "framework/text/unicode.h"
#include "tests/text/small_tokenizer.h"

namespace {

using namespace atto;

/// Splits by an expression, then into bytes.
std::string split_by(const std::string& expression) {
  return R"({"type": "Sequence", "pretokenizers": [
      {"type": "Split", "pattern": {"Regex": ")" +
         expression + R"("}, "behavior": "Isolated", "invert": false},
      {"type": "ByteLevel", "add_prefix_space": false, "use_regex": false}]})";
}

std::vector<Tokenizer> tokenizers() {
  std::vector<Tokenizer> all;
  for (const std::string& pre_tokenizer :
       {std::string(R"({"type": "ByteLevel", "add_prefix_space": false})"),
        std::string(R"({"type": "ByteLevel", "add_prefix_space": false, "use_regex": false})"),
        split_by(R"(\\p{N}{1,3}| ?\\p{L}+|\\s+(?!\\S)|\\s+)"),
        split_by("(?i:HE|ss)|[^\\\\S\\\\n]+")})
    all.push_back(Tokenizer::parse(small_tokenizer_json(pre_tokenizer), "small"));
  return all;
}

/// The bytes of each token are those behind the bytes of the token before, or the same character's.
void check_offsets(const Encoding& encoding, std::size_t size) {
  std::size_t end = 0;
  for (const Span& offset : encoding.offsets) {
    ATTO_CHECK(offset.begin <= end && end <= offset.end && offset.begin < offset.end);
    end = offset.end;
  }
  ATTO_CHECK(end == size);
}

void use(const Tokenizer& tokenizer, std::string_view text) {
  const std::string expected = replace_invalid(text);
  const Encoding encoding = tokenizer.encode(text, false);
  if (text.find("<pad>") == std::string_view::npos) {  // which takes blanks
    check_offsets(encoding, text.size());
    ATTO_CHECK(tokenizer.decode(encoding.ids, false) == expected);
    ATTO_CHECK(tokenizer.encode(expected, false).ids == encoding.ids);
  }
  DecodeStream stream(tokenizer, false);
  std::string streamed;
  for (const TokenId id : encoding.ids) {
    streamed += stream.push(id);
    ATTO_CHECK(replace_invalid(streamed) == streamed);
  }
  ATTO_CHECK(streamed + stream.finish() == tokenizer.decode(encoding.ids, false));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  static const std::vector<Tokenizer> all = tokenizers();
  if (count == 0) return 0;
  use(all[bytes[0] % all.size()], {reinterpret_cast<const char*>(bytes) + 1, count - 1});
  return 0;
}
