#pragma once
#include <cstddef>
#include <string>

#include "framework/core/json.h"
#include "framework/text/vocabulary.h"

namespace atto {

/// A number that may be a token's. Error when it is none.
TokenId read_token_id(const JsonPlace& place);
/// A number of things. Error when it is below 0.
std::size_t read_count(const JsonPlace& place);
/// A text of one character. Error when it has none or more.
const std::string& read_character(const JsonPlace& place);

}  // namespace atto
