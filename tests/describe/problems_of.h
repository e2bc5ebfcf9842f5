#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "framework/describe/literal.h"
#include "framework/describe/load.h"
#include "framework/graph/build.h"

namespace atto {

/// One problem as a bad file's first lines say it.
struct Expected {
  std::string error;               ///< `4:9: unknown operator 'sofmax'; did you mean 'softmax'?`
  std::vector<std::string> notes;  ///< likewise
};

/// A text in which files are named as the one in `folder` would name them.
inline std::string without_folder(std::string message, const std::string& folder) {
  if (folder.empty()) return message;
  for (auto at = message.find(folder); at != std::string::npos; at = message.find(folder, at))
    message.erase(at, folder.size());
  return message;
}

/// `4:9: message`, of a place in another file `parts/parent.yaml:4:9: message`.
inline std::string text_at(const Position& position, const std::string& message,
                           const std::string& path) {
  std::string place;
  if (position && position.source->name != path) place = position.source->name + ":";
  if (position && position.line > 0) place += text(position.line, ":", position.column, ":");
  if (!place.empty()) place += " ";
  return without_folder(place + message, path.substr(0, path.rfind('/') + 1));
}

/// Reads what a file feeds as `atto check` does, random inputs aside.
inline void check_feed(const Graph& graph, const Description& description, Problems& problems) {
  for (const auto& [name, yaml] : description.feed)
    problems.attempt(yaml.position, [&, &word = name.text, &literal = yaml] {
      const Input& input = graph.input(word);
      const Kind kind = graph.value(input.value).kind;
      if (names_array(literal))
        read_array(literal);
      else
        read_literal(literal, dtype_of(kind, DType::float64), Scope(), input.words);
    });
}

/// Everything that is wrong with a file: it is loaded, built and its feed is read.
inline std::vector<Expected> problems_of(const std::string& path,
                                         const std::vector<std::string>& set = {}) {
  Problems problems;
  problems.attempt({}, [&] {
    const Description description = load(path, set, problems);
    const Graph graph = build(description, problems);
    if (problems.empty()) check_feed(graph, description, problems);
  });
  std::vector<Expected> out;
  for (const Error& error : problems.errors()) {
    Expected expected{text_at(error.position(), error.message(), path), {}};
    for (const Error::Note& note : error.notes())
      expected.notes.push_back(text_at(note.position, note.message, path));
    out.push_back(std::move(expected));
  }
  return out;
}

}  // namespace atto
