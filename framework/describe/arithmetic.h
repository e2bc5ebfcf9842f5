#pragma once
#include <string>

#include "framework/op/attributes.h"

namespace atto {

// What the operations of an expression do with values. All throw Error for what they cannot take:
// a value of another kind, a size that is known only when the model runs, a division by zero, a
// result that overflows or is no finite number.

/// `+ - * / // % **`. Whole numbers stay whole: `/` gives one where it is exact, `//` always.
AttributeValue arithmetic(const std::string& operation, const AttributeValue& a,
                          const AttributeValue& b);
/// `== != < <= > >=`.
bool compare(const std::string& operation, const AttributeValue& a, const AttributeValue& b);
AttributeValue negate(const AttributeValue& value);
/// true or false; `operation` is what needs it.
bool truth(const AttributeValue& value, const std::string& operation);
/// log, exp and sqrt.
bool is_function(const std::string& name);
AttributeValue apply(const std::string& function, const AttributeValue& argument);

}  // namespace atto
