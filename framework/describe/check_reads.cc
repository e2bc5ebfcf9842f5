#include <set>

#include "framework/describe/description.h"
#include "framework/describe/expression.h"

namespace atto {
namespace {

using Names = std::set<std::string>;

void collect(const std::optional<Yaml>& yaml, Names& names) {
  if (yaml) collect_names(*yaml, names);
}

void collect(const Init& init, Names& names) {
  collect_names(init.a, names);
  collect_names(init.b, names);
}

void collect(const WeightReference& reference, Names& names) {
  for (const Yaml& name : reference.names) collect_names(name, names);
  collect(reference.repeat, names);
  collect(reference.shape, names);
}

void collect(const Name& name, Names& names) {
  collect_names(Yaml::scalar_at(name.text, name.position), names);
}

void collect(const Line& line, Names& names) {
  for (const Yaml& input : line.inputs) collect_names(input, names);
  for (const auto& [name, value] : line.arguments) collect_names(value, names);
  for (const auto* part : {&line.repeat, &line.when, &line.prefix, &line.shape})
    collect(*part, names);
}

/// What the lines of one scope read.
void collect(const Body& body, Names& names) {
  for (const WeightDeclaration& weight : body.weights) {
    collect(weight.value, names);
    collect(weight.shape, names);
    if (weight.init) collect(*weight.init, names);
    if (weight.from) collect(*weight.from, names);
  }
  for (const Line& line : body.graph) collect(line, names);
  for (const Name& output : body.outputs) collect(output, names);
}

class ReadsChecker {
 public:
  ReadsChecker(const Description& description, Problems& problems)
      : description_(description), problems_(problems) {}

  void check() {
    Names called, params;
    collect_params(params);
    for (const auto& [label, value] : description_.show) collect_inside(value);
    for (const Name& output : description_.body.outputs) collect_inside(output);
    collect_calls(description_.body, called);
    for (const Block& block : description_.blocks) collect_calls(block, called);
    for (const Block& block : description_.blocks) {
      if (block.failed) continue;
      if (is_complete(block)) check_block(block);
      if (is_complete(description_.body) && !called.contains(block.name.text))
        unread("block", block.name, "nothing calls it");
    }
    if (!is_complete(description_.body)) return;
    Names names;
    collect(description_.body, names);
    for (const auto& [label, value] : description_.show) collect(value, names);
    for (const auto& [name, value] : description_.generate) collect_names(value, names);
    check_body(description_.body, names);
    for (const InputDeclaration& input : description_.inputs)
      if (!input.failed) check_name("input", input.name, names);
    for (const auto& [name, value] : description_.params)
      if (!value.is_null()) check_name("param", name, params);
    for (const ConfigEntry& entry : description_.config) check_name("param", entry.name, params);
  }

 private:
  void collect_inside(const Name& name) {
    const auto dot = name.text.find('.');
    if (dot != std::string::npos) collect(Name{name.text.substr(dot), name.position}, inside_);
  }

  void collect_params(Names& names) {
    collect(description_.body, names);
    for (const Block& block : description_.blocks) {
      collect(block, names);
      for (const auto& [name, shape] : block.inputs) collect_names(shape, names);
      for (const auto& [name, fallback] : block.params) collect(fallback, names);
    }
    for (const auto& [name, value] : description_.params) collect_names(value, names);
    for (const ConfigEntry& entry : description_.config) {
      collect(entry.fallback, names);
      for (const auto& [word, value] : entry.words) collect_names(value, names);
    }
    for (const InputDeclaration& input : description_.inputs) collect_names(input.shape, names);
    for (const InitRule& rule : description_.init) collect(rule.init, names);
    for (const auto& [label, value] : description_.show) collect(value, names);
    for (const auto& [name, value] : description_.generate) collect_names(value, names);
    for (const char* part : {"data", "train"})
      if (const Yaml* yaml = description_.yaml.find(part)) collect_names(*yaml, names);
  }

  static void collect_calls(const Body& body, Names& names) {
    for (const Line& line : body.graph) names.insert(line.op.text);
  }

  void check_block(const Block& block) {
    Names names = inside_;
    collect(block, names);
    for (const auto& [name, shape] : block.inputs) collect_names(shape, names);
    check_body(block, names);
    for (const auto& [name, shape] : block.inputs) check_name("input", name, names);
    for (const auto& [name, fallback] : block.params) check_name("param", name, names);
  }

  /// A body that has no lines or no outputs has another problem.
  static bool is_complete(const Body& body) { return !body.graph.empty() && !body.outputs.empty(); }

  void check_body(const Body& body, const Names& names) {
    for (const WeightDeclaration& weight : body.weights)
      if (!weight.failed) check_name("weight", weight.name, names);
    for (const Line& line : body.graph) {
      if (line.failed) continue;
      for (const Name& name : line.names) check_name("value", name, names, line.names.size() > 1);
      if (!line.as) continue;
      Names own;
      collect(line, own);
      check_name("loop variable", *line.as, own);
    }
  }

  void check_name(const char* kind, const Name& name, const Names& names, bool of_several = false) {
    if (name.text != "_" && !names.contains(name.text))
      unread(kind, name,
             of_several ? "nothing reads it; an output that is not needed is named _"
                        : "nothing reads it; is a name misspelt where it should be read?");
  }

  void unread(const char* kind, const Name& name, const char* why) {
    problems_.add(
        Error(text("the ", kind, " '", name.text, "' is not used: ", why), name.position));
  }

  const Description& description_;
  Problems& problems_;
  Names inside_;  // parts of the names of values inside blocks that are shown or given back
};

}  // namespace

void check_reads(const Description& description, Problems& problems) {
  ReadsChecker(description, problems).check();
}

}  // namespace atto
