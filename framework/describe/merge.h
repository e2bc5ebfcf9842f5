#pragma once
#include "framework/core/error.h"
#include "framework/describe/yaml.h"

namespace atto {

/// A document over its parent. Maps merge one level: an entry is replaced whole, null removes it
/// (in `assume`, where null is a value, nothing does).
/// Blocks merge entry by entry. A list of nodes is a patch: a known name replaces its line in
/// place, null removes it, a new line goes behind the line above it (at the head: in front of the
/// first known one below; with no known one, at the end). Everything else is replaced.
Yaml merge(const Yaml& parent, const Yaml& child, Problems& problems);

/// The names on the left of a line, `q, k, v`; blanks around them do not count.
std::vector<std::string> split_names(const std::string& key);

}  // namespace atto
