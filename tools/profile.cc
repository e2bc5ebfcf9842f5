#include "tools/profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/table.h"

namespace atto::tools {
namespace {

/// A row without an operator: what several rows are together.
ProfileRow sum_of(const std::vector<ProfileRow>& rows, const std::string& name) {
  ProfileRow sum;
  sum.node = name;
  for (const ProfileRow& row : rows) {
    sum.seconds += row.seconds;
    sum.flops += row.flops;
    sum.bytes += row.bytes;
  }
  return sum;
}

}  // namespace

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

std::string profile_table(const std::vector<ProfileRow>& rows, std::optional<std::size_t> most) {
  const ProfileRow total = sum_of(rows, "total");
  std::vector<ProfileRow> shown = rows;
  if (most) {
    std::stable_sort(shown.begin(), shown.end(),
                     [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
    if (shown.size() > *most) {
      const std::vector<ProfileRow> rest(shown.begin() + static_cast<std::ptrdiff_t>(*most),
                                         shown.end());
      shown.resize(*most);
      shown.push_back(sum_of(rest, text(rest.size(), " others")));
    }
  }
  shown.push_back(total);
  std::vector<std::vector<std::string>> cells = {
      {"node", "operator", "version", "shape", "time [us]", "share", "FLOP", "bytes"}};
  for (const ProfileRow& row : shown) {
    const double share = total.seconds > 0 ? 100 * row.seconds / total.seconds : 0;
    const bool sum = row.op.empty();
    cells.push_back({row.node, row.op,
                     sum          ? ""
                     : row.kernel ? "kernel"
                                  : "definition",
                     row.shape, fmt::format("{:.2f}", row.seconds * 1e6),
                     &row == &shown.back() ? "" : fmt::format("{:.1f} %", share),
                     grouped(row.flops), grouped(row.bytes)});
  }
  return table(cells, {false, false, false, false, true, true, true, true});
}

nlohmann::ordered_json to_json(const std::vector<ProfileRow>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const ProfileRow& row : rows)
    json.push_back({{"node", row.node},
                    {"operator", row.op},
                    {"kernel", row.kernel},
                    {"shape", row.shape},
                    {"seconds", row.seconds},
                    {"flops", row.flops},
                    {"bytes", row.bytes}});
  return json;
}

}  // namespace atto::tools
