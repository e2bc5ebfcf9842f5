#pragma once
#include <string>

#include "framework/text/tokenizer.h"

namespace atto {

/// What our tokenizer makes of a request of the comparison with the reference, both JSON: of a
/// `text`, or `bytes` as a list of numbers, perhaps with a `pair`; or of `decode`, a list of ids.
/// Errors are the tokenizer's.
std::string answer_to(const std::string& request, const Tokenizer& tokenizer);

}  // namespace atto
