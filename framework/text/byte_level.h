#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "framework/core/json.h"
#include "framework/text/pre_tokenizer.h"

namespace atto {

// Byte-level vocabularies write each byte of UTF-8 as one visible character: printable bytes of
// Latin-1 as themselves, the others from U+0100 on (a space is U+0120).

/// The character that stands for the byte, in UTF-8; one or two bytes.
std::string_view byte_character(unsigned char byte);
/// The bytes that the characters of valid UTF-8 stand for, appended. False, and nothing appended,
/// when one of the characters stands for none.
bool append_bytes_of(std::string_view characters, std::string& bytes);

/// The pre-tokenizer ByteLevel, behind its `type`.
std::unique_ptr<const PreTokenizer> make_byte_level(JsonFields& fields);

}  // namespace atto
