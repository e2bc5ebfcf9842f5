#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "framework/core/dim.h"
#include "framework/core/error.h"

namespace atto {

struct AttributeValue;
using AttributeList = std::vector<AttributeValue>;

/// The value of an expression: nothing (`none`), a truth value, a size, a real number, a word, a
/// list.
struct AttributeValue
    : std::variant<std::monostate, bool, Dim, double, std::string, AttributeList> {
  using variant::variant;

  bool is_none() const { return index() == 0; }
  /// As YAML would write it.
  std::string text() const;
};

/// An attribute as a file has it. Nothing is evaluated before the operator says what it expects: a
/// word (`relu`) or an expression (`4*D`).
struct AttributeSource {
  enum class Expect { word, expression };
  std::function<AttributeValue(Expect)> evaluate;
  Position position;
};

/// What an operator's constructor reads. Reading an attribute declares it: `atto ops` prints what
/// was read, and whoever made the node refuses what was not.
///
///     axis_(a.get<int>("axis", "axis that sums to 1; -1 is the last"))          required
///     scale_(a.get<double>("scale", "factor of the scores", 1.0))               with a default
///     to_(a.get<std::optional<Dims>>("to", "axes of the result"))               may be missing
///     mask_(a.word("mask", {"none", "causal"}, "which keys a query sees"))      one of some words
///
/// Types: bool, int, std::int64_t, double (a whole number is one too), Dim, Dims (a single size is
/// a list of one), std::string, std::vector<std::int64_t> (likewise), and std::optional of each.
/// Only Dim and Dims may depend on symbols. `none` counts as not given.
class Attributes {
 public:
  /// What `atto ops` shows of one attribute.
  struct Declaration {
    std::string name;
    std::string type;           ///< bool, int, number, size, sizes, word, ints, `none|causal`
    std::string default_value;  ///< empty when required
    std::string document;
    bool required = true;
  };

  /// For a node; `given` by name.
  explicit Attributes(std::map<std::string, AttributeSource> given = {});
  /// For documentation: every required attribute reads as a placeholder: false, 1, a list of 1, the
  /// first of some words.
  static Attributes for_documentation();

  /// A required attribute; Error with the attribute's place when it is missing or of another type.
  template <class T>
  T get(const std::string& name, const std::string& document = {});
  /// With what it is when it is not given.
  template <class T>
  T get(const std::string& name, const std::string& document, T fallback);
  /// One of `words`. A word `none` among them is a word like the others.
  std::string word(const std::string& name, const std::vector<std::string>& words,
                   const std::string& document = {}, const std::string& fallback = {});

  const std::vector<Declaration>& declared() const { return declared_; }
  /// The names that were given and never read.
  std::vector<std::string> unread() const;
  /// Where an attribute stands in its file; no place when it was not given.
  Position position(const std::string& name) const;
  /// `{axis: 0, scale: 1.0}`: what was read, by name, in a form where equal operators have equal
  /// texts: a default that was written out is no difference.
  std::string text() const;

 private:
  /// The value, none when it is not given; notes the declaration.
  AttributeValue read(const Declaration& declaration, AttributeSource::Expect expect);
  bool is_declared(const std::string& name) const;
  template <class T>
  T convert(const std::string& name, const AttributeValue& value) const;
  /// Notes what the attribute is in the end: equal whether it was given or is the default.
  template <class T>
  T keep(const std::string& name, T value);
  [[noreturn]] void missing(const Declaration& declaration) const;
  [[noreturn]] void fail(const std::string& name, const std::string& message) const;

  std::map<std::string, AttributeSource> given_;
  std::map<std::string, std::string> values_;  // what was read, as text
  std::vector<Declaration> declared_;
  bool documentation_ = false;
};

}  // namespace atto
