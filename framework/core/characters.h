#pragma once
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace atto {

/// Whether the byte goes on with a character that began before it, in UTF-8.
inline bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// How many characters a UTF-8 text has.
inline std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

/// With ASCII letters in lower case.
inline std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

}  // namespace atto
