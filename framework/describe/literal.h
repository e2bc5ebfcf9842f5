#pragma once
#include <string>
#include <vector>

#include "framework/core/tensor.h"
#include "framework/describe/expression.h"
#include "framework/describe/yaml.h"

namespace atto {

/// A tensor written as nested lists, `[[1, 0], [0, 1]]`; a single value is a scalar. Elements are
/// expressions over `scope`, and nan, inf, -inf where the dtype is real. A word in `words` is its
/// index. Error with the place of a list whose length differs, of an element that is no such
/// number, of an unknown word (with the known ones).
Tensor read_literal(const Yaml& yaml, DType dtype, const Scope& scope = Scope(),
                    const std::vector<std::string>& words = {});

/// Whether an array of a file stands for it: "@file.npy", "@file.npz:name".
bool names_array(const Yaml& yaml);
/// That array. The path is relative to the file that names it, or to the working folder where a
/// flag does. Error with both places when it cannot be read.
Tensor read_array(const Yaml& yaml);

}  // namespace atto
