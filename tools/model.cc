#include "tools/model.h"

#include <cstdlib>
#include <filesystem>

#include "framework/data/file.h"
#include "framework/op/registry.h"

namespace atto::tools {

void add_model_options(CLI::App& app, ModelOptions& options) {
  app.add_option("FILE", options.path,
                 "The model or config, a YAML file; or a model's folder with its config.json")
      ->required();
  app.add_option("--checkpoint", options.checkpoints,
                 "The weights: a folder or a file, may be repeated; wins over the file's")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
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

std::vector<std::string> architecture_folders() {
  namespace fs = std::filesystem;
  std::vector<std::string> folders;
  if (const char* chosen = std::getenv("ATTO_MODELS")) folders.push_back(chosen);
  std::error_code error;
  const fs::path runner = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"../models", "../../models", "../share/attograph/models"})
    if (is_folder(runner / place)) folders.push_back((runner / place).lexically_normal());
  return folders;
}

Model open_model(const ModelOptions& options) {
  load_plugins(options.plugins);
  return atto::open_model({options.path, options.checkpoints, options.set, architecture_folders()});
}

}  // namespace atto::tools
