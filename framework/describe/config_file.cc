#include "framework/describe/config_file.h"

#include <fmt/format.h>
#include <algorithm>

#include "framework/data/file.h"
#include "framework/describe/suggestion.h"

namespace atto {
namespace {

/// As the language writes it; a text is quoted: it is a word, no expression.
Yaml yaml_of(const Json& json, const std::string& key, const Position& position) {
  const auto plain = [&](std::string text) { return Yaml::scalar_at(std::move(text), position); };
  if (const auto* value = json.as<bool>()) return plain(*value ? "true" : "false");
  if (const auto* value = json.as<std::int64_t>()) return plain(fmt::format("{}", *value));
  if (const auto* value = json.as<double>()) return plain(fmt::format("{}", *value));
  if (json.is_null()) return plain("none");
  if (const auto* value = json.as<std::string>()) {
    Yaml word = plain(*value);
    word.quoted = true;
    return word;
  }
  const auto* array = json.as<Json::Array>();
  if (!array)
    throw Error(
        text("'", key, "' is ", json.kind(), ", and a param is a number, a word or a list; ",
             "a dot descends: ", key, ".NAME"),
        position);
  Yaml list;
  list.is = Yaml::Is::list;
  list.position = position;
  for (const Json& element : *array) list.items.push_back(yaml_of(element, key, position));
  return list;
}

/// Every key, with dots.
void collect_keys(const Json& json, const std::string& path, std::vector<std::string>& keys) {
  const auto* object = json.as<Json::Object>();
  if (!object) return;
  for (const auto& [key, value] : *object) {
    keys.push_back(path + key);
    collect_keys(value, path + key + ".", keys);
  }
}

std::string or_list(const std::vector<std::string>& keys) {
  std::string all;
  for (const std::string& key : keys) all += (all.empty() ? "'" : " or '") + key + "'";
  return all;
}

/// Whether a value of the file is what `assume` says; numbers are compared as such.
bool is_assumed(const Json& value, const Yaml& assumed) {
  if (const auto* array = value.as<Json::Array>()) {
    if (!assumed.is_list() || assumed.items.size() != array->size()) return false;
    for (std::size_t i = 0; i < array->size(); ++i)
      if (!is_assumed((*array)[i], assumed.items[i])) return false;
    return true;
  }
  if (!assumed.is_scalar()) return false;
  if (const auto* word = value.as<std::string>()) return assumed.scalar == *word;
  if (const auto* truth = value.as<bool>()) return assumed.scalar == (*truth ? "true" : "false");
  char* end = nullptr;
  const double number = std::strtod(assumed.scalar.c_str(), &end);
  if (assumed.scalar.empty() || *end != '\0') return false;
  if (const auto* whole = value.as<std::int64_t>()) return number == static_cast<double>(*whole);
  const auto* real = value.as<double>();
  return real && number == *real;
}

class Applier {
 public:
  Applier(const ConfigFile& config, Description& description, Problems& problems)
      : config_(config), description_(description), problems_(problems) {}

  void apply() {
    if (config_.find("quantization_config"))
      problems_.add(Error("the weights are quantized ('quantization_config'), which is not read",
                          in_file(config_.path)));
    for (const auto& [key, values] : description_.assume)
      problems_.attempt(key.position, [&, &k = key, &v = values] { assume(k, v); });
    for (ConfigEntry& entry : description_.config)
      if (!is_param(entry.name.text)) problems_.attempt(entry.name.position, [&] { read(entry); });
  }

 private:
  bool is_param(const std::string& name) const {
    return std::any_of(description_.params.begin(), description_.params.end(),
                       [&](const auto& param) { return param.first.text == name; });
  }

  /// A list is a list of values that are right.
  void assume(const Name& key, const Yaml& values) const {
    const Json* value = config_.find(key.text);
    if (!value) return;
    bool right = false;
    if (values.is_list())
      for (const Yaml& one : values.items) right = right || is_assumed(*value, one);
    else
      right = is_assumed(*value, values);
    if (right) return;
    throw Error(
        text("this file is right for ", key.text, ": ",
             values.is_null() ? "null" : flow_text(values), ", but ", config_.path, " has ",
             flow_text(yaml_of(*value, key.text, {})), "; the model computes something else"),
        key.position);
  }

  void read(ConfigEntry& entry) const {
    for (const std::string& key : entry.keys) {
      const Json* value = config_.find(key);
      if (!value) continue;
      Yaml written = yaml_of(*value, key, in_file(config_.path));
      entry.value = entry.words.empty() ? written : meaning_of(entry, key, written);
      entry.key = key;
      return;
    }
    if (entry.fallback) return;
    std::vector<std::string> known;
    collect_keys(config_.json, "", known);
    for (const std::string& key : entry.keys)
      require(std::find(known.begin(), known.end(), key) == known.end(), config_.path,
              " says null for '", key, "', which gives the param '", entry.name.text, "'");
    throw Error(text(config_.path, " has no ", or_list(entry.keys), ", which gives the param '",
                     entry.name.text, "'", did_you_mean(entry.keys.front(), known)),
                entry.name.position);
  }

  Yaml meaning_of(const ConfigEntry& entry, const std::string& key, const Yaml& written) const {
    std::vector<std::string> known;
    for (const auto& [word, meaning] : entry.words) {
      if (word.text == written.scalar) return meaning;
      known.push_back(word.text);
    }
    throw Error(text(config_.path, " has ", key, ": ", flow_text(written), ", and 'map' has ",
                     list_of(known), " only"),
                entry.name.position);
  }

  const ConfigFile& config_;
  Description& description_;
  Problems& problems_;
};

}  // namespace

ConfigFile ConfigFile::read(const std::string& path) {
  ConfigFile config{path, Json::parse(read_file(path, "a config.json"), path)};
  if (!config.json.as<Json::Object>())
    throw Error(text("this is ", config.json.kind(), ", not the object that a config.json is"),
                in_file(path));
  return config;
}

const Json* ConfigFile::find(const std::string& key) const {
  const Json* value = &json;
  for (std::size_t from = 0; value && from <= key.size();) {
    const std::size_t end = std::min(key.find('.', from), key.size());
    if (from > 0 && !value->is_null() && !value->as<Json::Object>())
      throw Error(text("'", key.substr(0, from - 1), "' is ", value->kind(),
                       ", and the model asks for its '", key.substr(from), "'"),
                  in_file(path));
    value = value->find(key.substr(from, end - from));
    from = end + 1;
  }
  return value && !value->is_null() ? value : nullptr;
}

std::string ConfigFile::model_type() const {
  const Json* type = find("model_type");
  const std::string* name = type ? type->as<std::string>() : nullptr;
  if (!name)
    throw Error(
        "there is no 'model_type' in it, which says what architecture it is: give the model's "
        "YAML file and --checkpoint",
        in_file(path));
  return *name;
}

void apply_config(const ConfigFile& config, Description& description, Problems& problems) {
  description.config_path = config.path;
  Applier(config, description, problems).apply();
}

}  // namespace atto
