#pragma once
#include <memory>
#include <set>
#include <string>

#include "framework/describe/description.h"
#include "framework/describe/expression.h"

namespace atto {

/// The values of a description's params. One that config.json would give and that has no default
/// stands for itself, a size to be known later.
struct Params {
  std::shared_ptr<Scope> scope = std::make_shared<Scope>();
  std::set<std::string> open;  ///< params that only a config.json could give
};

/// Evaluates them in the order in which they need each other; a loop is a problem.
Params evaluate_params(const Description& description, Problems& problems);

}  // namespace atto
