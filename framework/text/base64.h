#pragma once
#include <string>
#include <string_view>

namespace atto {

/// The bytes that a text in base64 (RFC 4648) stands for. Error when it is none.
std::string decode_base64(std::string_view text);

}  // namespace atto
