#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace atto::tools {

/// `1, 2 3`: whole numbers with commas or blanks between them, in brackets or without. Error, which
/// names the flag, for what is none.
std::vector<std::int64_t> parse_ids(const std::string& text, const std::string& flag);

}  // namespace atto::tools
