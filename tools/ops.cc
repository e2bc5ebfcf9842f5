#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "framework/core/error.h"
#include "framework/describe/attributes.h"
#include "framework/op/registry.h"
#include "tools/commands.h"
#include "tools/json.h"
#include "tools/model.h"
#include "tools/table.h"

namespace atto::tools {
namespace {

using Json = nlohmann::ordered_json;
using Declaration = Attributes::Declaration;

constexpr const char* kFooter = R"(
A signature says what an operator takes and gives: values; weights -> outputs; state that it keeps
between runs. Axes of one name have one size, '...' is any number of axes, '?' may be left out (an
output is then computed when something reads it), '*' is any number of tensors. Tensors are real
numbers unless ':i64', ':bool' or ':any' says otherwise (':num': reals or whole
numbers).

Examples:
  atto ops
  atto ops softmax
  atto ops --plugin ./libmine.so
  atto ops --markdown
  atto ops attention --json)";

struct OpsOptions {
  std::string name;
  bool json = false;
  bool markdown = false;
  std::vector<std::string> plugins;
};

std::string first_sentence(const std::string& document) {
  const auto end = document.find(". ");
  return end == std::string::npos ? document : document.substr(0, end + 1);
}

/// A value of the declared type, for an example; `integer` for an int.
std::string example_of(const Declaration& attribute, const std::string& integer) {
  if (attribute.type == "bool") return "true";
  if (attribute.type == "int") return integer;
  if (attribute.type == "number") return "1.0";
  if (attribute.type == "size") return "D";
  if (attribute.type == "sizes") return "[B, T, D]";
  if (attribute.type == "ints") return "[0, 1]";
  return attribute.type.substr(0, attribute.type.find('|'));
}

std::string joined(const std::vector<std::string>& names) { return list_of(names, names.size()); }

/// What a port is called in an example; a variadic one stands for two tensors.
void add_names(const Port& port, std::vector<std::string>& names) {
  if (port.optional) return;
  if (port.variadic)
    names.insert(names.end(), {port.name + "0", port.name + "1"});
  else
    names.push_back(port.name);
}

/// Attributes that make an operator: the required ones, with an axis or a count as ints, and one
/// more where its constructor asks for that. Empty when none of these do.
std::optional<std::string> example_attributes(const OpEntry& entry) {
  const std::vector<Declaration> declared = entry.attributes();
  const auto makes_operator = [&](const std::string& attributes) {
    try {
      Attributes given = parse_attributes("{" + attributes + "}");
      entry.make(given);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  for (const std::string integer : {"-1", "2"}) {
    std::vector<std::string> required;
    for (const Declaration& attribute : declared)
      if (attribute.required)
        required.push_back(attribute.name + ": " + example_of(attribute, integer));
    if (makes_operator(joined(required))) return joined(required);
    for (const Declaration& attribute : declared) {
      if (attribute.required) continue;
      std::vector<std::string> attributes = required;
      attributes.push_back(attribute.name + ": " + example_of(attribute, "2"));
      if (makes_operator(joined(attributes))) return joined(attributes);
    }
  }
  return std::nullopt;
}

/// `- y: {softmax: x, axis: -1}`; empty when no simple attributes make an operator.
std::string example_line(const OpEntry& entry) {
  const auto attributes = example_attributes(entry);
  if (!attributes) return {};
  const Signature& signature = entry.signature;
  std::vector<std::string> outputs, values;
  for (const Port& port : signature.outputs) add_names(port, outputs);
  for (std::size_t i = 0; i < signature.values; ++i) add_names(signature.inputs[i], values);
  std::string arguments;
  for (std::size_t i = signature.values; i < signature.inputs.size(); ++i)
    if (const Port& port = signature.inputs[i]; !port.optional && !port.variadic)
      arguments += ", " + port.name + ": " + port.name;
  if (!attributes->empty()) arguments += ", " + *attributes;
  return text("- ", joined(outputs), ": {", entry.name, ": ",
              values.size() == 1 ? values[0] : "[" + joined(values) + "]", arguments, "}");
}

std::vector<std::string> traits_of(const OpEntry& entry) {
  std::vector<std::string> traits;
  if (!entry.onnx.empty()) traits.push_back("is " + entry.onnx + " of ONNX");
  traits.push_back(entry.has_backward ? "has a gradient" : "has no gradient");
  traits.push_back(entry.make_kernel ? "has a fast kernel beside its definition"
                                     : "has a definition, and no fast kernel");
  if (entry.traits.in_place) traits.push_back("may write its output where its first input stood");
  if (entry.traits.commutative) traits.push_back("does not depend on the order of its inputs");
  if (!entry.traits.pure) traits.push_back("may give different outputs for equal inputs");
  for (const Port& port : entry.signature.state)
    traits.push_back(text("keeps '", port.name, "' between runs"));
  if (!entry.origin.empty()) traits.push_back("comes from the plug-in " + entry.origin);
  return traits;
}

std::string indented(const std::string& lines) {
  std::string out;
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    out += "  " + lines.substr(start, end - start) + "\n";
    start = end + 1;
  }
  return out;
}

/// Whether it must be given, and what it is when it is not.
std::string need_of(const Declaration& attribute) {
  if (attribute.required) return "required";
  const bool none_is_a_word = attribute.type.find('|') != std::string::npos;
  const bool absent = attribute.default_value == "none" && !none_is_a_word;
  return absent ? "optional" : "default " + attribute.default_value;
}

std::string describe(const OpEntry& entry) {
  std::string out = text(entry.name, ": ", entry.document, "\n\n", "signature\n",
                         indented(entry.signature.text), "\n");
  std::vector<std::vector<std::string>> rows;
  for (const Declaration& attribute : entry.attributes())
    rows.push_back({attribute.name, attribute.type, need_of(attribute), attribute.document});
  out += rows.empty() ? "attributes: none\n" : "attributes\n" + indented(table(rows, {}));
  out += "\ntraits\n";
  for (const std::string& trait : traits_of(entry)) out += indented(trait);
  const std::string example = example_line(entry);
  return example.empty() ? out : out + "\nexample\n" + indented(example);
}

std::string list_all() {
  std::vector<std::vector<std::string>> rows;
  for (const OpEntry* entry : Registry::instance().all())
    rows.push_back({entry->name, first_sentence(entry->document), entry->signature.text});
  return table(rows, {});
}

/// In a cell of a table; a bar would end it.
std::string code(const std::string& cell) {
  std::string out;
  for (const char c : cell) out += c == '|' ? "\\|" : std::string(1, c);
  return out.empty() ? out : "`" + out + "`";
}

std::string to_markdown() {
  std::string out =
      "| operator | takes and gives | attributes | what it does | ONNX | gradient | kernel |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const OpEntry* entry : Registry::instance().all()) {
    std::vector<std::string> attributes;
    for (const Declaration& attribute : entry->attributes()) {
      const std::string need = need_of(attribute);
      attributes.push_back(code(text(attribute.name, " ", attribute.type)) +
                           (need == "required" ? "" : " " + need));
    }
    out += text("| ", code(entry->name), " | ", code(entry->signature.text), " | ",
                list_of(attributes, attributes.size()), " | ", entry->document, " | ", entry->onnx,
                " | ", entry->has_backward ? "yes" : "", " | ", entry->make_kernel ? "yes" : "",
                " |\n");
  }
  return out;
}

Json to_json(const OpEntry& entry) {
  Json json;
  json["name"] = entry.name;
  json["signature"] = entry.signature.text;
  json["document"] = entry.document;
  json["onnx"] = entry.onnx.empty() ? Json() : Json(entry.onnx);
  json["attributes"] = Json::array();
  for (const Declaration& attribute : entry.attributes())
    json["attributes"].push_back(
        {{"name", attribute.name},
         {"type", attribute.type},
         {"required", attribute.required},
         {"default", attribute.required ? Json() : Json(attribute.default_value)},
         {"document", attribute.document}});
  json["gradient"] = entry.has_backward;
  json["kernel"] = entry.make_kernel != nullptr;
  json["in_place"] = entry.traits.in_place;
  json["commutative"] = entry.traits.commutative;
  json["pure"] = entry.traits.pure;
  json["state"] = Json::array();
  for (const Port& port : entry.signature.state) json["state"].push_back(port.name);
  json["plugin"] = entry.origin.empty() ? Json() : Json(entry.origin);
  const std::string example = example_line(entry);
  json["example"] = example.empty() ? Json() : Json(example);
  return json;
}

const OpEntry& find_operator(const std::string& name) {
  const Registry& registry = Registry::instance();
  const OpEntry* entry = registry.find(name);
  require(entry, "there is no operator '", name, "'", did_you_mean(name, registry.names()),
          "; 'atto ops' lists them");
  return *entry;
}

void show_operators(const OpsOptions& options) {
  load_plugins(options.plugins);
  std::string out;
  if (options.markdown) {
    out = to_markdown();
  } else if (!options.json) {
    out = options.name.empty() ? list_all() : describe(find_operator(options.name));
  } else if (!options.name.empty()) {
    out = to_json(find_operator(options.name)).dump(2) + "\n";
  } else {
    Json list = Json::array();
    for (const OpEntry* entry : Registry::instance().all()) list.push_back(to_json(*entry));
    out = list.dump(2) + "\n";
  }
  std::printf("%s", out.c_str());
}

}  // namespace

CLI::App* add_ops(CLI::App& app, int&) {
  auto options = std::make_shared<OpsOptions>();
  CLI::App* command = app.add_subcommand("ops", "List the operators, or explain one");
  command->footer(kFooter);
  CLI::Option* name = command->add_option("NAME", options->name, "An operator");
  CLI::Option* json = command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--markdown", options->markdown, "Print the table of ops/README.md")
      ->excludes(name, json);
  command
      ->add_option("--plugin", options->plugins,
                   "Load operators from a shared object, may be repeated")
      ->type_name("LIB.so")
      ->allow_extra_args(false);
  command->callback([options] { show_operators(*options); });
  return command;
}

}  // namespace atto::tools
