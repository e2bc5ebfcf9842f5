#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/describe/description.h"
#include "framework/graph/graph.h"
#include "framework/run/session.h"
#include "framework/run/tensor_map.h"

namespace atto {

/// How a model is named.
struct ModelSource {
  std::string path;                        ///< of a YAML file, or of a folder with a config.json
  std::vector<std::string> checkpoints;    ///< folders or files of weights; else the YAML's own
  std::vector<std::string> set;            ///< params, NAME=VALUE
  std::vector<std::string> architectures;  ///< folders where the YAML of a model_type is looked for
};

/// A model that was read: what its YAML says, its graph, and the weights that go with it.
struct Model {
  Description description;
  std::shared_ptr<const Graph> graph;
  std::optional<TensorMap> tensors;  ///< of its checkpoints, if there are any
  std::string folder;                ///< of the first checkpoint; empty without one

  /// With the weights of the checkpoints, or made. Problems as make_weights() has them.
  Session session(const SessionOptions& options, const RandomOptions& random = {}) const;
};

/// The YAML file of an architecture: `<model_type>.yaml`, or a file whose `assume:` names the
/// model_type. Error with the file that is to be written when there is none.
std::string find_architecture(const std::string& model_type,
                              const std::vector<std::string>& folders);

/// Reads the YAML file, the config.json and the names of the tensors, and builds. A YAML file with
/// `config:` but without a checkpoint is read with its `example:`.
Model open_model(const ModelSource& source, Problems& problems);
/// The same; throws Problems when there are any.
Model open_model(const ModelSource& source);

}  // namespace atto
