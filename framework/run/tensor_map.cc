#include "framework/run/tensor_map.h"

#include <algorithm>

#include "framework/graph/graph.h"

namespace atto {

TensorMap::TensorMap(std::vector<Checkpoint> checkpoints, const TensorNames& names)
    : checkpoints_(std::move(checkpoints)), names_(names) {
  for (std::size_t i = 0; i < checkpoints_.size(); ++i)
    for (const Checkpoint::Entry& entry : checkpoints_[i].entries()) {
      const std::string name = name_of(entry.name);
      const auto [known, is_new] = tensors_.emplace(name, Place{i, &entry});
      if (!is_new)
        throw Error(text("two tensors are '", name, "' for the model: '", entry.name, "' in ",
                         entry.file, " and '", known->second.entry->name, "' in ",
                         known->second.entry->file));
    }
}

std::string TensorMap::name_of(const std::string& file_name) const {
  std::string name = file_name;
  for (const Name& prefix : names_.strip)
    if (name.starts_with(prefix.text)) name.erase(0, prefix.text.size());
  for (const auto& [from, to] : names_.rename)
    if (const std::size_t at = name.find(from.text); at != std::string::npos)
      name.replace(at, from.text.size(), to.scalar);
  return name;
}

const Checkpoint::Entry* TensorMap::find(const std::string& name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : found->second.entry;
}

Tensor TensorMap::read(const std::string& name) const {
  const auto found = tensors_.find(name);
  require(found != tensors_.end(), path(), " has no tensor '", name, "'");
  return checkpoints_[found->second.checkpoint].read(found->second.entry->name);
}

std::vector<std::string> TensorMap::names() const {
  std::vector<std::string> names;
  for (const auto& [name, place] : tensors_) names.push_back(name);
  return names;
}

bool TensorMap::may_be_unread(const std::string& name) const {
  return std::any_of(names_.unused.begin(), names_.unused.end(), [&](const Name& pattern) {
    return glob_matches(pattern.text, name) || glob_matches("*." + pattern.text, name);
  });
}

std::string TensorMap::path() const {
  std::vector<std::string> paths;
  for (const Checkpoint& checkpoint : checkpoints_) paths.push_back(checkpoint.path());
  return list_of(paths);
}

}  // namespace atto
