#include "tools/show_plan.h"

#include <algorithm>
#include <set>

#include "tools/show_graph.h"
#include "tools/table.h"

namespace atto::tools {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kNamesWidth = 60;  // characters that a buffer's values take

class PlanPrinter {
 public:
  explicit PlanPrinter(const PlanView& view)
      : view_(view), plan_(view.plan), graph_(*plan_.graph), sizes_(view.given) {}

  std::string text() const {
    std::string out = atto::text(
        "wanted: ", names_of(outputs()), " (outputs)",
        graph_.show.empty() ? std::string() : "; " + names_of(shown()) + " (show)", "\n\n");
    out += section("steps", step_rows());
    out += section("buffers", buffer_rows(),
                   {false, false, true, view_.layout.has_value(), view_.layout.has_value()});
    out += merged_text();
    out += list_text("computed once, when the weights are there: depends on weights alone",
                     nodes_of(plan_.once));
    out += list_text("removed: nothing wanted depends on it", removed());
    return out + memory_text();
  }

  Json json() const {
    Json json;
    json["wanted"] = Json::array();
    for (const ValueId id : plan_.wanted) json["wanted"].push_back(value(id).name);
    json["optimized"] = plan_.options.optimize;
    json["dtype"] = name_of(view_.real);
    for (const char* list : {"once", "steps", "buffers", "merged", "removed"})
      json[list] = Json::array();
    for (const Step& step : plan_.once) json["once"].push_back(step_json(step));
    for (const Step& step : plan_.steps) json["steps"].push_back(step_json(step));
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i)
      json["buffers"].push_back(buffer_json(i));
    for (const auto& [node, earlier] : plan_.merged)
      json["merged"].push_back({{"node", node_name(node)}, {"same_as", node_name(earlier)}});
    for (const std::string& name : removed()) json["removed"].push_back(name);
    json["memory"] = {
        {"sizes", view_.layout ? Json(view_.layout->bindings) : Json()},
        {"unknown", view_.unknown},
        {"bytes", view_.layout ? Json(view_.layout->arena_bytes) : Json()},
        {"bytes_without_reuse", view_.layout ? Json(view_.layout->bytes_without_reuse) : Json()}};
    return json;
  }

 private:
  const Value& value(ValueId id) const { return graph_.value(id); }
  const Node& node(int id) const { return graph_.nodes[static_cast<std::size_t>(id)]; }
  const std::string& node_name(int id) const { return node(id).name; }
  int buffer_of(ValueId id) const { return plan_.buffer_of[static_cast<std::size_t>(id)]; }

  std::vector<ValueId> outputs() const {
    std::vector<ValueId> ids;
    for (const auto& [name, id] : graph_.outputs) ids.push_back(id);
    return ids;
  }
  std::vector<ValueId> shown() const {
    std::vector<ValueId> ids;
    for (const auto& [label, id] : graph_.show) ids.push_back(id);
    return ids;
  }
  std::string names_of(const std::vector<ValueId>& ids) const {
    std::vector<std::string> names;
    for (const ValueId id : ids) names.push_back(value(id).name);
    return list_of(names, names.size());
  }
  std::vector<std::string> nodes_of(const std::vector<Step>& steps) const {
    std::vector<std::string> names;
    for (const Step& step : steps) names.push_back(node_name(step.node));
    return names;
  }
  std::vector<std::string> removed() const {
    std::vector<std::string> names;
    for (const int id : plan_.removed) names.push_back(node_name(id));
    return names;
  }

  bool is_in_place(ValueId id) const {
    const int buffer = buffer_of(id);
    return buffer >= 0 && plan_.buffers[static_cast<std::size_t>(buffer)].values.front() != id;
  }

  void add_rows(Rows& rows, const Step& step, const std::string& number) const {
    bool first = true;
    for (const ValueId id : step.outputs) {
      if (id < 0) continue;
      std::string where = "kept";
      if (buffer_of(id) >= 0)
        where = atto::text("b", buffer_of(id), is_in_place(id) ? " in place" : "");
      rows.push_back({first ? number : "", value(id).name, first ? node(step.node).entry->name : "",
                      !first        ? ""
                      : step.kernel ? "kernel"
                                    : "definition",
                      shape_text(value(id), sizes_), where});
      first = false;
    }
  }

  Rows step_rows() const {
    Rows rows = {{"step", "node", "operator", "version", "shape", "writes"}};
    for (const Step& step : plan_.once) add_rows(rows, step, "once");
    for (std::size_t i = 0; i < plan_.steps.size(); ++i)
      add_rows(rows, plan_.steps[i], std::to_string(i));
    return rows;
  }

  /// The values of a buffer have the same size, each being computed in the place of the one before.
  Dim bytes_of(const Buffer& buffer) const {
    const Value& first = value(buffer.values.front());
    const auto element = static_cast<std::int64_t>(size_of(dtype_of(first.kind, view_.real)));
    return product_of(first.shape) * Dim(element);
  }

  std::string lifetime(const Buffer& buffer) const {
    const bool to_the_end = buffer.last == static_cast<int>(plan_.steps.size());
    return atto::text(buffer.first, " to ", to_the_end ? "end" : std::to_string(buffer.last));
  }

  Rows buffer_rows() const {
    Rows rows = {{"buffer", "steps", "size [bytes]"}};
    if (view_.layout) rows[0].insert(rows[0].end(), {"bytes", "offset"});
    rows[0].push_back("values");
    for (std::size_t i = 0; i < plan_.buffers.size(); ++i) {
      const Buffer& buffer = plan_.buffers[i];
      std::vector<std::string> names;
      for (const ValueId id : buffer.values) names.push_back(value(id).name);
      std::vector<std::string> row = {atto::text("b", i), lifetime(buffer),
                                      bytes_of(buffer).text()};
      if (view_.layout)
        row.insert(row.end(), {grouped(static_cast<long long>(view_.layout->sizes[i])),
                               grouped(static_cast<long long>(view_.layout->offsets[i]))});
      row.push_back(names_within(names, kNamesWidth));
      rows.push_back(std::move(row));
    }
    return rows;
  }

  std::string merged_text() const {
    std::vector<std::string> lines;
    for (const auto& [later, earlier] : plan_.merged)
      lines.push_back(node_name(later) + " = " + node_name(earlier));
    return list_text("merged: the same computation, done once", lines);
  }

  static std::string list_text(const std::string& title, const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    std::string out = title + "\n";
    for (const std::string& line : lines) out += "  " + line + "\n";
    return out + "\n";
  }

  std::string memory_text() const {
    if (view_.layout) {
      const Layout& layout = *view_.layout;
      const std::string sizes = text_of(layout.bindings);
      return atto::text(
          "memory: ", grouped(static_cast<long long>(layout.arena_bytes)), " bytes, without reuse ",
          grouped(static_cast<long long>(layout.bytes_without_reuse)), " (", name_of(view_.real),
          sizes.empty() ? "" : ", " + sizes, "; each value begins at a multiple of 64)\n");
    }
    std::string flag;
    for (const auto& [symbol, size] : view_.given) flag += atto::text(symbol, "=", size, ",");
    for (const std::string& symbol : view_.unknown) flag += symbol + "=16,";
    flag.pop_back();
    return atto::text("memory: depends on ", list_of(view_.unknown), "; --dims ", flag,
                      " would give bytes (", name_of(view_.real), ")\n");
  }

  Json step_json(const Step& step) const {
    Json json;
    json["node"] = node_name(step.node);
    json["operator"] = node(step.node).entry->name;
    json["kernel"] = step.kernel;
    json["inputs"] = Json::array();
    for (const ValueId id : step.inputs)
      json["inputs"].push_back(id < 0 ? Json() : Json(value(id).name));
    json["outputs"] = Json::array();
    for (const ValueId id : step.outputs)
      if (id >= 0)
        json["outputs"].push_back({{"name", value(id).name},
                                   {"shape", sizes_.json(value(id).shape)},
                                   {"buffer", buffer_of(id) < 0 ? Json() : Json(buffer_of(id))},
                                   {"in_place", is_in_place(id)}});
    return json;
  }

  Json buffer_json(std::size_t i) const {
    const Buffer& buffer = plan_.buffers[i];
    Json json;
    json["values"] = Json::array();
    for (const ValueId id : buffer.values) json["values"].push_back(value(id).name);
    json["first_step"] = buffer.first;
    json["last_step"] = buffer.last;
    json["size"] = sizes_.json(bytes_of(buffer));
    json["bytes"] = view_.layout ? Json(view_.layout->sizes[i]) : Json();
    json["offset"] = view_.layout ? Json(view_.layout->offsets[i]) : Json();
    return json;
  }

  const PlanView& view_;
  const Plan& plan_;
  const Graph& graph_;
  Sizes sizes_;
};

}  // namespace

std::vector<std::string> symbols_of(const Plan& plan) {
  std::set<std::string> symbols;
  const auto add = [&](const Dim& size) {
    for (const std::string& symbol : size.symbols()) symbols.insert(symbol);
  };
  const auto add_values = [&](const std::vector<ValueId>& ids) {
    for (const ValueId id : ids)
      if (id >= 0)
        for (const Dim& size : plan.graph->value(id).shape) add(size);
  };
  for (const auto* steps : {&plan.once, &plan.steps})
    for (const Step& step : *steps) {
      add_values(step.inputs);
      add_values(step.outputs);
    }
  add_values(plan.wanted);
  for (const auto& [constraint, position] : plan.graph->constraints) {
    add(constraint.a);
    add(constraint.b);
  }
  return {symbols.begin(), symbols.end()};
}

std::string plan_text(const PlanView& view) { return PlanPrinter(view).text(); }
Json plan_json(const PlanView& view) { return PlanPrinter(view).json(); }

}  // namespace atto::tools
