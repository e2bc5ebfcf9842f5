#pragma once
#include <memory>

#include "framework/core/json.h"
#include "framework/text/pre_tokenizer.h"

namespace atto {

/// Which pieces get a replacement in front: each, the one that the input begins with, none.
enum class MetaspaceScheme { always, first, never };

/// Reads `prepend_scheme`, and `add_prefix_space` that older files have. Error when they are wrong
/// or contradict each other.
MetaspaceScheme read_metaspace_scheme(JsonFields& fields);

/// The pre-tokenizer Metaspace, behind its `type`.
std::unique_ptr<const PreTokenizer> make_metaspace(JsonFields& fields);

}  // namespace atto
