#include "framework/describe/load.h"

#include <algorithm>
#include <filesystem>

#include "framework/data/file.h"
#include "framework/describe/merge.h"
#include "framework/describe/suggestion.h"

namespace atto {
namespace {

constexpr std::size_t kLongestChain = 32;  // files that extend each other

struct Chain {
  std::vector<std::string> files;       // as messages show them, the child first
  std::vector<std::string> identities;  // canonical paths
};

void check_version(const Yaml& yaml, Problems& problems) {
  const Yaml* version = yaml.find("attograph");
  if (!version)
    problems.add(
        Error("a file begins with 'attograph: 1', the version of the language", yaml.position));
  else if (version->scalar != "1")
    problems.add(
        Error(text("this program reads version 1 of the language, not ", flow_text(*version)),
              version->position));
}

Yaml load_merged(const std::string& path, const Position& from, Chain& chain, Problems& problems) {
  std::error_code ignored;
  const auto identity = std::filesystem::weakly_canonical(path, ignored).string();
  const bool loops = std::find(chain.identities.begin(), chain.identities.end(), identity) !=
                     chain.identities.end();
  chain.files.push_back(path);
  if (loops) throw Error(text("extends runs in a loop: ", list_of(chain.files, 40)), from);
  if (chain.files.size() > kLongestChain)
    throw Error(text("more than ", kLongestChain, " files extend each other"), from);
  chain.identities.push_back(identity);
  Yaml yaml;
  try {
    yaml = parse_yaml(read_source(path));
  } catch (Error& error) {
    if (error.position().line == 0 && from) error.note("this file extends it", from);
    throw;
  }
  if (!yaml.is_map())
    throw Error("a file is a map of keys and values that begins with 'attograph: 1'",
                yaml.position);
  check_version(yaml, problems);
  const Yaml* extends = yaml.find("extends");
  if (!extends) return yaml;
  if (!extends->is_scalar())
    throw Error("extends takes one path, relative to this file", extends->position);
  const Yaml parent =
      load_merged(beside(path, extends->scalar), extends->position, chain, problems);
  std::erase_if(yaml.entries, [](const auto& entry) { return entry.first.scalar == "extends"; });
  return merge(parent, yaml, problems);
}

void apply_setting(Yaml& yaml, const std::string& setting) {
  const auto [name, value] = parse_setting("--set", setting);
  std::vector<std::string> known;
  for (const char* part : {"params", "config"})
    if (const Yaml* map = std::as_const(yaml).find(part))
      for (const std::string& key : map->keys()) known.push_back(key);
  if (std::find(known.begin(), known.end(), name.text) == known.end())
    throw Error(text("there is no param '", name.text, "'", suggestion(name.text, known)),
                name.position);
  if (value.is_null() || value.is_map())
    throw Error("a param is a number, true, false, none, a word or a list of these",
                value.position);
  Yaml* params = yaml.find("params");
  if (!params || !params->is_map()) {
    yaml.entries.emplace_back(Yaml::scalar_at("params", name.position),
                              Yaml::map_at(name.position));
    params = &yaml.entries.back().second;
  }
  if (Yaml* old = params->find(name.text))
    *old = value;
  else
    params->entries.emplace_back(Yaml::scalar_at(name.text, name.position), value);
}

}  // namespace

std::pair<Name, Yaml> parse_setting(const std::string& flag, const std::string& setting) {
  auto source = std::make_shared<Source>();
  source->name = flag;
  source->text = setting;
  const Position start{source, 1, 1};
  const auto equals = setting.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(text(flag, " takes NAME=VALUE, not '", setting, "'"), start);
  const std::string name = setting.substr(0, equals);
  const std::string value = setting.substr(equals + 1);
  if (value.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(text("'", name, "' has no value"), start);
  source->text = std::string(equals + 1, ' ') + value;  // blanks keep the columns
  try {
    Yaml yaml = parse_yaml(source);
    source->text = setting;
    return {Name{name, start}, std::move(yaml)};
  } catch (const Error&) {
    source->text = setting;
    throw;
  }
}

Description load(const std::string& path, const std::vector<std::string>& set, Problems& problems) {
  Chain chain;
  Yaml yaml = load_merged(path, {}, chain, problems);
  for (const std::string& setting : set) {
    problems.attempt({}, [&] { apply_setting(yaml, setting); });
  }
  Description description = describe(yaml, problems);
  description.path = path;
  description.files = chain.files;
  return description;
}

Description load(const std::string& path, const std::vector<std::string>& set) {
  Problems problems;
  Description description = load(path, set, problems);
  problems.throw_if_any();
  return description;
}

}  // namespace atto
