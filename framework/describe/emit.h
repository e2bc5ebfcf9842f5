#pragma once
#include <string>

#include "framework/describe/yaml.h"

namespace atto {

/// A merged document as one file that loads again as the same model: a node, a param, an input, a
/// weight a line, behind each the place that it comes from, `# models/article.yaml:12` or `#
/// --set`. Ends with a newline.
std::string emit(const Yaml& document);

}  // namespace atto
