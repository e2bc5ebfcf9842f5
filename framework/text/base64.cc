#include "framework/text/base64.h"

#include <array>
#include <cstdint>

#include "framework/core/error.h"

namespace atto {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What each byte is worth; -1 for what is no digit.
constexpr std::array<int, 256> kValues = [] {
  std::array<int, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<int>(i);
  return values;
}();

}  // namespace

std::string decode_base64(std::string_view text) {
  const bool whole = text.size() % 4 == 0;
  for (int i = 0; i < 2 && text.ends_with('='); ++i) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = kValues[static_cast<unsigned char>(c)];
    require(value >= 0, "'", std::string(1, c), "' is no digit of base64");
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  require(whole && count != 6, "the text is cut off: base64 has groups of 4 characters");
  return bytes;
}

}  // namespace atto
