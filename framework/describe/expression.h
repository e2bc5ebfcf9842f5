#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "framework/describe/yaml.h"
#include "framework/op/attributes.h"

namespace atto {

/// Thrown where something is needed that failed before and was reported there.
struct NeedsFailed {};

/// What the names in an expression stand for: params, loop variables, dims. Scopes nest.
class Scope {
 public:
  explicit Scope(const Scope* outer = nullptr) : outer_(outer) {}

  void set(const std::string& name, AttributeValue value) { values_[name] = std::move(value); }
  /// The name is known but has no value, which was reported.
  void set_failed(const std::string& name) { values_[name] = std::nullopt; }
  /// Null when nothing has that name; NeedsFailed when its value failed.
  const AttributeValue* find(const std::string& name) const;
  bool empty() const { return values_.empty() && (!outer_ || outer_->empty()); }
  /// Every name that can be used, for suggestions.
  std::vector<std::string> names() const;

 private:
  const Scope* outer_;
  std::map<std::string, std::optional<AttributeValue>> values_;
};

/// Whether it may name something: letters, digits and _, not a digit first.
bool is_name(const std::string& word);
/// Whether it has a meaning of its own in expressions: true, none, if ...
bool is_keyword(const std::string& word);

/// The value of a YAML scalar or list. A plain scalar is an expression:
///
///     a if c else b    or    and    not    == != < <= > >=    + -    * / // %    -a    **
///
/// over numbers, true, false, none, 'words', names of the scope, and log exp sqrt of one argument;
/// binding strength as in Python; see arithmetic.h for the values. What `if`, `and` and `or` leave
/// out may be what cannot be computed, but its names must be known. Error with the place inside the
/// expression for a text that is none, an unknown name (with a suggestion), a division by zero, an
/// overflow.
///
/// A quoted scalar is a word. With Expect::word a plain scalar is one too, and where the scope has
/// no names at all a name is one. In words each `$(expression)` is replaced by its value.
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
