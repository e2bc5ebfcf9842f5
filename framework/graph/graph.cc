#include "framework/graph/graph.h"

#include "framework/describe/suggestion.h"

namespace atto {

ValueId Graph::find(const std::string& name) const {
  for (const auto* table : {&names, &aliases})
    if (const auto found = table->find(name); found != table->end()) return found->second;
  std::vector<std::string> known;
  for (const auto* table : {&names, &aliases})
    for (const auto& [other, value] : *table) known.push_back(other);
  const std::string guess = did_you_mean(name, known);
  throw Error(
      text("there is no value '", name, "'", guess.empty() ? "; 'atto show' lists them" : guess));
}

std::vector<ValueId> Graph::match(const std::string& glob) const {
  if (glob.find_first_of("*?") == std::string::npos) return {find(glob)};
  std::vector<ValueId> matched;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (glob_matches(glob, values[i].name)) matched.push_back(static_cast<ValueId>(i));
  require(!matched.empty(), "no value matches '", glob, "'; 'atto show' lists them");
  return matched;
}

const Input& Graph::input(const std::string& name) const {
  for (const Input& candidate : inputs)
    if (value(candidate.value).name == name) return candidate;
  std::vector<std::string> known;
  for (const Input& other : inputs) known.push_back(value(other.value).name);
  throw Error(text("there is no input '", name, "'", suggestion(name, known)));
}

bool glob_matches(const std::string& glob, const std::string& text) {
  std::size_t g = 0, t = 0, star = std::string::npos, retry = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      retry = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string::npos) {
      g = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

std::string stacked_name(const std::string& name, const std::string& loop_variable,
                         std::int64_t index) {
  const std::string counter = "$(" + loop_variable + ")";
  std::string out = name;
  for (std::size_t at = 0; (at = out.find(counter, at)) != std::string::npos;)
    out.replace(at, counter.size(), std::to_string(index));
  return out;
}

}  // namespace atto
