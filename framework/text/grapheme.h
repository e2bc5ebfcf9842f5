#pragma once
#include <cstddef>
#include <string_view>

namespace atto {

/// Where the extended grapheme cluster ends (UAX #29, of Unicode 16) that begins at byte `at` of
/// valid UTF-8. Two regional indicators, a flag, are two clusters here: this is for finding
/// clusters that are shorter.
std::size_t grapheme_end(std::string_view text, std::size_t at);

}  // namespace atto
