#include "framework/describe/merge.h"

#include <algorithm>
#include <optional>

#include "framework/describe/suggestion.h"

namespace atto {
namespace {

/// Whether the list is one of graph lines, each a map of one entry.
const Yaml* key_of_line(const Yaml& line) {
  return line.is_map() && line.entries.size() == 1 ? &line.entries[0].first : nullptr;
}

bool has_names(const Yaml& line, const std::vector<std::string>& names) {
  const Yaml* key = key_of_line(line);
  return key && split_names(key->scalar) == names;
}

Yaml patch_lines(const Yaml& parent, const Yaml& child, Problems& problems) {
  Yaml out = parent;
  out.position = child.position;
  std::vector<Yaml>& lines = out.items;
  std::vector<Yaml> head;             // new lines above the first known one
  std::optional<std::size_t> cursor;  // where the next new line goes
  std::vector<std::vector<std::string>> replaced;
  const auto place = [&](std::size_t at, const Yaml& line) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), line);
    cursor = at + 1;
  };
  for (const Yaml& line : child.items) {
    const Yaml* key = key_of_line(line);
    if (!key) {
      problems.add(
          Error("a line of a graph is one node: '- name: {operator: inputs}'", line.position));
      continue;
    }
    const auto names = split_names(key->scalar);
    const bool removes = line.entries[0].second.is_null();
    const auto known = std::find_if(lines.begin(), lines.end(),
                                    [&](const Yaml& other) { return has_names(other, names); });
    const bool again = std::count(replaced.begin(), replaced.end(), names) > 0;
    if (known == lines.end() || again) {
      if (removes && !again) {
        std::vector<std::string> there;
        for (const Yaml& other : lines)
          if (const Yaml* k = key_of_line(other)) there.push_back(k->scalar);
        problems.add(Error(
            text("there is no node '", key->scalar, "' to remove", suggestion(key->scalar, there)),
            key->position));
      } else if (cursor) {
        place(*cursor, line);
      } else {
        head.push_back(line);
      }
      continue;
    }
    auto at = static_cast<std::size_t>(known - lines.begin());
    std::erase_if(lines, [&](const Yaml& other) { return has_names(other, names); });
    replaced.push_back(names);
    for (const Yaml& first : head) place(at++, first);
    head.clear();
    cursor = at;
    if (!removes) place(at, line);
  }
  lines.insert(lines.end(), head.begin(), head.end());
  return out;
}

using MergeEntry = Yaml(const std::string& key, const Yaml& parent, const Yaml& child,
                        Problems& problems);

void merge_entries(Yaml& out, const Yaml& child, Problems& problems, MergeEntry* merge_entry) {
  for (const auto& [key, value] : child.entries) {
    const auto found =
        std::find_if(out.entries.begin(), out.entries.end(),
                     [&k = key](const auto& entry) { return entry.first.scalar == k.scalar; });
    if (value.is_null()) {
      if (found == out.entries.end())
        problems.add(Error(
            text("there is no '", key.scalar, "' to remove", suggestion(key.scalar, out.keys())),
            key.position));
      else
        out.entries.erase(found);
    } else if (found == out.entries.end()) {
      Yaml nothing = value;
      nothing.entries.clear();
      out.entries.emplace_back(
          key, value.is_map() ? merge_entry(key.scalar, nothing, value, problems) : value);
    } else {
      found->second = merge_entry(key.scalar, found->second, value, problems);
      found->first = key;
    }
  }
}

Yaml replace(const std::string&, const Yaml&, const Yaml& child, Problems&) { return child; }

Yaml merge_map(const Yaml& parent, const Yaml& child, Problems& problems) {
  if (!parent.is_map() || !child.is_map()) return child;
  Yaml out = parent;
  merge_entries(out, child, problems, replace);
  return out;
}

/// A null is a value here: the key that must be absent.
Yaml merge_assumptions(const Yaml& parent, const Yaml& child) {
  if (!parent.is_map() || !child.is_map()) return child;
  Yaml out = parent;
  for (const auto& entry : child.entries) {
    std::erase_if(out.entries,
                  [&](const auto& other) { return other.first.scalar == entry.first.scalar; });
    out.entries.push_back(entry);
  }
  return out;
}

Yaml merge_part_of_block(const std::string& key, const Yaml& parent, const Yaml& child,
                         Problems& problems) {
  if (key == "graph" && parent.is_list() && child.is_list())
    return patch_lines(parent, child, problems);
  return key == "assume" ? merge_assumptions(parent, child) : merge_map(parent, child, problems);
}

Yaml merge_block(const std::string&, const Yaml& parent, const Yaml& child, Problems& problems) {
  if (!parent.is_map() || !child.is_map()) return child;
  Yaml out = parent;
  merge_entries(out, child, problems, merge_part_of_block);
  return out;
}

Yaml merge_part(const std::string& key, const Yaml& parent, const Yaml& child, Problems& problems) {
  if (key == "blocks" && parent.is_map() && child.is_map()) {
    Yaml out = parent;
    merge_entries(out, child, problems, merge_block);
    return out;
  }
  return merge_part_of_block(key, parent, child, problems);
}

}  // namespace

Yaml merge(const Yaml& parent, const Yaml& child, Problems& problems) {
  Yaml out = parent;
  out.position = child.position;
  merge_entries(out, child, problems, merge_part);
  return out;
}

std::vector<std::string> split_names(const std::string& key) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start <= key.size();) {
    const std::size_t end = std::min(key.find(',', start), key.size());
    const std::string part = key.substr(start, end - start);
    const std::size_t first = part.find_first_not_of(' ');
    names.push_back(first == std::string::npos
                        ? std::string()
                        : part.substr(first, part.find_last_not_of(' ') + 1 - first));
    start = end + 1;
  }
  return names;
}

}  // namespace atto
