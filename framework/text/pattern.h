#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "framework/core/characters.h"
#include "framework/core/json.h"

namespace atto {

/// What normalizers and pre-tokenizers look for: a text, or a regular expression in the syntax of
/// Oniguruma (its Ruby syntax), which tokenizer.json is written for. Any number of threads may use
/// one.
class Pattern {
 public:
  /// Exactly this text.
  static Pattern literal(std::string text);
  /// Error when the expression is wrong, or uses what PCRE2 has not.
  static Pattern regex(const std::string& expression);
  /// `{"String": text}` or `{"Regex": expression}`.
  static Pattern from(const JsonPlace& place);

  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// Calls `visit(from, to)` for each match in `text` (valid UTF-8), from front to back, none
  /// overlapping; an empty match is reported with from == to, but not directly behind another one.
  template <class Visit>
  void for_each_match(std::string_view text, Visit&& visit) const {
    const Program& program = program_for(text);
    std::size_t last = std::string_view::npos;  // the end of the last match
    for (std::size_t from = 0, begin = 0, end = 0; from <= text.size();) {
      if (!find(program, text, from, begin, end)) return;
      if (begin == end && end == last) {
        do ++from;
        while (from < text.size() && is_continuation(text[from]));
        continue;
      }
      visit(begin, end);
      from = last = end;
    }
  }

 private:
  struct Program;
  struct Compiled;
  explicit Pattern(std::unique_ptr<const Compiled> compiled);
  const Program& program_for(std::string_view text) const;
  /// The next match at or after `from`: whether there is one.
  static bool find(const Program& program, std::string_view text, std::size_t from,
                   std::size_t& begin, std::size_t& end);

  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace atto
