#include "framework/text/fields.h"

#include "framework/core/characters.h"

namespace atto {

TokenId read_token_id(const JsonPlace& place) {
  const std::int64_t id = place.integer();
  if (id < 0 || id >= INT32_MAX) place.fail(id, " is no token id; they count from 0");
  return static_cast<TokenId>(id);
}

std::size_t read_count(const JsonPlace& place) {
  const std::int64_t count = place.integer();
  if (count < 0) place.fail("this counts from 0");
  return static_cast<std::size_t>(count);
}

const std::string& read_character(const JsonPlace& place) {
  const std::string& text = place.string();
  if (characters_in(text) != 1) place.fail("this has to be one character, not '", text, "'");
  return text;
}

}  // namespace atto
