#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "framework/core/tensor.h"

namespace atto {

/// The weights of a model, by name, whatever files hold them. A copy is the same checkpoint. Not
/// for two threads at once, copies included.
class Checkpoint {
 public:
  struct Entry {
    std::string name;
    std::string type;  ///< as the file calls it: `F32`, or `<f4` in an archive of NumPy
    Shape shape;
    std::string file;         ///< its path
    std::uint64_t bytes = 0;  ///< of the elements as they are stored
  };

  /// A file that ends in .safetensors, .safetensors.index.json (tensors in several files beside it)
  /// or .npz, or a folder with one of the names model.safetensors, model.safetensors.index.json,
  /// weights.npz and model.npz; the first is taken. No elements are read. Error, about the path,
  /// when there is none, or an index and its files disagree.
  static Checkpoint open(const std::string& path);

  /// As it was opened.
  const std::string& path() const;
  /// In the order of the files' names, then of the tensors' names.
  const std::vector<Entry>& entries() const;
  /// Null when there is none of the name.
  const Entry* find(const std::string& name) const;

  /// The tensor as SafetensorsFile or NpzReader read it; a second read gives the same memory. Error
  /// when there is none of the name, or it cannot be read.
  Tensor read(const std::string& name) const;

 private:
  struct State;
  explicit Checkpoint(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

}  // namespace atto
