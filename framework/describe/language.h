#pragma once
#include <optional>
#include <string>
#include <vector>

#include "framework/describe/yaml.h"

namespace atto {

/// What the value of a key looks like. Where not said otherwise it is a single value.
enum class Form {
  version,    // 1
  path,       // of a file
  truth,      // true or false
  condition,  // an expression that is true or false
  count,      // an expression that is a whole number
  word,       // one of Key::words
  name,
  text,      // in which $(expression) is replaced
  anything,  // a single value, a list or a map
  value,     // what a param is: an expression, a word, or a list of these
  literal,   // nested lists of numbers or words
  shape,     // a list of sizes
  tensor,    // a tensor's name, or a list of names the first of which counts
  init,      // uniform, {normal: 0.02} ...
  texts,     // a list, as what follows
  init_rules,
  lines,            // of a graph
  block_params,     // a list of names, or a map of names and values
  map_of_anything,  // a map, as what follows; the keys are names that the file chooses
  map_of_values,
  map_of_texts,
  map_of_literals,
  map_of_shapes,
  config_entries,  // maps of names and sections
  inputs,
  weights,
  blocks,
  tensor_names,  // sections
  run,
  generation,
};

/// Which kind of YAML has it; empty where several have.
std::optional<Yaml::Is> outline_of(Form form);

/// A key of one of the language's maps.
struct Key {
  std::string name;
  Form form;
  std::string document;              ///< what an editor shows
  std::vector<std::string> words{};  ///< of Form::word; the first is the default, if there is one
};

/// A map whose keys the language knows.
struct Section {
  std::string what;  ///< as messages call it: `an input`
  std::vector<Key> keys;

  /// Null when there is none.
  const Key* find(const std::string& name) const;
};

/// All of them: what the reader takes, and what `atto schema` describes.
struct Language {
  Section model, block, node, input, weight, tensor, config_entry, tensor_names, run, generation;
};

const Language& language();

}  // namespace atto
