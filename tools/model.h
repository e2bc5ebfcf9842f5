#pragma once
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/run/model.h"

namespace atto::tools {

/// The flags by which every subcommand names a model.
struct ModelOptions {
  std::string path;
  std::vector<std::string> checkpoints;
  std::vector<std::string> set;
  std::vector<std::string> plugins;
};

/// Adds FILE, --checkpoint, --set and --plugin.
void add_model_options(CLI::App& app, ModelOptions& options);
/// Adds --set and --plugin only.
void add_setting_options(CLI::App& app, ModelOptions& options);

void load_plugins(const std::vector<std::string>& paths);
/// Where the YAML of architectures is: $ATTO_MODELS, then models/ where atto was built or
/// installed.
std::vector<std::string> architecture_folders();
/// Loads plug-ins and the file, and builds. Throws Problems with everything that is wrong.
Model open_model(const ModelOptions& options);

}  // namespace atto::tools
