#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "framework/run/session.h"

namespace atto::tools {

/// One node's line in a profile.
struct ProfileRow {
  std::string node;
  std::string op;
  std::string shape;  ///< of output 0
  bool kernel = false;
  double seconds = 0;
  std::int64_t flops = 0;
  std::int64_t bytes = 0;  ///< of all inputs read and outputs written
};

ProfileRow profile_row(const StepReport& report);
/// The rows as a table, with each one's share of the time and a total. With `most`, the slowest of
/// them, slowest first, and the rest in one line.
std::string profile_table(const std::vector<ProfileRow>& rows,
                          std::optional<std::size_t> most = std::nullopt);
nlohmann::ordered_json to_json(const std::vector<ProfileRow>& rows);

}  // namespace atto::tools
