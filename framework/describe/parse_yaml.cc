#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>

#include "framework/core/characters.h"
#include "framework/describe/yaml.h"

namespace atto {
namespace {

constexpr std::size_t kDeepest = 64;  // levels of lists and maps

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
    if (yaml.quoted && std::string_view("'\"|>").find(rest_of(mark)[0]) == std::string_view::npos)
      refuse_tag("!", yaml.position);
    if (!yaml.quoted) refuse_split(mark, value);
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

  [[noreturn]] static void refuse_tag(const std::string& tag, const Position& position) {
    const std::string standard = "tag:yaml.org,2002:";
    const std::string written =
        tag.starts_with(standard) ? "!!" + tag.substr(standard.size()) : tag;
    throw Error(text("tags (", written, ") are not part of this language: remove it"), position);
  }

  [[noreturn]] static void refuse_alias(const Position& position) {
    throw Error(
        "anchors and aliases (& and *) are not part of this language: write it out, or quote "
        "a text that starts with *",
        position);
  }

  Position position(const YAML::Mark& mark) const {
    // At the end of the text yaml-cpp's column is 0.
    if (mark.is_null() || mark.pos >= std::ssize(source_->text)) return end_of_text();
    const auto line =
        std::min<std::size_t>(static_cast<std::size_t>(mark.line), line_starts_.size() - 1);
    const std::size_t start = line_starts_[line];
    const std::size_t end = std::min(start + static_cast<std::size_t>(std::max(mark.column, 0)),
                                     source_->text.size());  // yaml-cpp counts bytes
    if (line != counted_line_ || end < counted_to_) {
      counted_line_ = line;
      counted_to_ = start;
      column_ = 1;
    }
    for (; counted_to_ < end; ++counted_to_)
      if (!is_continuation(source_->text[counted_to_])) ++column_;
    return {source_, static_cast<int>(line) + 1, column_};
  }

  Position end_of_text() const {
    const std::string_view last = std::string_view(source_->text).substr(line_starts_.back());
    return {source_, static_cast<int>(line_starts_.size()),
            static_cast<int>(characters_in(last)) + 1};
  }

  /// What yaml-cpp found, in words that say what to do.
  Error explain(const YAML::ParserException& wrong) const {
    const std::string& what = wrong.msg;
    const Position place = position(wrong.mark);
    const std::string_view rest = rest_of(wrong.mark);
    if (what.find("anchor") != std::string::npos || what.find("alias") != std::string::npos)
      refuse_alias(place);
    if (what.ends_with("flow not found")) {
      const bool map = what == "end of map flow not found";
      return noting_open(
          Error(map ? "a '}' is missing before this" : "a ']' is missing before this", place));
    }
    if (what == "illegal flow end")
      return noting_open(Error(text("'", rest[0], "' closes nothing here"), place));
    if (what == "end of map not found" || what == "end of sequence not found")
      return Error("this line belongs to nothing above it: check its indentation", place);
    if (what == "illegal map value" || what == "illegal map key")
      return Error(
          "a colon cannot stand here: a text that has one needs quotes, and a blank stands "
          "behind the colon of a key, in the line above too",
          place);
    if (what == "illegal block entry")
      return Error("a list cannot begin here: each '- ' stands on a line of its own", place);
    if (what == "unknown token")
      return Error(text("quotes are needed around a text with ", rest[0]), place);
    if (what.starts_with("unknown escape"))
      return Error("in double quotes \\ has a meaning of its own: take single quotes", place);
    return Error(text("this is no valid YAML: ", what), place);
  }

  Yaml take() { return std::move(root_); }
  bool empty() const { return documents_ == 0; }

 private:
  /// A node that is not complete yet.
  struct Open {
    Yaml yaml;
    std::set<std::string> keys;    // of a map
    bool waits_for_value = false;  // the last key of a map does
  };

  Error noting_open(Error error) const {
    for (auto open = open_.rbegin(); open != open_.rend(); ++open)
      if (open->yaml.flow)
        return error.note(open->yaml.is_map() ? "the '{' here is open" : "the '[' here is open",
                          open->yaml.position);
    return error;
  }

  /// The text from there on; a blank where it ends.
  std::string_view rest_of(const YAML::Mark& mark) const {
    const std::string_view content = source_->text;
    const auto at = mark.is_null() ? content.size() : static_cast<std::size_t>(mark.pos);
    return at < content.size() ? content.substr(at) : std::string_view(" ");
  }

  /// `{by: max(a, b)}` is read as `{by: "max(a", "b)": null}`.
  void refuse_split(const YAML::Mark& mark, const std::string& scalar) const {
    if (open_.size() < 2 || !open_[open_.size() - 2].yaml.flow) return;
    const auto count = [&](char c) { return std::count(scalar.begin(), scalar.end(), c); };
    const std::string_view rest = rest_of(mark);
    const bool followed = rest.starts_with(scalar) && rest.substr(scalar.size()).starts_with(',');
    if (followed && count('(') > count(')'))
      throw Error(text("the comma behind '", scalar,
                       "' ends it: an expression in [] or {} takes no "
                       "comma; quote a text that has one"),
                  position(mark));
  }

  Yaml& begin(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Yaml::Is is) {
    const Position place = position(mark);
    if (anchor != 0) refuse_alias(place);
    if (!tag.empty() && tag != "?" && tag != "!") refuse_tag(tag, place);
    if (open_.size() >= kDeepest)
      throw Error(text("nested more than ", kDeepest, " levels deep"), place);
    Open node;
    node.yaml.is = is;
    node.yaml.position = place;
    open_.push_back(std::move(node));
    return open_.back().yaml;
  }

  void end() {
    Yaml done = std::move(open_.back().yaml);
    open_.pop_back();
    if (open_.empty()) {
      root_ = std::move(done);
      return;
    }
    Open& parent = open_.back();
    if (parent.yaml.is_list()) {
      parent.yaml.items.push_back(std::move(done));
    } else if (parent.waits_for_value) {
      parent.yaml.entries.back().second = std::move(done);
      parent.waits_for_value = false;
    } else {
      add_key(parent, std::move(done));
      parent.waits_for_value = true;
    }
  }

  static void add_key(Open& map, Yaml key) {
    if (!key.is_scalar()) {
      if (key.is_null())
        throw Error("a key is missing or null: write a name, \"null\" in quotes if you mean it",
                    key.position);
      throw Error("a key must be plain text, not a list or a map", key.position);
    }
    if (!map.keys.insert(key.scalar).second) {
      const auto& entries = map.yaml.entries;
      const auto first = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) {
        return entry.first.scalar == key.scalar;
      });
      throw Error(text("duplicate key '", key.scalar, "'"), key.position)
          .note("the first one is here", first->first.position);
    }
    map.yaml.entries.emplace_back(std::move(key), Yaml{});
  }

  std::shared_ptr<const Source> source_;
  std::vector<std::size_t> line_starts_;
  // Where position() went on counting characters: a line may have millions of values.
  mutable std::size_t counted_line_ = 0, counted_to_ = 0;
  mutable int column_ = 1;
  std::vector<Open> open_;
  Yaml root_;
  int documents_ = 0;
};

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
    throw tree.explain(wrong);
  }
  if (tree.empty()) throw Error("there is nothing but comments", {source, 0, 0});
  return tree.take();
}

}  // namespace atto
