#include <cstdio>
#include <memory>
#include <set>

#include "framework/core/error.h"
#include "framework/describe/language.h"
#include "framework/op/registry.h"
#include "tools/commands.h"
#include "tools/json.h"
#include "tools/model.h"

// A schema checks less than `atto check`: it knows neither names nor shapes, an expression is any
// text, and what calls a block is any node that no operator claims. It never refuses what is right,
// with one exception: of {layer: x, softmax: y} it takes `softmax` for the operator, where it may
// be a param of the block `layer`.

namespace atto::tools {
namespace {

using Json = nlohmann::ordered_json;
using Declaration = Attributes::Declaration;
using Names = std::set<std::string>;

constexpr const char* kFooter = R"(
Editors that know YAML's language server check, complete and explain files that begin with

  # yaml-language-server: $schema=schema.json

where schema.json is a path relative to the file.

Examples:
  atto schema > schema.json
  atto schema --plugin ./libmine.so > schema.json)";

Json reference(const std::string& definition) { return {{"$ref", "#/definitions/" + definition}}; }

Json of_type(const std::vector<const char*>& types) {
  return {{"type", types.size() == 1 ? Json(types[0]) : Json(types)}};
}

const Json kNull = of_type({"null"});
const Json kNotNull = {{"not", kNull}};
const Json kSingle = of_type({"string", "number", "boolean"});
const Json kWhole = of_type({"integer", "string"});
const Json kValue = {{"type", {"string", "number", "boolean", "array"}},
                     {"items", {{"$ref", "#/definitions/value"}}}};

Json any_of(const std::vector<Json>& schemas) { return {{"anyOf", schemas}}; }
Json list_of_some(const Json& items) { return {{"type", "array"}, {"items", items}}; }
Json map_of(const Json& values) { return {{"type", "object"}, {"additionalProperties", values}}; }
/// null takes an entry away from the file that is extended. The sections of the language have null
/// among their types already.
Json or_null(Json schema) {
  if (schema.contains("$ref") || schema.contains("allOf")) return schema;
  if (schema.contains("anyOf")) {
    schema["anyOf"].push_back(kNull);
    return schema;
  }
  Json& type = schema["type"];
  if (type.is_string()) type = Json::array({type});
  type.push_back("null");
  return schema;
}
Json required(const std::vector<std::string>& keys) { return {{"required", keys}}; }
Json only_keys(const Names& keys) { return {{"propertyNames", {{"enum", keys}}}}; }

/// A map whose keys the file defines.
Json named(const Json& values) {
  Json out = map_of(or_null(values));
  out["propertyNames"] = reference("name");
  return out;
}

/// With what an editor shows. Other keys beside $ref would count for nothing.
Json explained(Json schema, const std::string& document) {
  if (schema.contains("$ref")) schema = {{"allOf", {schema}}};
  schema["description"] = document;
  return schema;
}

Json one_of_words(const std::vector<std::string>& words) {
  return any_of({{{"enum", words}}, {{"type", "string"}, {"pattern", "\\$\\("}}});
}

Json schema_of(const Key& key) {
  switch (key.form) {
    case Form::version: return {{"const", 1}};
    case Form::path: return of_type({"string"});
    case Form::truth: return of_type({"boolean"});
    case Form::condition: return of_type({"boolean", "string"});
    case Form::count: return {{"type", {"integer", "string"}}, {"minimum", 0}};
    case Form::word: return {{"enum", key.words}};
    case Form::name: return reference("name");
    case Form::text: return kSingle;
    case Form::anything: return Json::object();
    case Form::value: return reference("value");
    case Form::literal: return reference("value");
    case Form::shape: return list_of_some(kWhole);
    case Form::tensor: return reference("tensor_name");
    case Form::init: return reference("init");
    case Form::texts: return list_of_some(kSingle);
    case Form::init_rules: return list_of_some(reference("init_rule"));
    case Form::lines: return list_of_some(reference("line"));
    case Form::block_params: return any_of({list_of_some(reference("name")), named(kValue)});
    case Form::map_of_anything: return of_type({"object"});
    case Form::map_of_values: return map_of(or_null(kValue));
    case Form::map_of_texts: return map_of(or_null(kSingle));
    case Form::map_of_literals: return map_of(or_null(kValue));
    case Form::map_of_shapes: return named(list_of_some(kWhole));
    case Form::config_entries:
      return named(any_of({reference("tensor_name"), reference("config_entry")}));
    case Form::inputs: return named(reference("input"));
    case Form::weights: return named(reference("weight"));
    case Form::blocks: return named(reference("block"));
    case Form::tensor_names: return reference("tensors");
    case Form::run: return reference("run");
    case Form::generation: return reference("generate");
  }
  ATTO_CHECK(!"every form has a schema");
  return {};
}

Json section(const Section& section) {
  Json properties = Json::object();
  for (const Key& key : section.keys)
    properties[key.name] = explained(schema_of(key), key.document);
  return {
      {"type", {"object", "null"}}, {"properties", properties}, {"additionalProperties", false}};
}

Json section(const Section& known, const std::vector<std::string>& keys) {
  Json out = section(known);
  out["required"] = keys;
  return out;
}

Json init_schema() {
  const Json yes = {{"const", true}};
  Json ends = list_of_some(kSingle);
  ends["minItems"] = ends["maxItems"] = 2;
  return {{"normal", explained(kSingle, "Normally distributed around 0, with this deviation.")},
          {"uniform", explained(ends, "Evenly between these two, the upper one not included.")},
          {"value", explained(kSingle, "This number everywhere.")},
          {"zeros", explained(yes, "0 everywhere.")},
          {"ones", explained(yes, "1 everywhere.")}};
}

/// Exactly one way, beside the keys that `common` has.
Json one_way(Json common) {
  const auto count = common.size() + 1;
  common.update(init_schema());
  return {{"type", "object"},
          {"properties", common},
          {"additionalProperties", false},
          {"minProperties", count},
          {"maxProperties", count}};
}

Json type_schema(const Declaration& attribute) {
  const std::string& type = attribute.type;
  if (type == "bool") return of_type({"boolean", "string"});
  if (type == "int" || type == "size") return kWhole;
  if (type == "number") return of_type({"number", "string"});
  if (type == "sizes" || type == "ints") return any_of({kWhole, list_of_some(kWhole)});
  if (type == "word") return kSingle;
  std::vector<std::string> words;
  for (std::size_t start = 0; start <= type.size();) {
    const auto end = std::min(type.find('|', start), type.size());
    words.push_back(type.substr(start, end - start));
    start = end + 1;
  }
  if (!attribute.required && std::find(words.begin(), words.end(), "none") == words.end())
    words.push_back("none");
  return one_of_words(words);
}

Json attribute_schema(const Declaration& attribute) {
  Json out = type_schema(attribute);
  if (attribute.required && attribute.type.find('|') == std::string::npos)
    out["not"] = {{"const", "none"}};  // counts as not given
  return out;
}

std::string document_of(const Declaration& attribute) {
  return text(attribute.document, " (", attribute.type,
              attribute.required                  ? ", required"
              : attribute.default_value == "none" ? ", optional"
                                                  : ", default " + attribute.default_value,
              ")");
}

/// What the operator itself takes: the names of values.
Json inputs_schema(const Signature& signature) {
  Json names = list_of_some(reference("name"));
  const auto end = signature.inputs.begin() + static_cast<std::ptrdiff_t>(signature.values);
  const bool variadic =
      std::any_of(signature.inputs.begin(), end, [](const Port& port) { return port.variadic; });
  if (!variadic) names["maxItems"] = signature.values;
  return any_of({reference("name"), names, kNull});
}

class Schema {
 public:
  Schema() : entries_(Registry::instance().all()) {
    for (const Key& key : language().node.keys) reserved_.insert(key.name);
    for (const OpEntry* entry : entries_) {
      Names& names = names_[entry->name];
      for (const Port& port : entry->signature.inputs)
        if (!port.variadic) names.insert(port.name);
      for (const Declaration& attribute : entry->attributes()) names.insert(attribute.name);
    }
  }

  Json make() {
    Json out = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"title", "Attograph"},
                {"description", "A model or a run of one; made by 'atto schema'."}};
    Json model = section(language().model, {"attograph"});
    model["type"] = "object";
    for (auto& [key, value] : model["properties"].items())
      if (key != "attograph" && key != "extends" && key != "checkpoint") value = or_null(value);
    out.update(model);
    out["if"] = required({"extends"});
    out["then"] = true;
    out["else"] = complete_model();
    define();
    out["definitions"] = definitions_;
    return out;
  }

 private:
  void define() {
    const Language& known = language();
    definitions_["name"] = {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}};
    definitions_["value"] = kValue;
    definitions_["inputs"] = any_of({reference("name"), list_of_some(reference("name")), kNull});
    definitions_["weight_port"] = any_of(
        {reference("tensor_name"),
         reference("tensor"),
         {{"type", "object"},
          {"properties", {{"node", explained(reference("name"), "A value, used as the weight.")}}},
          {"required", {"node"}},
          {"additionalProperties", false}}});
    Json names = list_of_some(kSingle);
    names["minItems"] = 1;
    definitions_["tensor_name"] = any_of({kSingle, names});
    definitions_["init"] =
        any_of({{{"enum", {"uniform", "normal", "zeros", "ones"}}}, one_way(Json::object())});
    definitions_["init_rule"] = one_way(
        {{"match", explained(kSingle, "The names of weights; * is any text, ? one character.")}});
    definitions_["init_rule"]["required"] = {"match"};
    definitions_["config_entry"] = section(known.config_entry, {"key"});
    definitions_["input"] = section(known.input, {"shape"});
    definitions_["weight"] = section(known.weight);
    definitions_["weight"]["anyOf"] = {required({"shape"}), required({"value"})};
    definitions_["weight"]["dependencies"] = {
        {"repeat", {"from", "as"}}, {"as", {"from", "repeat"}}, {"optional", {"from"}}};
    definitions_["tensor"] = section(known.tensor, {"from"});
    definitions_["tensor"]["dependencies"] = {{"repeat", {"as"}}, {"as", {"repeat"}}};
    definitions_["tensors"] = section(known.tensor_names);
    definitions_["run"] = section(known.run);
    definitions_["generate"] = section(known.generation);
    definitions_["block"] = section(known.block);
    for (auto& [key, value] : definitions_["block"]["properties"].items()) value = or_null(value);
    definitions_["line"] = line();
    definitions_["node"] = node();
    for (const OpEntry* entry : entries_) definitions_["node." + entry->name] = call_of(*entry);
  }

  Json line() const {
    Json out = map_of(reference("node"));
    out["propertyNames"] = {
        {"pattern", "^ *[A-Za-z_][A-Za-z0-9_]* *(, *[A-Za-z_][A-Za-z0-9_]* *)*$"}};
    out["minProperties"] = out["maxProperties"] = 1;
    return out;
  }

  /// Each operator claims the nodes that call it.
  Json node() const {
    Json out = section(language().node);
    out.erase("additionalProperties");
    for (const OpEntry* entry : entries_)
      out["properties"][entry->name]["description"] =
          text(entry->document, "\n\n", entry->signature.text);
    out["dependencies"] = {{"as", {"repeat"}}, {"mode", {"repeat"}}};
    out["not"] = only_keys(reserved_);  // a node without an operator
    out["not"]["type"] = "object";
    for (const OpEntry* entry : entries_)
      out["allOf"].push_back(
          {{"if", claim_of(*entry)}, {"then", reference("node." + entry->name)}});
    return out;
  }

  /// Whether a node calls the operator: it has its name as a key, which does not stand for what
  /// another operator or a block takes.
  Json claim_of(const OpEntry& entry) const {
    Json out = required({entry.name});
    std::vector<Json> others;
    for (const OpEntry* other : entries_)
      if (other != &entry && names_.at(other->name).contains(entry.name))
        others.push_back(required({other->name}));
    const Json complete = only_keys(keys_of(entry));
    if (others.empty()) {
      const Json inputs = {{"properties", {{entry.name, reference("inputs")}}}};
      out["anyOf"] = {inputs, complete};
    } else {
      out["not"] = any_of(others);
      out.update(complete);
    }
    return out;
  }

  /// The keys that a node may have which calls the operator.
  Names keys_of(const OpEntry& entry) const {
    Names keys = names_.at(entry.name);
    keys.insert(entry.name);
    keys.insert(reserved_.begin(), reserved_.end());
    return keys;
  }

  static Json call_of(const OpEntry& entry) {
    const Signature& signature = entry.signature;
    Json properties = {{entry.name, inputs_schema(signature)}};
    std::vector<std::string> needed = {entry.name};
    for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
      const Port& port = signature.inputs[i];
      if (port.variadic) continue;  // its tensors are listed
      properties[port.name] =
          explained(reference(signature.is_weight(i) ? "weight_port" : "name"), port.text());
    }
    for (const Declaration& attribute : entry.attributes()) {
      properties[attribute.name] = explained(attribute_schema(attribute), document_of(attribute));
      if (attribute.required) needed.push_back(attribute.name);
    }
    for (const Key& key : language().node.keys) properties[key.name] = true;  // see node()
    return {{"properties", properties}, {"required", needed}, {"additionalProperties", false}};
  }

  /// What a file must be that extends no other: nothing is missing, nothing is taken away, and
  /// without blocks every node is an operator's.
  Json complete_model() const {
    const Json no_null = {{"additionalProperties", kNotNull}};
    const Json lines = {{"items", no_null}};
    Json out = required({"graph", "outputs"});
    Json& properties = out["properties"];
    for (const Key& key : language().model.keys) {
      properties[key.name] = kNotNull;
      if (outline_of(key.form) == Yaml::Is::map && key.name != "assume")
        properties[key.name].update(no_null);
    }
    properties["graph"].update(lines);
    properties["outputs"]["minItems"] = 1;
    Json block = required({"graph", "outputs"});
    block["properties"] = {{"graph", lines}, {"outputs", {{"minItems", 1}}}};
    properties["blocks"]["additionalProperties"] = block;
    Names all = reserved_;
    for (const auto& [name, takes] : names_) {
      all.insert(name);
      all.insert(takes.begin(), takes.end());
    }
    out["if"] = {{"not", required({"blocks"})}};
    out["then"]["properties"]["graph"]["items"]["additionalProperties"] = only_keys(all);
    return out;
  }

  std::vector<const OpEntry*> entries_;
  std::map<std::string, Names> names_;  // of the ports and attributes of each operator
  Names reserved_;
  Json definitions_;
};

}  // namespace

CLI::App* add_schema(CLI::App& app, int&) {
  auto plugins = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("schema", "Print the JSON schema of the language");
  command->footer(kFooter);
  command->add_option("--plugin", *plugins, "Load operators from a shared object, may be repeated")
      ->type_name("LIB.so")
      ->allow_extra_args(false);
  command->callback([plugins] {
    load_plugins(*plugins);
    std::printf("%s\n", Schema().make().dump(1).c_str());
  });
  return command;
}

}  // namespace atto::tools
