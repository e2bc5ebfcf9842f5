#pragma once
#include <span>
#include <string_view>

namespace atto {

/// Characters of Unicode 16 that are new in it, or have changed, since Unicode 14. PCRE2 knows
/// Unicode 14 or newer, the reference's regular expressions are of Unicode 16.
struct NewerCharacters {
  char32_t first;
  char32_t last;
  const char* category;  ///< the general category, and what it was in Unicode 14
  const char* former;
  const char* script;
  bool alphabetic;
  bool lowercase;
  bool emoji;
};

/// In ascending order.
std::span<const NewerCharacters> newer_characters();
/// The row that has the character; null when none does.
const NewerCharacters* newer_character(char32_t c);
/// Whether one of them is in valid UTF-8.
bool has_newer_character(std::string_view text);

}  // namespace atto
