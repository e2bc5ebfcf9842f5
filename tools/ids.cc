#include "tools/ids.h"

#include <charconv>
#include <string_view>

#include "framework/data/file.h"

namespace atto::tools {

std::vector<std::int64_t> parse_ids(const std::string& text, const std::string& flag) {
  std::vector<std::int64_t> ids;
  const char *at = text.data(), *end = at + text.size();
  while (true) {
    while (at != end && std::string_view(" \t\n\r,[]").find(*at) != std::string_view::npos) ++at;
    if (at == end) return ids;
    std::int64_t id = 0;
    const auto [behind, error] = std::from_chars(at, end, id);
    require(error == std::errc(), flag, " takes ids such as '1, 2, 3'; '",
            printable(std::string_view(at, end)), "' is none");
    ids.push_back(id);
    at = behind;
  }
}

}  // namespace atto::tools
