#pragma once
#include <memory>
#include <string>

#include "framework/describe/description.h"
#include "framework/graph/build.h"

namespace atto {

/// A model from a text, for tests; the first line, `attograph: 1`, may be left out. Throws
/// Problems.
inline Description description_of(const std::string& yaml) {
  auto source = std::make_shared<Source>();
  source->name = "test.yaml";
  source->text = yaml.find("attograph:") == std::string::npos ? "attograph: 1\n" + yaml : yaml;
  Problems problems;
  Description description = describe(parse_yaml(source), problems);
  problems.throw_if_any();
  return description;
}

inline std::shared_ptr<const Graph> graph_of(const std::string& yaml) {
  return std::make_shared<const Graph>(build(description_of(yaml)));
}

}  // namespace atto
