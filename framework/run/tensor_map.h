#pragma once
#include <map>
#include <string>
#include <vector>

#include "framework/data/checkpoint.h"
#include "framework/describe/description.h"

namespace atto {

/// The tensors of checkpoints under the names that a model uses: what its `tensors:` strips is
/// taken off their beginning, then what it renames is replaced.
class TensorMap {
 public:
  /// Several checkpoints have different names, as a base and what was trained on it. Error when two
  /// tensors get one name.
  TensorMap(std::vector<Checkpoint> checkpoints, const TensorNames& names);

  bool has(const std::string& name) const { return tensors_.contains(name); }
  /// Null when there is none of the name.
  const Checkpoint::Entry* find(const std::string& name) const;
  /// Error when there is none, or it cannot be read.
  Tensor read(const std::string& name) const;
  /// All of them, in alphabetical order.
  std::vector<std::string> names() const;
  /// Whether the model may leave it unread: `unused` has it, from its beginning or behind a dot.
  bool may_be_unread(const std::string& name) const;
  /// The paths of the checkpoints.
  std::string path() const;

 private:
  struct Place {
    std::size_t checkpoint;
    const Checkpoint::Entry* entry;
  };

  std::string name_of(const std::string& file_name) const;

  std::vector<Checkpoint> checkpoints_;
  TensorNames names_;
  std::map<std::string, Place> tensors_;
};

}  // namespace atto
