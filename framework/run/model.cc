#include "framework/run/model.h"

#include <algorithm>
#include <filesystem>

#include "framework/data/file.h"
#include "framework/describe/config_file.h"
#include "framework/describe/load.h"
#include "framework/graph/build.h"
#include "framework/run/weights.h"

namespace atto {
namespace {

namespace fs = std::filesystem;

bool names_type(const fs::path& file, const std::string& model_type) {
  try {
    const Yaml yaml = parse_yaml(read_source(file.string()));
    const Yaml* assume = std::as_const(yaml).find("assume");
    const Yaml* types = assume ? assume->find("model_type") : nullptr;
    if (!types) return false;
    if (types->is_scalar()) return types->scalar == model_type;
    return std::any_of(types->items.begin(), types->items.end(),
                       [&](const Yaml& type) { return type.scalar == model_type; });
  } catch (const Error&) {  // whoever asks for it hears what is wrong
    return false;
  }
}

/// The files of models in a folder, in alphabetical order.
std::vector<fs::path> models_in(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The checkpoints that a file names, relative to it.
std::vector<std::string> named_checkpoints(const Description& description) {
  std::vector<std::string> paths;
  if (!description.checkpoint) return paths;
  const Yaml& named = *description.checkpoint;
  for (const Yaml& path : named.is_list() ? named.items : std::vector<Yaml>{named}) {
    if (!path.is_scalar())
      throw Error("a checkpoint is the path of a folder or a file, or a list of these",
                  path.position);
    paths.push_back(beside(path.position.source->name, path.scalar));
  }
  return paths;
}

std::string folder_of(const std::string& checkpoint) {
  if (is_folder(checkpoint)) return checkpoint;
  const fs::path parent = fs::path(checkpoint).parent_path();
  return parent.empty() ? "." : parent.string();
}

/// Params that only a config.json would give.
void apply_example(Description& description) {
  for (ConfigEntry& entry : description.config)
    for (const auto& [name, value] : description.example)
      if (name.text == entry.name.text) entry.value = value;
}

class Opener {
 public:
  Opener(const ModelSource& source, Problems& problems) : source_(source), problems_(problems) {}

  Model open() {
    std::string yaml = source_.path;
    std::vector<std::string> checkpoints = source_.checkpoints;
    if (is_folder(yaml)) {
      const ConfigFile config = ConfigFile::read((fs::path(yaml) / "config.json").string());
      if (checkpoints.empty()) checkpoints = {yaml};
      yaml = about_file(config.path, [&] {
        return find_architecture(config.model_type(), source_.architectures);
      });
    }
    model_.description = load(yaml, source_.set, problems_);
    if (checkpoints.empty()) checkpoints = named_checkpoints(model_.description);
    if (checkpoints.empty())
      apply_example(model_.description);
    else
      open_checkpoints(checkpoints);
    HasTensor has_tensor;
    if (model_.tensors)
      has_tensor = [this](const std::string& name) { return model_.tensors->has(name); };
    model_.graph = std::make_shared<const Graph>(build(model_.description, problems_, has_tensor));
    return std::move(model_);
  }

 private:
  /// Whether there are params that neither the file nor a flag gives.
  bool needs_config() const {
    const auto is_given = [&](const ConfigEntry& entry) {
      return entry.fallback ||
             std::any_of(model_.description.params.begin(), model_.description.params.end(),
                         [&](const auto& param) { return param.first.text == entry.name.text; });
    };
    const auto& entries = model_.description.config;
    return !std::all_of(entries.begin(), entries.end(), is_given);
  }

  void open_checkpoints(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
      require(is_there(path), "there is no checkpoint '", path, "'");
    model_.folder = folder_of(paths.front());
    const fs::path config = fs::path(model_.folder) / "config.json";
    if (is_there(config))
      apply_config(ConfigFile::read(config.string()), model_.description, problems_);
    else if (needs_config())
      throw Error(text(config.string(), " is missing, which gives the params of 'config:'; or set ",
                       "them all: --set NAME=VALUE"));
    std::vector<Checkpoint> checkpoints;
    for (const std::string& path : paths) checkpoints.push_back(Checkpoint::open(path));
    model_.tensors.emplace(std::move(checkpoints), model_.description.tensors);
  }

  const ModelSource& source_;
  Problems& problems_;
  Model model_;
};

}  // namespace

std::string find_architecture(const std::string& model_type,
                              const std::vector<std::string>& folders) {
  require(model_type.find('/') == std::string::npos && model_type.find('\0') == std::string::npos,
          "'", printable(model_type),
          "' is no name of an architecture: there is a '/' or a NUL in it");
  const std::string name = model_type + ".yaml";
  for (const std::string& folder : folders)
    if (is_there(fs::path(folder) / name)) return (fs::path(folder) / name).string();
  for (const std::string& folder : folders)
    for (const fs::path& file : models_in(folder))
      if (names_type(file, model_type)) return file.string();
  const std::string where = folders.empty() ? "models" : folders.front();
  throw Error(text("no file describes the architecture '", model_type, "': write ",
                   (fs::path(where) / name).string(),
                   " ('atto new-model FOLDER' prints a beginning), or name another YAML file and "
                   "give the folder as --checkpoint"));
}

Session Model::session(const SessionOptions& options, const RandomOptions& random) const {
  return Session(graph, make_weights(*graph, options.real, random, tensors ? &*tensors : nullptr),
                 options);
}

Model open_model(const ModelSource& source, Problems& problems) {
  return Opener(source, problems).open();
}

Model open_model(const ModelSource& source) {
  Problems problems;
  Model model = open_model(source, problems);
  problems.throw_if_any();
  return model;
}

}  // namespace atto
