#include "tools/ids.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "framework/data/file.h"

namespace atto::tools {

std::vector<std::int64_t> parse_ids(const std::string& text, const std::string& flag) {
  std::vector<std::int64_t> ids;
  std::string_view rest = text;
  const auto skip_space = [&] {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n\r"), rest.size()));
  };
  const auto take = [&](char c) {
    skip_space();
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
  };
  const bool in_brackets = take('[');
  skip_space();
  for (bool more = !rest.empty() && rest[0] != ']'; more;) {
    skip_space();
    std::int64_t id = 0;
    const auto [behind, error] = std::from_chars(rest.data(), rest.data() + rest.size(), id);
    require(error == std::errc(), flag, " takes ids such as '1, 2, 3'; '", printable(rest),
            "' is none");
    ids.push_back(id);
    rest.remove_prefix(static_cast<std::size_t>(behind - rest.data()));
    const bool comma = take(',');
    more = comma || (!rest.empty() && rest[0] != ']');
  }
  require(!in_brackets || take(']'), flag, " takes ids such as '[1, 2, 3]': the ']' is missing");
  skip_space();
  require(rest.empty(), flag, " takes ids such as '1, 2, 3'; '", printable(rest),
          "' is one thing too many");
  return ids;
}

}  // namespace atto::tools
