#pragma once
#include <nlohmann/json.hpp>

#include "framework/core/tensor.h"

namespace atto::tools {

/// {"dtype": "float64", "shape": [2, 2], "data": [[1.0, 2.0], [3.0, 4.0]]}. JSON has no number for
/// what is not finite: these are the words "NaN", "Infinity" and "-Infinity".
nlohmann::ordered_json to_json(const Tensor& tensor);
/// The same for a number.
nlohmann::ordered_json to_json(double number);

}  // namespace atto::tools
