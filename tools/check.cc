#include <cstdio>
#include <memory>

#include "framework/run/weights.h"
#include "tools/commands.h"
#include "tools/feed.h"
#include "tools/model.h"

namespace atto::tools {
namespace {

constexpr const char* kFooter = R"(
Needs no weights and no inputs; a model's folder is checked with its config.json and its tensors.
Prints every problem of every file; exits with 1 if there is any.

Examples:
  atto check models/article.yaml
  atto check models/*.yaml configs/*.yaml --set heads=4)";

struct CheckOptions {
  std::vector<std::string> files;
  ModelOptions model;
};

/// Adds what the model lacks among its tensors, and what fits nowhere.
void check_tensors(const Model& model, Problems& problems) try {
  make_weights(*model.graph, DType::float32, {}, &*model.tensors);
} catch (const Problems& wrong) {
  for (const Error& error : wrong.errors()) problems.add(error);
}

/// Adds what is wrong with one file.
void check_file(const std::string& path, const ModelOptions& options, Problems& problems) try {
  problems.attempt({}, [&] {
    const Model model = atto::open_model(
        {path, options.checkpoints, options.set, architecture_folders()}, problems);
    if (!problems.empty()) return;
    make_feed(*model.graph, model.description.feed, {}, 0);
    if (model.tensors) check_tensors(model, problems);
  });
} catch (const Problems&) {  // as many as are collected
}

int check(const CheckOptions& options) {
  load_plugins(options.model.plugins);
  std::size_t wrong = 0;
  for (const std::string& path : options.files) {
    Problems problems;
    check_file(path, options.model, problems);
    if (problems.empty()) {
      std::printf("%s: ok\n", path.c_str());
      continue;
    }
    ++wrong;
    std::fprintf(stderr, "%s\n\n", problems.what());
    std::printf("%s: %zu problem%s\n", path.c_str(), problems.errors().size(),
                problems.errors().size() == 1 ? "" : "s");
    std::fflush(stdout);
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace

CLI::App* add_check(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Print every problem of every file");
  command->footer(kFooter);
  command->add_option("FILE", options->files, "Models or configs, YAML files, or models' folders")
      ->required();
  add_setting_options(*command, options->model);
  command->callback([options, &exit_code] { exit_code = check(*options); });
  return command;
}

}  // namespace atto::tools
