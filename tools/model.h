#pragma once
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "framework/describe/description.h"
#include "framework/graph/graph.h"

namespace atto::tools {

/// The flags by which every subcommand names a model.
struct ModelOptions {
  std::string path;
  std::vector<std::string> set;
  std::vector<std::string> plugins;
};

/// A model that was read, and its graph.
struct Model {
  Description description;
  std::shared_ptr<const Graph> graph;
};

/// Adds FILE, --set and --plugin.
void add_model_options(CLI::App& app, ModelOptions& options);
/// Adds --set and --plugin only.
void add_setting_options(CLI::App& app, ModelOptions& options);

void load_plugins(const std::vector<std::string>& paths);
/// Loads plug-ins and the file, and builds. Throws Problems with everything that is wrong.
Model open_model(const ModelOptions& options);

}  // namespace atto::tools
