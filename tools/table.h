#pragma once
#include <string>
#include <vector>

namespace atto::tools {

/// Lines of cells, the first of them the heads, in columns that are as wide as their widest cell
/// and two blanks apart. `right` says which columns are numbers, which end at the same place.
std::string table(const std::vector<std::vector<std::string>>& rows,
                  const std::vector<bool>& right);

/// `12,345`.
std::string grouped(long long number);

}  // namespace atto::tools
