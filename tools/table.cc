#include "tools/table.h"

#include <algorithm>

#include "framework/core/characters.h"

namespace atto::tools {

std::string table(const std::vector<std::vector<std::string>>& rows,
                  const std::vector<bool>& right) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i) widths.push_back(0);
      widths[i] = std::max(widths[i], characters_in(row[i]));
    }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      const std::string padding(widths[i] - characters_in(row[i]), ' ');
      const bool number = i < right.size() && right[i];
      line += number ? padding + row[i] : row[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string grouped(long long number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3 + (number < 0);) {
    i -= 3;
    if (i > (number < 0 ? 1u : 0u)) digits.insert(i, ",");
  }
  return digits;
}

}  // namespace atto::tools
