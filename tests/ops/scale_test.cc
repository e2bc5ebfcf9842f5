// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .attributes = "{by: 0.125}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.25, -0.0625, 0], [0.03125, 0.125, 0.375]]"},
     .flops = 6},
    {.name = "special",
     .attributes = "{by: 0}",
     .inputs = {"[1, -inf, inf, nan]"},
     .outputs = {"[0, nan, nan, nan]"}},
    {.name = "scalar", .attributes = "{by: -2}", .inputs = {"0.75"}, .outputs = {"-1.5"}},
    {.name = "formula",
     .attributes = "{by: 16**-0.5}",
     .inputs = {"[1, -3]"},
     .outputs = {"[0.25, -0.75]"}},
    {.name = "no_elements",
     .attributes = "{by: 2}",
     .inputs = {"empty [2, 0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{by: 0.125}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.25, -0.0625, 0], [0.03125, 0.125, 0.375]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_factor",
     .inputs = {"[1]"},
     .error = "missing attribute 'by' (number): factor of x"},
    {.name = "size_as_factor",
     .attributes = "{by: D}",
     .inputs = {"[1]"},
     .error = "'by' must be a number, not the size D, which is only known when the model runs"},
};

const Rows rows("scale", kRows);

}  // namespace
}  // namespace atto::testing
