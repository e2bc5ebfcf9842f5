#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "framework/core/error.h"
#include "framework/describe/description.h"
#include "framework/describe/language.h"
#include "framework/describe/suggestion.h"

namespace atto {

/// Reads the entries of a map by name, and reports what is of the wrong form or unknown.
class Fields {
 public:
  /// Error for a value that is no map.
  Fields(const Yaml& yaml, const Section& section, Problems& problems)
      : yaml_(yaml), section_(section), problems_(problems) {
    if (!yaml.is_map())
      throw Error(text(section.what, " is written {key: value, ...}"), yaml.position);
  }

  /// Null when it is not there, or no map, list or single value where its form asks for that.
  const Yaml* take(const std::string& key) {
    const Yaml* value = yaml_.find(key);
    if (!value) return nullptr;
    const auto is = outline_of(form_of(key).form);
    if (!is || value->is == *is) return value;
    problem(text("'", key, "' takes ",
                 *is == Yaml::Is::map    ? "a map: {name: value, ...}"
                 : *is == Yaml::Is::list ? "a list: [a, b, ...]"
                                         : "a single value"),
            value->position);
    return nullptr;
  }
  std::optional<Yaml> take_optional(const std::string& key) {
    const Yaml* value = take(key);
    return value ? std::optional<Yaml>(*value) : std::nullopt;
  }
  bool take_bool(const std::string& key, bool fallback) {
    const Yaml* value = take(key);
    if (!value || value->scalar == "false") return value ? false : fallback;
    if (value->scalar != "true") problem(text(key, " is true or false"), value->position);
    return true;
  }
  /// One of the key's words; the first when it is not there or wrong.
  std::string take_word(const std::string& key) {
    const std::vector<std::string>& words = form_of(key).words;
    const Yaml* value = take(key);
    if (!value) return words.front();
    if (std::find(words.begin(), words.end(), value->scalar) != words.end()) return value->scalar;
    problem(text(key, " is one of ", list_of(words), ", not '", value->scalar, "'",
                 did_you_mean(value->scalar, words)),
            value->position);
    return words.front();
  }

  /// Reports every entry that the section does not have.
  void refuse_others() {
    std::vector<std::string> known;
    for (const Key& key : section_.keys) known.push_back(key.name);
    for (const auto& [key, value] : yaml_.entries)
      if (!section_.find(key.scalar))
        problem(text("unknown key '", key.scalar, "' in ", section_.what,
                     suggestion(key.scalar, known)),
                key.position);
  }

 private:
  const Key& form_of(const std::string& key) const {
    const Key* found = section_.find(key);
    ATTO_CHECK(found);
    return *found;
  }
  void problem(std::string message, const Position& position) {
    problems_.add(Error(std::move(message), position));
  }

  const Yaml& yaml_;
  const Section& section_;
  Problems& problems_;
};

}  // namespace atto
