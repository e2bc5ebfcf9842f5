#pragma once
#include <memory>

#include "framework/core/json.h"
#include "framework/text/pre_tokenizer.h"

namespace atto {

/// The pre-tokenizer UnicodeScripts, behind its `type`.
std::unique_ptr<const PreTokenizer> make_unicode_scripts(JsonFields& fields);

}  // namespace atto
