// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "both",
     .attributes = "{min: -0.75, max: 1.5}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.75, -0.5, 0], [0.25, 1, 1.5]]"},
     .flops = 12},
    {.name = "only_min",
     .attributes = "{min: 0.5}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[0.5, 0.5, 0.5], [0.5, 1, 3]]"}},
    {.name = "only_max",
     .attributes = "{max: 0.5}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-2, -0.5, 0], [0.25, 0.5, 0.5]]"}},
    {.name = "at_the_bounds",
     .attributes = "{min: -1, max: 1}",
     .inputs = {"[-1, 1]"},
     .outputs = {"[-1, 1]"},
     .gradient = false},
    {.name = "special",
     .attributes = "{min: -1, max: 1}",
     .inputs = {"[-inf, inf, nan]"},
     .outputs = {"[-1, 1, nan]"}},
    {.name = "int64",
     .attributes = "{min: -2, max: 3}",
     .inputs = {"[-9223372036854775807 - 1, -2, 0, 4, 9223372036854775807]"},
     .outputs = {"[-2, -2, 0, 3, 3]"},
     .kind = Kind::int64},
    {.name = "int64_without_bound",
     .attributes = "{min: -2}",
     .inputs = {"[-9223372036854775807 - 1, 9223372036854775807]"},
     .outputs = {"[-2, 9223372036854775807]"},
     .kind = Kind::int64},
    {.name = "int64_fraction",
     .attributes = "{min: -1.5, max: 2.5}",
     .inputs = {"[-2, -1, 0, 2, 3]"},
     .outputs = {"[-1, -1, 0, 2, 2]"},
     .kind = Kind::int64},
    {.name = "scalar", .attributes = "{max: 1.5}", .inputs = {"3"}, .outputs = {"1.5"}},
    {.name = "no_elements",
     .attributes = "{min: 0}",
     .inputs = {"empty [2, 0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{min: -0.75, max: 1.5}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.75, -0.5, 0], [0.25, 1, 1.5]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_bounds",
     .inputs = {"[1]"},
     .error = "nothing bounds y: give 'min', 'max' or both"},
    {.name = "exchanged",
     .attributes = "{min: 2, max: 1}",
     .inputs = {"[1]"},
     .error = "min 2 is above max 1"},
};

const Rows rows("clip", kRows);

}  // namespace
}  // namespace atto::testing
