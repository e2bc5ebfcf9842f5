#include "tools/model.h"

#include "framework/describe/load.h"
#include "framework/graph/build.h"
#include "framework/op/registry.h"

namespace atto::tools {

void add_model_options(CLI::App& app, ModelOptions& options) {
  app.add_option("FILE", options.path, "The model or config, a YAML file")->required();
  add_setting_options(app, options);
}

void add_setting_options(CLI::App& app, ModelOptions& options) {
  app.add_option("--set", options.set, "Set a param, may be repeated: --set heads=4")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--plugin", options.plugins,
                 "Load operators from a shared object, may be repeated")
      ->type_name("LIB.so")
      ->allow_extra_args(false);
}

void load_plugins(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) Registry::instance().load_plugin(path);
}

Model open_model(const ModelOptions& options) {
  load_plugins(options.plugins);
  Problems problems;
  Model model;
  model.description = load(options.path, options.set, problems);
  problems.throw_if_any();
  model.graph = std::make_shared<const Graph>(build(model.description, problems));
  problems.throw_if_any();
  return model;
}

}  // namespace atto::tools
