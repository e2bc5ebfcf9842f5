// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[0, 0, 0], [0.25, 1, 3]]"},
     .flops = 6,
     .gradient = false},
    {.name = "far", .inputs = {"[-1000, -50, 50, 1000]"}, .outputs = {"[0, 0, 50, 1000]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[0, inf, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.75"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "relu has no attribute 'axis'"},
};

const Rows rows("relu", kRows);

}  // namespace
}  // namespace atto::testing
