#pragma once
#include <optional>
#include <string>

#include "framework/text/aligned_text.h"
#include "framework/text/unicode.h"

namespace atto {

/// Changes text character by character: `change(c, with)` returns whether `with`, which it is given
/// empty, stands for the character from now on. Text in which nothing changes is not written.
/// With `ascii` false ASCII characters stay as they are and are not asked about.
template <bool ascii = true, class Change>
void change_characters(AlignedText& text, Change&& change) {
  const std::string_view old = text.text();
  std::optional<AlignedText::Rewrite> rewrite;
  std::string with;
  std::size_t done = 0;
  for (std::size_t at = 0; at < old.size();) {
    if constexpr (!ascii) {
      if ((at += ascii_length(old, at)) == old.size()) break;
    }
    const std::size_t begin = at;
    if (!change(next_character(old, at), with)) continue;
    if (!rewrite) rewrite.emplace(text);
    rewrite->keep(begin - done);
    rewrite->put(with);
    with.clear();
    done = at;
  }
  if (rewrite) rewrite->keep(old.size() - done);
}

inline void to_lower(AlignedText& text) {
  change_characters(text, [](char32_t c, std::string& with) {
    const bool is_lower = c < 'A' || (c > 'Z' && c < 0x80);
    return !is_lower && append_lower(with, c);
  });
}

}  // namespace atto
