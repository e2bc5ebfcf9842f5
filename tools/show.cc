#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "framework/data/file.h"
#include "framework/describe/config_file.h"
#include "framework/describe/emit.h"
#include "framework/describe/load.h"
#include "tools/commands.h"
#include "tools/feed.h"
#include "tools/model.h"
#include "tools/show_graph.h"
#include "tools/show_plan.h"

namespace atto::tools {
namespace {

constexpr const char* kFooter = R"(
Prints the inputs, outputs, nodes and weights of a model. Needs no weights and no inputs. Sizes that
only a run knows stand as symbols, such as T: --dims puts numbers in.

--plan shows what would run for the outputs and what 'show' names: the steps in order, and the
buffers that hold their results. A buffer lives from the step that writes it first to the last that
reads it. Bytes are known with --dims, or when the file feeds the inputs.

--expand prints the file with its parents merged in, as one file that says the same; a comment
behind each line says where it comes from. With a checkpoint, comments in front of it say what its
config.json gives.

Examples:
  atto show models/article.yaml
  atto show models/article.yaml --set heads=4 --dims T=512
  atto show configs/article.yaml --plan
  atto show configs/article.yaml --plan --no-optimize
  atto show configs/article.yaml --expand > merged.yaml
  atto show my-model --expand
  atto show models/article.yaml --plan --json)";

struct ShowOptions {
  ModelOptions model;
  std::vector<std::string> dims;
  bool expand = false;
  bool plan = false;
  bool json = false;
  bool no_optimize = false;
};

/// The graph's outputs, and what `show:` names.
std::vector<ValueId> wanted_values(const Graph& graph) {
  std::vector<ValueId> wanted;
  const auto add = [&](ValueId id) {
    if (std::find(wanted.begin(), wanted.end(), id) == wanted.end()) wanted.push_back(id);
  };
  for (const auto& [name, id] : graph.outputs) add(id);
  for (const auto& [label, id] : graph.show) add(id);
  return wanted;
}

/// What the tensors that the file feeds say of the sizes.
Bindings fed_sizes(const Model& model) {
  try {
    std::vector<std::pair<ValueId, Shape>> shapes;
    for (const auto& [name, tensor] : make_feed(*model.graph, model.description.feed, {}, 0))
      shapes.emplace_back(model.graph->input(name).value, tensor.shape());
    return bind_symbols(*model.graph, shapes);
  } catch (Error& error) {
    throw error.note("a plan takes its sizes from the feed; with --dims it needs none");
  }
}

PlanView view_plan(const Model& model, const ShowOptions& options, const Bindings& dims) {
  PlanView view;
  PlanOptions plan_options;
  plan_options.optimize = !options.no_optimize;
  view.plan = plan(model.graph, wanted_values(*model.graph), plan_options);
  const auto& dtype = model.description.run.dtype;
  view.real = dtype && dtype->scalar == "float64" ? DType::float64 : DType::float32;
  view.given = dims;
  const Bindings known = options.dims.empty() ? fed_sizes(model) : dims;
  for (const std::string& symbol : symbols_of(view.plan))
    if (!known.contains(symbol)) view.unknown.push_back(symbol);
  if (view.unknown.empty()) view.layout = atto::lay_out(view.plan, known, view.real);
  return view;
}

/// The file merged; what needs a checkpoint is read with it.
Description merged(const ModelOptions& options) {
  if (!options.checkpoints.empty() || is_folder(options.path))
    return open_model(options).description;
  Description description = load(options.path, options.set);
  return description.checkpoint ? open_model(options).description : description;
}

/// `# D = 64 (hidden_size)`: where each param of `config:` comes from.
std::string config_comments(const Description& description) {
  if (description.config_path.empty()) return "";
  Description without_params = description;  // so that what these hide is read too
  without_params.params.clear();
  Problems reported_before;
  apply_config(ConfigFile::read(description.config_path), without_params, reported_before);
  std::string out = "# From " + description.config_path + ":\n";
  for (const ConfigEntry& entry : without_params.config) {
    const std::string& name = entry.name.text;
    const auto set = std::find_if(description.params.begin(), description.params.end(),
                                  [&](const auto& param) { return param.first.text == name; });
    const std::string given = entry.value ? flow_text(*entry.value) : "";
    if (set != description.params.end())
      out += text("# ", name, " = ", flow_text(set->second), ": set",
                  entry.value ? text(", not ", given, " (", entry.key, ")") : "", "\n");
    else if (entry.value)
      out += text("# ", name, " = ", given, " (", entry.key, ")\n");
    else if (entry.fallback)
      out += text("# ", name, " = ", flow_text(*entry.fallback), ", the default (no ",
                  list_of(entry.keys), ")\n");
  }
  return out + "\n";
}

/// One file may not say twice where a param comes from: what overrides `config:` remains.
Yaml without_overridden(Yaml yaml) {
  const Yaml* params = std::as_const(yaml).find("params");
  Yaml* config = yaml.find("config");
  if (params && config)
    std::erase_if(config->entries,
                  [&](const auto& entry) { return params->find(entry.first.scalar); });
  return yaml;
}

void show(const ShowOptions& options) {
  if (options.expand) {
    const Description description = merged(options.model);
    std::printf("%s%s", config_comments(description).c_str(),
                emit(without_overridden(description.yaml)).c_str());
    return;
  }
  const Model model = open_model(options.model);
  const Bindings dims =
      parse_dims(options.dims, symbols_of(*model.graph), "--dims takes sizes such as T=16,B=2");
  const Sizes sizes(dims);
  if (options.json) {
    auto json = graph_json(*model.graph, sizes);
    if (options.plan) json["plan"] = plan_json(view_plan(model, options, dims));
    std::printf("%s\n", json.dump(2).c_str());
  } else if (options.plan) {
    std::printf("%s", plan_text(view_plan(model, options, dims)).c_str());
  } else {
    std::printf("%s", graph_text(*model.graph, sizes).c_str());
  }
}

}  // namespace

CLI::App* add_show(CLI::App& app, int&) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Print nodes, weights and plan of a model");
  command->footer(kFooter);
  add_model_options(*command, options->model);
  auto* expand = command->add_flag("--expand", options->expand,
                                   "Print the file with its parents merged in, as YAML");
  auto* plan =
      command->add_flag("--plan", options->plan, "Print what would run, and in which memory");
  auto* json = command->add_flag("--json", options->json, "Print JSON");
  auto* dims =
      command->add_option("--dims", options->dims, "Sizes that symbols stand for, such as T=4,B=2");
  dims->type_name("NAME=SIZE")->delimiter(',')->allow_extra_args(false);
  auto* no_optimize = command->add_flag("--no-optimize", options->no_optimize,
                                        "Plan every node as written: nothing merged or reused");
  no_optimize->needs(plan);
  for (auto* other : {plan, json, dims}) expand->excludes(other);
  command->callback([options] { show(*options); });
  return command;
}

}  // namespace atto::tools
