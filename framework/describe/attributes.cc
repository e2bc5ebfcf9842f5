#include "framework/describe/attributes.h"

#include <set>

namespace atto {

AttributeSource attribute_source(const Yaml& yaml, std::shared_ptr<const Scope> scope) {
  return {[yaml, scope = std::move(scope)](AttributeSource::Expect expect) {
            return evaluate(yaml, *scope, expect);
          },
          yaml.position};
}

Attributes parse_attributes(const std::string& yaml) {
  if (yaml.empty()) return Attributes();
  auto source = std::make_shared<Source>();
  source->name = "attributes";
  source->text = yaml;
  const Yaml map = parse_yaml(source);
  std::set<std::string> names;
  collect_names(map, names);
  auto scope = std::make_shared<Scope>();
  for (const std::string& name : names) scope->set(name, Dim::symbol(name));
  std::map<std::string, AttributeSource> given;
  for (const auto& [key, value] : map.entries) given[key.scalar] = attribute_source(value, scope);
  return Attributes(std::move(given));
}

}  // namespace atto
