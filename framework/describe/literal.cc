#include "framework/describe/literal.h"

#include <algorithm>
#include <limits>

#include "framework/data/npy.h"
#include "framework/data/npz.h"

namespace atto {
namespace {

/// The elements in row-major order; every list of one level must be as long as the first one there.
struct Nested {
  Shape shape;
  std::vector<const Yaml*> elements;
};

void flatten(const Yaml& yaml, std::size_t level, bool first, Nested& out) {
  if (yaml.is_list()) {
    const auto length = static_cast<std::int64_t>(yaml.items.size());
    if (first) {
      out.shape.push_back(length);
    } else if (level >= out.shape.size()) {
      throw Error("a list stands where the rows before have a number", yaml.position);
    } else if (out.shape[level] != length) {
      throw Error(
          text("this list has length ", length, ", the ones before have ", out.shape[level]),
          yaml.position);
    }
    for (std::size_t i = 0; i < yaml.items.size(); ++i)
      flatten(yaml.items[i], level + 1, first && i == 0, out);
    return;
  }
  if (!yaml.is_scalar()) throw Error("a number is expected here", yaml.position);
  if (level < out.shape.size())
    throw Error("a number stands where the rows before have a list", yaml.position);
  out.elements.push_back(&yaml);
}

double read_real(const Yaml& yaml, const Scope& scope) {
  const std::string& word = yaml.scalar;
  const double infinity = std::numeric_limits<double>::infinity();
  if (word == "nan" || word == ".nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf" || word == ".inf") return infinity;
  if (word == "-inf" || word == "-.inf") return -infinity;
  const AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* size = std::get_if<Dim>(&value))
    if (const auto number = size->constant()) return static_cast<double>(*number);
  throw Error(text("a number is expected here, not ", value.text()), yaml.position);
}

std::int64_t read_int(const Yaml& yaml, const Scope& scope, const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), yaml.scalar);
  if (found != words.end()) return found - words.begin();
  const bool number = yaml.scalar.find_first_of("-0123456789") == 0;
  if (!words.empty() && (yaml.quoted || !number))
    throw Error(text("unknown word '", yaml.scalar, "'; the known words are ", list_of(words, 20),
                     did_you_mean(yaml.scalar, words)),
                yaml.position);
  const AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  if (const auto* size = std::get_if<Dim>(&value))
    if (const auto whole = size->constant()) return *whole;
  throw Error(text("a whole number is expected here, not ", value.text()), yaml.position);
}

bool read_bool(const Yaml& yaml, const Scope& scope) {
  const AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  if (const bool* flag = std::get_if<bool>(&value)) return *flag;
  throw Error(text("true or false is expected here, not ", value.text()), yaml.position);
}

}  // namespace

Tensor read_literal(const Yaml& yaml, DType dtype, const Scope& scope,
                    const std::vector<std::string>& words) {
  Nested nested;
  flatten(yaml, 0, true, nested);
  Tensor out(dtype, nested.shape);
  visit(dtype, [&](auto zero) {
    using T = decltype(zero);
    const auto data = out.data<T>();
    for (std::size_t i = 0; i < nested.elements.size(); ++i) {
      const Yaml& element = *nested.elements[i];
      if constexpr (std::is_same_v<T, bool>)
        data[i] = read_bool(element, scope);
      else if constexpr (std::is_same_v<T, std::int64_t>)
        data[i] = read_int(element, scope, words);
      else
        data[i] = static_cast<T>(read_real(element, scope));
    }
  });
  return out;
}

bool names_array(const Yaml& yaml) { return yaml.is_scalar() && yaml.scalar.starts_with("@"); }

Tensor read_array(const Yaml& yaml) {
  ATTO_CHECK(names_array(yaml));
  const std::string name = yaml.scalar.substr(1);
  const std::string path = yaml.position ? beside(yaml.position.source->name, name) : name;
  try {
    const auto npz = path.rfind(".npz:");
    if (npz != std::string::npos)
      return NpzReader(path.substr(0, npz + 4)).read(path.substr(npz + 5));
    require(!path.ends_with(".npz"), "an .npz file holds several arrays: name one, ", yaml.scalar,
            ":NAME");
    return read_npy(path);
  } catch (Error& error) {
    if (error.position()) error.note("the array is named here", yaml.position);
    throw error.at(yaml.position);
  }
}

}  // namespace atto
