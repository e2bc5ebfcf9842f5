#pragma once
#include <memory>
#include <string>

#include "framework/describe/expression.h"
#include "framework/describe/yaml.h"
#include "framework/op/attributes.h"

namespace atto {

/// An attribute of a node as the file has it; its names are looked up in `scope`.
AttributeSource attribute_source(const Yaml& yaml, std::shared_ptr<const Scope> scope);

/// Attributes from a text such as `{axis: 0, to: [B, T, 2*D]}`, for tests: every name in an
/// expression is a size that is known only when the model runs.
Attributes parse_attributes(const std::string& yaml);

}  // namespace atto
