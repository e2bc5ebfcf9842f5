#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/core/json.h"

namespace atto {

/// Makes a `Kind` out of the fields beside `type`.
template <class Kind>
using Maker = std::unique_ptr<const Kind> (*)(JsonFields&);

/// The Maker of a class that is constructed of its fields.
template <class Kind, class Class>
std::unique_ptr<const Kind> make(JsonFields& fields) {
  return std::make_unique<const Class>(fields);
}

/// Makes what the object's `type` says. Error when the type is not known, or a field was not read.
template <class Kind>
std::unique_ptr<const Kind> make_of_type(const JsonPlace& place,
                                         const std::map<std::string, Maker<Kind>>& makers) {
  JsonFields fields(place);
  const JsonPlace type = fields.required("type");
  const auto found = makers.find(type.string());
  if (found == makers.end()) {
    std::vector<std::string> names;
    for (const auto& [name, maker] : makers) names.push_back(name);
    type.fail("'", type.string(), "' is not supported", did_you_mean(type.string(), names),
              "; there are ", list_of(names, names.size()));
  }
  auto made = found->second(fields);
  fields.finish();
  return made;
}

}  // namespace atto
