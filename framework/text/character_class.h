#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace atto {

/// A class of characters of a regular expression, as Oniguruma understands it and PCRE2 writes it.
class CharacterClass {
 public:
  struct Options {
    bool newer = false;        ///< characters that PCRE2 may not know are written out
    bool ignore_case = false;  ///< the other cases of its characters are in it, too
    bool alone = false;        ///< it is not in brackets: a single `\w`
  };

  struct Property;

  explicit CharacterClass(Options options) : options_(options) {}

  void add(char32_t first, char32_t last);
  /// `\p{name}`, or else `\P{name}`. Error when it is not known.
  void add_property(std::string_view name, bool negated);
  /// `[:name:]`, or else `[:^name:]`. Error when it is not known.
  void add_posix(std::string_view name, bool negated);
  /// What an expression of PCRE2 matches.
  void add_expression(std::string expression) { others_.push_back(std::move(expression)); }

  /// One character that is in the class, or else one that is not: an expression of PCRE2 that a
  /// quantifier may follow.
  std::string expression(bool negated) const;

 private:
  void add(const Property& property, bool negated);
  void add_other_cases(std::string& items, std::vector<std::string>& others) const;

  Options options_;
  std::string items_;    // what stands between the brackets
  std::string members_;  // the characters whose other cases count
  std::vector<std::string> others_;
};

/// The characters that are equal to the text of several characters when case is ignored, such as ß
/// for SS; items of a class of PCRE2.
std::string characters_equal_to(std::u32string_view text);
/// The character as PCRE2 reads it, in a class and outside.
std::string escaped(char32_t c);

}  // namespace atto
