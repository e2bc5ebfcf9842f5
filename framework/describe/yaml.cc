#include "framework/describe/yaml.h"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

namespace atto {
namespace {

constexpr std::size_t kLargestFile = 16u << 20;  // bytes
constexpr std::size_t kDeepest = 64;             // levels of lists and maps

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// YAML 1.1 reads these as truth values, YAML 1.2 as words: here they must be quoted.
bool is_ambiguous(const std::string& scalar) {
  const std::string word = lower(scalar);
  return word == "on" || word == "off" || word == "yes" || word == "no";
}

/// Builds the tree from yaml-cpp's events: its own tree forgets duplicates, quotes and tags.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::shared_ptr<const Source> source) : source_(std::move(source)) {
    std::size_t start = 0;
    const std::string& text = source_->text;
    while (start <= text.size()) {
      line_starts_.push_back(start);
      const auto end = text.find('\n', start);
      if (end == std::string::npos) break;
      start = end + 1;
    }
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0)
      throw Error("a second document begins here; a file holds one model", position(mark));
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    begin(mark, "", anchor, Yaml::Is::null);
    end();
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_alias(position(mark)); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Yaml& yaml = begin(mark, tag, anchor, Yaml::Is::scalar);
    yaml.scalar = value;
    yaml.quoted = tag == "!";
    if (!yaml.quoted && is_ambiguous(value))
      throw Error(text("'", value, "' is a truth value to some readers of YAML: write \"", value,
                       "\" in quotes"),
                  yaml.position);
    end();
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    begin(mark, tag, anchor, Yaml::Is::list).flow = style == YAML::EmitterStyle::Flow;
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    begin(mark, tag, anchor, Yaml::Is::map).flow = style == YAML::EmitterStyle::Flow;
  }
  void OnMapEnd() override { end(); }

  static void refuse_alias(const Position& position) {
    throw Error(
        "anchors and aliases (& and *) are not part of this language: write it out, or quote "
        "a text that starts with *",
        position);
  }

  Position position(const YAML::Mark& mark) const {
    if (mark.is_null()) return {source_, 1, 1};
    const auto line =
        std::min<std::size_t>(static_cast<std::size_t>(mark.line), line_starts_.size() - 1);
    int column = 1;  // yaml-cpp counts bytes
    const std::size_t start = line_starts_[line];
    for (int i = 0; i < mark.column; ++i) {
      const std::size_t at = start + static_cast<std::size_t>(i);
      if (at >= source_->text.size()) break;
      if ((static_cast<unsigned char>(source_->text[at]) & 0xC0) != 0x80) ++column;
    }
    return {source_, static_cast<int>(line) + 1, column};
  }

  Yaml take() { return std::move(root_); }
  bool empty() const { return documents_ == 0; }

 private:
  Yaml& begin(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Yaml::Is is) {
    const Position place = position(mark);
    if (anchor != 0) refuse_alias(place);
    if (!tag.empty() && tag != "?" && tag != "!")
      throw Error(text("tags (", tag, ") are not part of this language: remove it"), place);
    if (open_.size() >= kDeepest)
      throw Error(text("nested more than ", kDeepest, " levels deep"), place);
    Yaml yaml;
    yaml.is = is;
    yaml.position = place;
    open_.push_back(std::move(yaml));
    return open_.back();
  }

  void end() {
    Yaml done = std::move(open_.back());
    open_.pop_back();
    if (open_.empty()) {
      root_ = std::move(done);
      return;
    }
    Yaml& parent = open_.back();
    if (parent.is_list()) {
      parent.items.push_back(std::move(done));
    } else if (parent.entries.empty() || !waits_for_value(parent)) {
      add_key(parent, std::move(done));
    } else {
      add_value(parent, std::move(done));
    }
  }

  /// A key that came without its value yet is marked by the position of its value.
  static bool waits_for_value(const Yaml& map) { return !map.entries.back().second.position; }

  static void add_key(Yaml& map, Yaml key) {
    if (!key.is_scalar()) {
      if (key.is_null())
        throw Error("a key is missing or null: write a name, \"null\" in quotes if you mean it",
                    key.position);
      throw Error("a key must be plain text, not a list or a map", key.position);
    }
    for (const auto& [other, value] : map.entries) {
      if (other.scalar != key.scalar) continue;
      throw Error(text("duplicate key '", key.scalar, "'"), key.position)
          .note("the first one is here", other.position);
    }
    map.entries.emplace_back(std::move(key), Yaml{});
  }

  static void add_value(Yaml& map, Yaml value) {
    const Yaml& key = map.entries.back().first;
    const bool split = map.flow && value.is_null() && !key.quoted;
    if (split && std::count(key.scalar.begin(), key.scalar.end(), ')') >
                     std::count(key.scalar.begin(), key.scalar.end(), '('))
      throw Error(text("a comma inside parentheses split this map, '", key.scalar,
                       "' became a key of its own: an expression takes no comma"),
                  key.position);
    map.entries.back().second = std::move(value);
  }

  std::shared_ptr<const Source> source_;
  std::vector<std::size_t> line_starts_;
  std::vector<Yaml> open_;
  Yaml root_;
  int documents_ = 0;
};

void refuse_what_is_no_text(const Source& source) {
  const std::string_view content = source.text;
  const auto refuse = [&](const auto&... parts) { throw Error(text(source.name, ": ", parts...)); };
  const auto first = content.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) refuse("the file is empty");
  const std::string start = lower(content.substr(first, 64));
  if (start.starts_with("<!doctype") || start.starts_with("<html") || start.starts_with("<?xml"))
    refuse("this is a web page (HTML or XML), not YAML: was the right file downloaded?");
  if (start.starts_with("version https://git-lfs"))
    refuse("this is a git-LFS pointer, not the file itself: run 'git lfs pull'");
  for (const char c : content) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte < 0x20 && c != '\n' && c != '\r' && c != '\t';
    if (control || byte == 0x7F || byte == 0xC0 || byte == 0xC1 || byte > 0xF4)
      refuse("this is a binary file, not YAML");
  }
}

void refuse_tabs(const std::shared_ptr<const Source>& source) {
  const std::string& content = source->text;
  int line = 1, column = 1;
  bool indentation = true;
  for (const char c : content) {
    if (c == '\n') {
      ++line;
      column = 1;
      indentation = true;
      continue;
    }
    if (indentation && c == '\t')
      throw Error("a tab in the indentation: YAML takes spaces only", {source, line, column});
    indentation = indentation && c == ' ';
    ++column;
  }
}

}  // namespace

const Yaml* Yaml::find(const std::string& key) const {
  for (const auto& [name, value] : entries)
    if (name.scalar == key) return &value;
  return nullptr;
}

Yaml* Yaml::find(const std::string& key) {
  return const_cast<Yaml*>(std::as_const(*this).find(key));
}

std::vector<std::string> Yaml::keys() const {
  std::vector<std::string> names;
  for (const auto& [key, value] : entries) names.push_back(key.scalar);
  return names;
}

Yaml Yaml::map_at(const Position& position) {
  Yaml yaml;
  yaml.is = Is::map;
  yaml.position = position;
  return yaml;
}

Yaml Yaml::scalar_at(std::string text, const Position& position) {
  Yaml yaml;
  yaml.is = Is::scalar;
  yaml.scalar = std::move(text);
  yaml.position = position;
  return yaml;
}

std::shared_ptr<const Source> read_source(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  require(file.good(), path, ": there is no such file, or it cannot be read");
  auto source = std::make_shared<Source>();
  source->name = path;
  std::string& content = source->text;
  content.resize(kLargestFile + 1);
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  require(!file.bad(), path, ": this is a folder, or it cannot be read");
  content.resize(static_cast<std::size_t>(file.gcount()));
  require(content.size() <= kLargestFile, path, ": larger than ", kLargestFile >> 20,
          " MB, which no model file is");
  if (content.starts_with("\xEF\xBB\xBF")) content.erase(0, 3);
  refuse_what_is_no_text(*source);
  return source;
}

Yaml parse_yaml(const std::shared_ptr<const Source>& source) {
  refuse_tabs(source);
  std::istringstream input(source->text);
  TreeBuilder tree(source);
  try {
    YAML::Parser parser(input);
    while (parser.HandleNextDocument(tree)) {
    }
  } catch (const YAML::DeepRecursion& deep) {
    throw Error(text("nested more than ", kDeepest, " levels deep"), tree.position(deep.mark));
  } catch (const YAML::ParserException& wrong) {
    if (wrong.msg.find("anchor") != std::string::npos)
      TreeBuilder::refuse_alias(tree.position(wrong.mark));
    throw Error(text("this is no valid YAML: ", wrong.msg), tree.position(wrong.mark));
  }
  if (tree.empty()) throw Error(text(source->name, ": there is nothing but comments"));
  return tree.take();
}

std::string scalar_text(const std::string& scalar) {
  const std::string word = lower(scalar);
  const bool plain = !scalar.empty() && !is_ambiguous(scalar) && word != "null" && word != "~" &&
                     scalar.find_first_of("{}[],#\"'\n\t&*!|%@`") == std::string::npos &&
                     scalar.find(": ") == std::string::npos && scalar.back() != ':' &&
                     scalar.front() != ' ' && scalar.back() != ' ' && scalar.front() != '?' &&
                     (scalar.front() != '-' || (scalar.size() > 1 && scalar[1] != ' '));
  if (plain) return scalar;
  std::string out = "\"";
  for (const char c : scalar) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out + "\"";
}

std::string flow_text(const Yaml& yaml) {
  std::string out;
  switch (yaml.is) {
    case Yaml::Is::null: return "null";
    case Yaml::Is::scalar:
      if (!yaml.quoted) return yaml.scalar;
      out = scalar_text(yaml.scalar);
      return out.front() == '"' ? out : '"' + out + '"';
    case Yaml::Is::list:
      for (const Yaml& item : yaml.items) out += (out.empty() ? "" : ", ") + flow_text(item);
      return "[" + out + "]";
    case Yaml::Is::map:
      for (const auto& [key, value] : yaml.entries)
        out += (out.empty() ? "" : ", ") + flow_text(key) + ": " + flow_text(value);
      return "{" + out + "}";
  }
  return out;
}

}  // namespace atto
