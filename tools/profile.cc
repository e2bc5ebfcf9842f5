#include "tools/profile.h"

#include <fmt/format.h>

#include "tools/table.h"

namespace atto::tools {

ProfileRow profile_row(const StepReport& report) {
  ProfileRow row;
  row.node = report.node.name;
  row.op = report.node.entry->name;
  row.shape = text_of(report.y[0].shape());
  row.kernel = report.kernel;
  row.seconds = report.seconds;
  row.flops = report.flops;
  for (const auto views : {report.x, report.y})
    for (const TensorView& view : views)
      if (view.data) row.bytes += static_cast<std::int64_t>(view.bytes());
  return row;
}

std::string profile_table(const std::vector<ProfileRow>& rows) {
  double seconds = 0;
  std::int64_t flops = 0, bytes = 0;
  for (const ProfileRow& row : rows) {
    seconds += row.seconds;
    flops += row.flops;
    bytes += row.bytes;
  }
  const auto share = [&](double part) { return seconds > 0 ? 100 * part / seconds : 0.0; };
  std::vector<std::vector<std::string>> cells = {
      {"node", "operator", "version", "shape", "time [us]", "share", "FLOP", "bytes"}};
  for (const ProfileRow& row : rows)
    cells.push_back({row.node, row.op, row.kernel ? "kernel" : "definition", row.shape,
                     fmt::format("{:.1f}", row.seconds * 1e6),
                     fmt::format("{:.1f} %", share(row.seconds)), grouped(row.flops),
                     grouped(row.bytes)});
  cells.push_back({"total", "", "", "", fmt::format("{:.1f}", seconds * 1e6), "", grouped(flops),
                   grouped(bytes)});
  return table(cells, {false, false, false, false, true, true, true, true});
}

}  // namespace atto::tools
