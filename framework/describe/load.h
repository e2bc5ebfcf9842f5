#pragma once
#include <string>
#include <vector>

#include "framework/describe/description.h"

namespace atto {

/// Reads a file, its parents (`extends`, relative to the file that says it) and params given from
/// outside as `NAME=VALUE`, which win. What is wrong goes to `problems`; an Error is thrown only
/// for what leaves nothing to read: a missing file, no YAML, a loop of extends.
Description load(const std::string& path, const std::vector<std::string>& set, Problems& problems);

/// The same; throws Problems when there are any.
Description load(const std::string& path, const std::vector<std::string>& set = {});

/// NAME and VALUE of a flag such as `--set heads=4`; the value is YAML. Error when it has no `=`.
std::pair<Name, Yaml> parse_setting(const std::string& flag, const std::string& setting);

}  // namespace atto
