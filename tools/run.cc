#include <cstdio>
#include <memory>
#include <optional>
#include <set>

#include "framework/core/parallel.h"
#include "framework/data/npz.h"
#include "framework/data/print.h"
#include "framework/run/session.h"
#include "tools/commands.h"
#include "tools/feed.h"
#include "tools/json.h"
#include "tools/model.h"
#include "tools/profile.h"
#include "tools/session_flags.h"

namespace atto::tools {
namespace {

constexpr const char* kFooter = R"(
Prints what the file's 'show' names, or its outputs. Values have canonical names such as h.3.attended
('atto show FILE' lists them); a GLOB takes * (any text) and ? (one character).

An input is YAML (numbers, or words where the input has some), a file, or random:
  -i 'sentence=[the, cat]'  -i ids=@ids.npy  -i ids=@batch.npz:ids  -i x=random  -i x=random:T=16
Random reals are normal, random whole numbers 0 or 1, random words any of the words.

Examples:
  atto run configs/article.yaml
  atto run configs/article.yaml -i 'sentence=[cat, sat]' --print 'head.0.*'
  atto run configs/article.yaml --dump '*' -o out.npz --dtype float32
  atto run models/article.yaml -i sentence=random:T=512 --set heads=8 --profile --print output)";

struct RunOptions {
  ModelOptions model;
  std::vector<std::string> inputs;
  std::vector<std::string> dump;
  std::vector<std::string> print;
  std::string output;
  SessionFlags session;
  int threads = 0;
  bool json = false;
  bool profile = false;
  bool check_finite = false;
};

/// A value and what it is called where it is printed.
struct Shown {
  std::string label;
  ValueId value;
};

std::vector<Shown> what_is_shown(const Graph& graph, const std::vector<std::string>& print) {
  std::vector<Shown> shown;
  for (const std::string& glob : print)
    for (const ValueId id : graph.match(glob))
      shown.push_back(
          {glob.find_first_of("*?") == std::string::npos ? glob : graph.value(id).name, id});
  if (!print.empty()) return shown;
  for (const auto& [label, id] : graph.show) shown.push_back({label, id});
  if (shown.empty())
    for (const auto& [name, id] : graph.outputs) shown.push_back({name, id});
  return shown;
}

/// What goes into the file: the outputs under their names, and what the globs select.
std::vector<Shown> what_is_saved(const Graph& graph, const std::vector<std::string>& dump) {
  std::vector<Shown> saved;
  std::set<std::string> names;
  const auto add = [&](const std::string& name, ValueId id) {
    if (names.insert(name).second) saved.push_back({name, id});
  };
  for (const auto& [name, id] : graph.outputs) add(name, id);
  for (const std::string& glob : dump)
    for (const ValueId id : graph.match(glob)) add(graph.value(id).name, id);
  return saved;
}

class Run {
 public:
  explicit Run(const RunOptions& options) : options_(options) {
    require(options.dump.empty() || !options.output.empty(),
            "--dump selects what -o writes: give -o FILE.npz");
    model_ = open_model(options.model);
    settings_ = settings_of(model_.description.run, options.session);
    settings_.session.check_finite = options.check_finite;
    shown_ = what_is_shown(*model_.graph, options.print);
    if (!options.output.empty()) saved_ = what_is_saved(*model_.graph, options.dump);
  }

  void operator()() {
    if (options_.threads > 0) set_threads(options_.threads);
    const Graph& graph = *model_.graph;
    const Feed feed =
        make_feed(graph, model_.description.feed, options_.inputs, settings_.random.seed);
    const auto& [how, random] = settings_;
    Session session = model_.session(how, random);
    std::vector<ProfileRow> profile;
    if (options_.profile)
      session.set_observer(
          [&](const StepReport& report) { profile.push_back(profile_row(report)); });
    std::vector<ValueId> wanted;
    for (const Shown& shown : shown_) wanted.push_back(shown.value);
    std::optional<NpzWriter> writer;
    if (!options_.output.empty()) save_as_they_come(session, writer.emplace(options_.output));
    const std::vector<Tensor> results = session.run(feed, wanted);
    if (writer) close(*writer);
    if (options_.json)
      print_json(results, profile);
    else
      print_text(results, profile);
  }

 private:
  /// Each is on the disk as soon as it is computed: they need not be in memory together.
  void save_as_they_come(Session& session, NpzWriter& writer) const {
    std::vector<ValueId> values;
    for (const Shown& saved : saved_) values.push_back(saved.value);
    session.watch(values, [&, this](ValueId id, const TensorView& tensor) {
      for (const Shown& saved : saved_)
        if (saved.value == id) writer.add(saved.label, tensor);
    });
  }

  void close(NpzWriter& writer) const {
    writer.close();
    std::fprintf(stderr, "%s: %zu array%s written\n", options_.output.c_str(), saved_.size(),
                 saved_.size() == 1 ? "" : "s");
  }

  void print_text(const std::vector<Tensor>& results,
                  const std::vector<ProfileRow>& profile) const {
    for (std::size_t i = 0; i < shown_.size(); ++i)
      std::printf("%s%s %s\n%s\n", i ? "\n" : "", shown_[i].label.c_str(),
                  text_of(results[i].shape()).c_str(), print_array(results[i]).c_str());
    if (options_.profile) std::printf("\n%s", profile_table(profile).c_str());
  }

  void print_json(const std::vector<Tensor>& results,
                  const std::vector<ProfileRow>& profile) const {
    nlohmann::ordered_json json;
    json["values"] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      json["values"][shown_[i].label] = to_json(results[i]);
      json["values"][shown_[i].label]["name"] = model_.graph->value(shown_[i].value).name;
    }
    if (!profile.empty()) json["profile"] = to_json(profile);
    std::printf("%s\n", json.dump(2).c_str());
  }

  const RunOptions& options_;
  Model model_;
  SessionSettings settings_;
  std::vector<Shown> shown_;
  std::vector<Shown> saved_;
};

}  // namespace

CLI::App* add_run(CLI::App& app, int&) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Compute and print values of a model");
  command->footer(kFooter);
  add_model_options(*command, options->model);
  const auto repeated = [&](const char* flag, std::vector<std::string>& values, const char* help,
                            const char* type) {
    command->add_option(flag, values, help)->type_name(type)->allow_extra_args(false);
  };
  repeated("-i,--input", options->inputs,
           "Give an input, may be repeated; wins over the file's feed", "NAME=VALUE");
  repeated("--print", options->print, "Print these values instead, may be repeated", "GLOB");
  repeated("--dump", options->dump, "Write these values and weights too, may be repeated", "GLOB");
  command->add_option("-o,--output", options->output, "Write the outputs as an .npz archive")
      ->type_name("FILE.npz");
  command->add_flag("--json", options->json, "Print JSON");
  add_session_flags(*command, options->session);
  command
      ->add_option("--threads", options->threads,
                   "Threads (default: as many as the process may use)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--profile", options->profile, "Print time, FLOP and bytes of each node");
  command->add_flag("--check-finite", options->check_finite,
                    "Stop at the first node whose result is not finite");
  command->callback([options] {
    Run run(*options);
    run();
  });
  return command;
}

}  // namespace atto::tools
