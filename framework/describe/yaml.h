#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/error.h"

namespace atto {

/// A piece of YAML as it was written: scalars stay text until somebody knows what they should be.
struct Yaml {
  enum class Is { null, scalar, list, map };

  Is is = Is::null;
  std::string scalar;
  bool quoted = false;  ///< a quoted scalar is never an expression
  bool flow = false;    ///< written with [] or {}
  Position position;
  std::vector<Yaml> items;                     ///< of a list
  std::vector<std::pair<Yaml, Yaml>> entries;  ///< of a map, in the order of the file

  // Declared here and made where Yaml is complete: clang needs that for the pairs in `entries`.
  Yaml();
  Yaml(const Yaml& other);
  Yaml(Yaml&& other) noexcept;
  Yaml& operator=(const Yaml& other);
  Yaml& operator=(Yaml&& other) noexcept;
  ~Yaml();

  bool is_null() const { return is == Is::null; }
  bool is_scalar() const { return is == Is::scalar; }
  bool is_list() const { return is == Is::list; }
  bool is_map() const { return is == Is::map; }

  /// The value under a key, or null.
  const Yaml* find(const std::string& key) const;
  Yaml* find(const std::string& key);
  std::vector<std::string> keys() const;

  static Yaml map_at(const Position& position);
  static Yaml scalar_at(std::string text, const Position& position);
};

/// Where a byte of a scalar's text stands; where the scalar begins if the file folds or escapes it.
Position place_in(const Yaml& scalar, std::size_t offset);

/// The file as a source. Error when it cannot be read, is larger than 16 MB, or is no text.
std::shared_ptr<const Source> read_source(const std::string& path);
/// A text as the source of that name. Error when it is none: empty, binary, HTML, a git-LFS
/// pointer, not UTF-8. A byte order mark is taken off.
std::shared_ptr<const Source> source_of(const std::string& name, std::string content);

/// The one document of a text. Error for what is no YAML and for what this language leaves out:
/// tabs in the indentation, anchors, aliases, tags, duplicate keys, keys that are no plain text,
/// several documents, nesting over 64 levels, unquoted `on off yes no`, and a comma that split a
/// flow map inside parentheses.
Yaml parse_yaml(const std::shared_ptr<const Source>& source);

/// Writes it back as flow YAML on one line; what was quoted is quoted again.
std::string flow_text(const Yaml& yaml);

}  // namespace atto
