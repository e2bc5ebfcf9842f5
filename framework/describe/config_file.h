#pragma once
#include "framework/core/json.h"
#include "framework/describe/description.h"

namespace atto {

/// A checkpoint's config.json.
struct ConfigFile {
  std::string path;
  Json json;

  /// Error, about the file, when it cannot be read or is no JSON object.
  static ConfigFile read(const std::string& path);
  /// The value of a key, in which dots descend; null when it is missing or null.
  const Json* find(const std::string& key) const;
  /// Which architecture it says it is; Error when it does not say.
  std::string model_type() const;
};

/// Gives each entry of `config:` its value from the file: of the first of its keys that is there,
/// as a word where `map` says what the file's words mean. A value that `assume:` excludes, a word
/// that `map` does not have, and a key that is missing and has no default are problems; a param
/// that the file or a flag gives itself needs none.
void apply_config(const ConfigFile& config, Description& description, Problems& problems);

}  // namespace atto
