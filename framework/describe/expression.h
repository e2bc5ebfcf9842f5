#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "framework/describe/yaml.h"
#include "framework/op/attributes.h"

namespace atto {

/// What the names in an expression stand for: params, loop variables, dims. Scopes nest.
class Scope {
 public:
  explicit Scope(const Scope* outer = nullptr) : outer_(outer) {}

  void set(const std::string& name, AttributeValue value) { values_[name] = std::move(value); }
  /// Null when nothing has that name.
  const AttributeValue* find(const std::string& name) const;
  /// Every name that can be used, for suggestions.
  std::vector<std::string> names() const;

 private:
  const Scope* outer_;
  std::map<std::string, AttributeValue> values_;
};

/// The value of an expression:
///
///     a if c else b    or    and    not    == != < <= > >=    + -    * / // %    -a    **
///
/// over numbers, true, false, none, 'words', names of the scope, and log exp sqrt of one argument;
/// binding strength as in Python. Whole numbers stay whole: `/` gives a whole number where it is
/// exact,
/// `//` always; a negative exponent gives a real. Error with the place of the expression for a text
/// that is none, an unknown name (with a suggestion), a division by zero, an overflow.
AttributeValue evaluate(const std::string& expression, const Scope& scope,
                        const Position& position);

/// The same for a YAML scalar or list. A quoted scalar is a word. With Expect::word a plain scalar
/// is one too, `$(expression)` inside it replaced by its value.
AttributeValue evaluate(const Yaml& yaml, const Scope& scope, AttributeSource::Expect expect);

/// A scalar that may be either, as params are: an expression, or one unknown name, which is a word.
AttributeValue evaluate_param(const Yaml& yaml, const Scope& scope);

/// The scalar with each `$(expression)` replaced by its value.
std::string evaluate_text(const Yaml& yaml, const Scope& scope);

/// Sizes: a list of expressions, or one. Error when a value is no whole number.
Dims evaluate_dims(const Yaml& yaml, const Scope& scope);
/// A number of repetitions and the like. `what` begins the message.
std::int64_t evaluate_count(const Yaml& yaml, const Scope& scope, const std::string& what);
bool evaluate_bool(const Yaml& yaml, const Scope& scope, const std::string& what);

/// The names that may be read by evaluating a YAML value (whatever it turns out to be).
void collect_names(const Yaml& yaml, std::set<std::string>& names);

}  // namespace atto
