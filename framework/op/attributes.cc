#include "framework/op/attributes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

namespace atto {
namespace {

using Expect = AttributeSource::Expect;

std::string written(bool value) { return value ? "true" : "false"; }
std::string written(int value) { return std::to_string(value); }
std::string written(std::int64_t value) { return std::to_string(value); }
std::string written(const Dim& value) { return value.text(); }

/// The shortest text that reads back as the same number, and as a real one.
std::string written(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value < 0 ? "-.inf" : ".inf";
  char digits[32];
  const std::string out(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

std::string written(const std::string& word) {
  static const std::set<std::string> no_words{"none", "null", "true", "false", "yes",
                                              "no",   "on",   "off",  "y",     "n"};
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_plain = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  if (!word.empty() && is_letter(word[0]) && std::all_of(word.begin(), word.end(), is_plain) &&
      !no_words.contains(word))
    return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "''" : std::string(1, c);
  return out + "'";
}

template <class T>
std::string written(const std::vector<T>& values) {
  std::string out = "[";
  for (const T& value : values) out += (out.size() > 1 ? ", " : "") + written(value);
  return out + "]";
}

template <class T>
std::string written(const std::optional<T>& value) {
  return value ? written(*value) : "none";
}

/// Of each type: its name in `atto ops`, its name in messages, and a value with which constructors
/// do not fail.
template <class T>
struct TypeOf;
template <>
struct TypeOf<bool> {
  static constexpr const char* name = "bool";
  static constexpr const char* phrase = "true or false";
  static bool placeholder() { return false; }
};
template <>
struct TypeOf<std::int64_t> {
  static constexpr const char* name = "int";
  static constexpr const char* phrase = "an int";
  static std::int64_t placeholder() { return 1; }
};
template <>
struct TypeOf<int> : TypeOf<std::int64_t> {
  static int placeholder() { return 1; }
};
template <>
struct TypeOf<double> {
  static constexpr const char* name = "number";
  static constexpr const char* phrase = "a number";
  static double placeholder() { return 1; }
};
template <>
struct TypeOf<Dim> {
  static constexpr const char* name = "size";
  static constexpr const char* phrase = "a size";
  static Dim placeholder() { return 1; }
};
template <>
struct TypeOf<Dims> {
  static constexpr const char* name = "sizes";
  static constexpr const char* phrase = "a size or a list of sizes";
  static Dims placeholder() { return {1}; }
};
template <>
struct TypeOf<std::string> {
  static constexpr const char* name = "word";
  static constexpr const char* phrase = "a word";
  static std::string placeholder() { return "word"; }
};
template <>
struct TypeOf<std::vector<std::int64_t>> {
  static constexpr const char* name = "ints";
  static constexpr const char* phrase = "an int or a list of ints";
  static std::vector<std::int64_t> placeholder() { return {1}; }
};

template <class T>
struct Unwrapped {
  using type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
  using type = T;
};

template <class T>
constexpr Expect expect_of() {
  return std::is_same_v<T, std::string> ? Expect::word : Expect::expression;
}

/// The first size in a value that depends on symbols, if there is one.
const Dim* first_symbolic(const AttributeValue& value) {
  if (const Dim* dim = std::get_if<Dim>(&value)) return dim->constant() ? nullptr : dim;
  if (const auto* list = std::get_if<AttributeList>(&value)) {
    for (const AttributeValue& element : *list)
      if (const Dim* dim = first_symbolic(element)) return dim;
  }
  return nullptr;
}

/// The value as a T; empty when it is none.
template <class T>
std::optional<T> converted(const AttributeValue& value) {
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, Dim> ||
                std::is_same_v<T, std::string>) {
    const T* same = std::get_if<T>(&value);
    return same ? std::optional<T>(*same) : std::nullopt;
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    const Dim* size = std::get_if<Dim>(&value);
    return size ? size->constant() : std::nullopt;
  } else if constexpr (std::is_same_v<T, double>) {
    if (const double* same = std::get_if<double>(&value)) return *same;
    const auto whole = converted<std::int64_t>(value);
    return whole ? std::optional<double>(static_cast<double>(*whole)) : std::nullopt;
  } else {
    const auto* list = std::get_if<AttributeList>(&value);
    T out;
    for (const AttributeValue& element : list ? *list : AttributeList{value}) {
      const auto one = converted<typename T::value_type>(element);
      if (!one) return std::nullopt;
      out.push_back(*one);
    }
    return out;
  }
}

}  // namespace

std::string AttributeValue::text() const {
  return std::visit(
      [](const auto& value) -> std::string {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, AttributeList>) {
          std::string out = "[";
          for (const AttributeValue& element : value)
            out += (out.size() > 1 ? ", " : "") + element.text();
          return out + "]";
        } else if constexpr (std::is_same_v<T, std::monostate>) {
          return "none";
        } else {
          return written(value);
        }
      },
      static_cast<const variant&>(*this));
}

Attributes::Attributes(std::map<std::string, AttributeSource> given) : given_(std::move(given)) {}

Attributes Attributes::for_documentation() {
  Attributes attributes;
  attributes.documentation_ = true;
  return attributes;
}

template <class T>
T Attributes::get(const std::string& name, const std::string& document) {
  if constexpr (!std::is_same_v<T, typename Unwrapped<T>::type>) {
    return get<T>(name, document, std::nullopt);
  } else {
    const Declaration declaration{name, TypeOf<T>::name, {}, document, true};
    const AttributeValue value = read(declaration, expect_of<T>());
    if (value.is_none() && !documentation_) missing(declaration);
    return keep(name, value.is_none() ? TypeOf<T>::placeholder() : convert<T>(name, value));
  }
}

template <class T>
T Attributes::get(const std::string& name, const std::string& document, T fallback) {
  using Plain = typename Unwrapped<T>::type;
  const AttributeValue value =
      read({name, TypeOf<Plain>::name, written(fallback), document, false}, expect_of<Plain>());
  return keep(name, value.is_none() ? std::move(fallback) : T(convert<Plain>(name, value)));
}

std::string Attributes::word(const std::string& name, const std::vector<std::string>& words,
                             const std::string& document, const std::string& fallback) {
  std::string type;
  for (const std::string& word : words) type += (type.empty() ? "" : "|") + word;
  const Declaration declaration{name, type, fallback, document, fallback.empty()};
  AttributeValue value = read(declaration, Expect::word);
  const bool has_none = std::find(words.begin(), words.end(), "none") != words.end();
  if (value.is_none() && given_.contains(name) && has_none) value = std::string("none");
  if (value.is_none()) {
    if (declaration.required && !documentation_) missing(declaration);
    return keep(name, declaration.required ? words.front() : fallback);
  }
  const auto word = converted<std::string>(value);
  if (!word || std::find(words.begin(), words.end(), *word) == words.end())
    fail(name, atto::text("'", name, "' must be one of ", list_of(words, words.size()), "; not ",
                          word ? "'" + *word + "'" : value.text(),
                          word ? did_you_mean(*word, words) : ""));
  return keep(name, *word);
}

std::vector<std::string> Attributes::unread() const {
  std::vector<std::string> names;
  for (const auto& [name, source] : given_)
    if (!is_declared(name)) names.push_back(name);
  return names;
}

Position Attributes::position(const std::string& name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? Position() : found->second.position;
}

std::string Attributes::text() const {
  std::string out = "{";
  for (const auto& [name, value] : values_)
    out += (out.size() > 1 ? ", " : "") + name + ": " + value;
  return out + "}";
}

bool Attributes::is_declared(const std::string& name) const {
  return std::any_of(declared_.begin(), declared_.end(),
                     [&](const Declaration& declaration) { return declaration.name == name; });
}

AttributeValue Attributes::read(const Declaration& declaration, Expect expect) {
  if (!is_declared(declaration.name)) declared_.push_back(declaration);
  const auto found = given_.find(declaration.name);
  if (found == given_.end()) return {};
  try {
    AttributeValue value = found->second.evaluate(expect);
    const auto* word = std::get_if<std::string>(&value);
    return expect == Expect::word && word && *word == "none" ? AttributeValue() : value;
  } catch (Error& error) {
    throw error.at(found->second.position).about(declaration.name);
  }
}

template <class T>
T Attributes::convert(const std::string& name, const AttributeValue& value) const {
  if constexpr (std::is_same_v<T, int>) {
    using Limits = std::numeric_limits<int>;
    const auto wide = convert<std::int64_t>(name, value);
    if (wide < Limits::min() || wide > Limits::max())
      fail(name, atto::text("'", name, "' must be from ", Limits::min(), " to ", Limits::max(),
                            ", not ", wide));
    return static_cast<int>(wide);
  } else {
    const auto out = converted<T>(value);
    if (out) return *out;
    const Dim* symbolic = first_symbolic(value);
    if (symbolic && !std::is_same_v<T, Dim> && !std::is_same_v<T, Dims>)
      fail(name, atto::text("'", name, "' must be ", TypeOf<T>::phrase, ", not the size ",
                            *symbolic, ", which is only known when the model runs"));
    fail(name, atto::text("'", name, "' must be ", TypeOf<T>::phrase, ", not ", value.text()));
  }
}

template <class T>
T Attributes::keep(const std::string& name, T value) {
  values_[name] = written(value);
  return value;
}

void Attributes::missing(const Declaration& declaration) const {
  const std::string& document = declaration.document;
  fail(declaration.name, atto::text("missing attribute '", declaration.name, "' (",
                                    declaration.type, ")", document.empty() ? "" : ": ", document));
}

void Attributes::fail(const std::string& name, const std::string& message) const {
  throw Error(message, position(name)).about(name);
}

#define ATTO_ATTRIBUTE_TYPE(...)                                                               \
  template __VA_ARGS__ Attributes::get(const std::string&, const std::string&);                \
  template __VA_ARGS__ Attributes::get(const std::string&, const std::string&, __VA_ARGS__);   \
  template std::optional<__VA_ARGS__> Attributes::get(const std::string&, const std::string&); \
  template std::optional<__VA_ARGS__> Attributes::get(const std::string&, const std::string&,  \
                                                      std::optional<__VA_ARGS__>);
ATTO_ATTRIBUTE_TYPE(bool)
ATTO_ATTRIBUTE_TYPE(int)
ATTO_ATTRIBUTE_TYPE(std::int64_t)
ATTO_ATTRIBUTE_TYPE(double)
ATTO_ATTRIBUTE_TYPE(Dim)
ATTO_ATTRIBUTE_TYPE(Dims)
ATTO_ATTRIBUTE_TYPE(std::string)
ATTO_ATTRIBUTE_TYPE(std::vector<std::int64_t>)
#undef ATTO_ATTRIBUTE_TYPE

}  // namespace atto
