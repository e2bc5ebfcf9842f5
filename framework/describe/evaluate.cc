#include "framework/describe/expression.h"

namespace atto {
namespace {

/// `D / H is 2.5`; of a number, just that.
std::string written(const Yaml& yaml, const AttributeValue& value) {
  const std::string before = flow_text(yaml), after = value.text();
  return before == after ? text("it is ", after) : text(before, " is ", after);
}

}  // namespace

AttributeValue evaluate_param(const Yaml& yaml, const Scope& scope) {
  const bool word = yaml.is_scalar() && !yaml.quoted && is_name(yaml.scalar) &&
                    !is_keyword(yaml.scalar) && scope.find(yaml.scalar) == nullptr;
  return evaluate(yaml, scope,
                  word ? AttributeSource::Expect::word : AttributeSource::Expect::expression);
}

Dims evaluate_dims(const Yaml& yaml, const Scope& scope) {
  AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  AttributeList list;
  if (auto* several = std::get_if<AttributeList>(&value))
    list = std::move(*several);
  else
    list.push_back(std::move(value));
  Dims dims;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Yaml& item = yaml.is_list() ? yaml.items[i] : yaml;
    const Dim* size = std::get_if<Dim>(&list[i]);
    if (!size)
      throw Error(text("a size must be a whole number, but ", written(item, list[i])),
                  item.position);
    if (size->constant().value_or(0) < 0)
      throw Error(text("a size must not be negative, but ", written(item, list[i])), item.position);
    dims.push_back(*size);
  }
  return dims;
}

std::int64_t evaluate_count(const Yaml& yaml, const Scope& scope, const std::string& what) {
  const AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  const Dim* size = std::get_if<Dim>(&value);
  if (!size) throw Error(text(what, " must be a whole number, not ", value.text()), yaml.position);
  const auto count = size->constant();
  if (!count)
    throw Error(text(what, " must be a number, but ", *size,
                     " is not known yet: give it as a param, or with --set"),
                yaml.position);
  if (*count < 0) throw Error(text(what, " must not be negative, but is ", *count), yaml.position);
  return *count;
}

bool evaluate_bool(const Yaml& yaml, const Scope& scope, const std::string& what) {
  const AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  const bool* flag = std::get_if<bool>(&value);
  if (!flag) throw Error(text(what, " must be true or false, not ", value.text()), yaml.position);
  return *flag;
}

}  // namespace atto
