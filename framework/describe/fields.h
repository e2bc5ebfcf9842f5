#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "framework/core/error.h"
#include "framework/describe/description.h"
#include "framework/describe/suggestion.h"

namespace atto {

/// Reads the entries of a map by name, and reports what is of the wrong form or was not asked for.
class Fields {
 public:
  /// `what` names the map in messages: `a weight`. Error for a value that is no map.
  Fields(const Yaml& yaml, std::string what, Problems& problems)
      : yaml_(yaml), what_(std::move(what)), problems_(problems) {
    if (!yaml.is_map()) throw Error(text(what_, " is written {key: value, ...}"), yaml.position);
  }

  /// Null when it is not there.
  const Yaml* take(const std::string& key) {
    known_.push_back(key);
    return yaml_.find(key);
  }
  const Yaml* take_map(const std::string& key) {
    return take_as(key, Yaml::Is::map, "a map: {name: value, ...}");
  }
  const Yaml* take_list(const std::string& key) {
    return take_as(key, Yaml::Is::list, "a list: [a, b, ...]");
  }
  const Yaml* take_scalar(const std::string& key) {
    return take_as(key, Yaml::Is::scalar, "a single value");
  }
  std::optional<Yaml> take_optional(const std::string& key) {
    const Yaml* value = take(key);
    return value ? std::optional<Yaml>(*value) : std::nullopt;
  }
  bool take_bool(const std::string& key, bool fallback) {
    const Yaml* value = take_scalar(key);
    if (!value || value->scalar == "false") return value ? false : fallback;
    if (value->scalar != "true") problem(text(key, " is true or false"), value->position);
    return true;
  }
  /// One of some words; the first when it is not there or wrong.
  std::string take_word(const std::string& key, const std::vector<std::string>& words) {
    const Yaml* value = take_scalar(key);
    if (!value) return words.front();
    if (std::find(words.begin(), words.end(), value->scalar) != words.end()) return value->scalar;
    problem(text(key, " is one of ", list_of(words), ", not '", value->scalar, "'",
                 did_you_mean(value->scalar, words)),
            value->position);
    return words.front();
  }

  /// Reports every entry that nothing took.
  void refuse_others() {
    for (const auto& [key, value] : yaml_.entries)
      if (std::find(known_.begin(), known_.end(), key.scalar) == known_.end())
        problem(text("unknown key '", key.scalar, "' in ", what_, suggestion(key.scalar, known_)),
                key.position);
  }

 private:
  const Yaml* take_as(const std::string& key, Yaml::Is is, const char* form) {
    const Yaml* value = take(key);
    if (!value || value->is == is) return value;
    problem(text("'", key, "' takes ", form), value->position);
    return nullptr;
  }
  void problem(std::string message, const Position& position) {
    problems_.add(Error(std::move(message), position));
  }

  const Yaml& yaml_;
  std::string what_;
  Problems& problems_;
  std::vector<std::string> known_;
};

}  // namespace atto
