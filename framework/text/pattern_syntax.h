#pragma once
#include <string>

namespace atto {

/// A regular expression in the syntax of Oniguruma (its Ruby syntax) as an equal one of PCRE2
/// (options UTF, UCP and MULTILINE, newline LF). Oniguruma's is of Unicode 16: with `newer` the
/// characters that PCRE2 may not know are written out, which is slower; without, the expression is
/// right for text that has none of them (has_newer_character()). Error that names what has no equal
/// in PCRE2.
std::string pcre2_expression(const std::string& oniguruma, bool newer);

}  // namespace atto
