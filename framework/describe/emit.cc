#include "framework/describe/emit.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "framework/core/characters.h"
#include "framework/data/file.h"
#include "framework/describe/literal.h"

namespace atto {
namespace {

constexpr std::size_t kWidestAligned =
    92;  // columns; comments behind longer lines stand further out

struct EmittedLine {
  std::string text;
  Position origin;  // none for a line that only opens what follows
};

/// Whether a plain scalar would end early inside [] or {}: quotes would keep it from being an
/// expression, so what holds one is written line by line.
bool ends_early(const Yaml& yaml) {
  return yaml.is_scalar() && !yaml.quoted &&
         yaml.scalar.find_first_of(",?[]{}") != std::string::npos;
}

bool fits_one_line(const Yaml& yaml) {
  const auto fits = [](const Yaml& part) { return !ends_early(part) && fits_one_line(part); };
  return std::all_of(yaml.items.begin(), yaml.items.end(), fits) &&
         std::all_of(yaml.entries.begin(), yaml.entries.end(),
                     [&](const auto& entry) { return fits(entry.first) && fits(entry.second); });
}

/// The parts of a value that stand on lines of their own because each may come from another file.
enum class Split { none, entries, blocks, block };

Split split_of(const std::string& key, const Yaml& value, Split around) {
  if (around == Split::blocks) return value.is_map() ? Split::block : Split::none;
  if (around == Split::none) return Split::none;
  if (key == "blocks" && value.is_map()) return Split::blocks;
  const bool lines = value.is_list() && (key == "graph" || key == "init");
  return lines || value.is_map() ? Split::entries : Split::none;
}

/// Where an entry is written; of a param that --set gives, that.
const Position& origin_of(const Yaml& key, const Yaml& value) {
  return value.position && value.position.source != key.position.source ? value.position
                                                                        : key.position;
}

/// The arrays that parents name by paths relative to themselves, named relative to the document.
Yaml with_paths_from(Yaml yaml, const Position& document) {
  for (auto& [key, value] : yaml.entries) {
    if (names_array(value) && value.position.source != document.source) {
      const std::filesystem::path path =
          beside(value.position.source->name, value.scalar.substr(1));
      const auto folder = std::filesystem::path(document.source->name).parent_path();
      value.scalar = "@" + path.lexically_proximate(folder.empty() ? "." : folder).string();
    }
    value = with_paths_from(std::move(value), document);
  }
  return yaml;
}

class Emitter {
 public:
  void emit_map(const Yaml& map, std::size_t indent, Split split) {
    for (const auto& [key, value] : map.entries)
      emit_value(std::string(indent, ' ') + flow_text(key) + ":", value, indent + 2,
                 split == Split::entries ? Split::none : split_of(key.scalar, value, split),
                 origin_of(key, value));
  }

  std::string text() const {
    std::size_t column = 0;
    for (const EmittedLine& line : lines_)
      if (line.origin && characters_in(line.text) <= kWidestAligned)
        column = std::max(column, characters_in(line.text));
    std::string out;
    for (const EmittedLine& line : lines_) {
      out += line.text;
      if (line.origin) {
        const std::size_t width = characters_in(line.text);
        out += std::string(column > width ? column - width : 0, ' ') + "  # " + place(line.origin);
      }
      out += "\n";
    }
    return out;
  }

 private:
  void emit_value(const std::string& start, const Yaml& value, std::size_t indent, Split split,
                  const Position& origin) {
    const bool empty = value.items.empty() && value.entries.empty();
    const bool whole = split == Split::none && fits_one_line(value);
    if (empty || whole) {
      lines_.push_back({start + " " + flow_text(value), origin});
      return;
    }
    lines_.push_back({start, {}});
    if (value.is_map())
      emit_map(value, indent, split);
    else
      for (const Yaml& item : value.items) emit_item(item, indent);
  }

  void emit_item(const Yaml& item, std::size_t indent) {
    const std::string dash = std::string(indent, ' ') + "-";
    if (!item.is_map() || item.entries.size() != 1 || item.flow) {
      emit_value(dash, item, indent + 2, Split::none, item.position);
      return;
    }
    const auto& [key, value] = item.entries[0];
    emit_value(dash + " " + flow_text(key) + ":", value, indent + 4, Split::none, key.position);
  }

  static std::string place(const Position& position) {
    const std::string& name = position.source->name;
    return name.starts_with("--") ? name : name + ":" + std::to_string(position.line);
  }

  std::vector<EmittedLine> lines_;
};

}  // namespace

std::string emit(const Yaml& document) {
  Emitter emitter;
  emitter.emit_map(with_paths_from(document, document.position), 0, Split::block);
  return emitter.text();
}

}  // namespace atto
