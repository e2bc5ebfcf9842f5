// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.9640275800758169, -0.46211715726000974, 0], [0.24491866240370913, "
                 "0.7615941559557649, 0.9950547536867305]]"},
     .flops = 6},
    {.name = "far", .inputs = {"[-1000, -50, 50, 1000]"}, .outputs = {"[-1, -1, 1, 1]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[-1, 1, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.6351489523872873"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.9640275800758169, -0.46211715726000974, 0], [0.24491866240370913, "
                 "0.7615941559557649, 0.9950547536867305]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "tanh has no attribute 'axis'"},
};

const Rows rows("tanh", kRows);

}  // namespace
}  // namespace atto::testing
