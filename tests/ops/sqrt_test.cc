// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "positive",
     .inputs = {"[[0.25, 1, 2], [0.5, 3, 8]]"},
     .outputs = {"[[0.5, 1, 1.4142135623730951], [0.7071067811865476, 1.7320508075688772, "
                 "2.8284271247461903]]"},
     .flops = 6},
    {.name = "small_and_large",
     .inputs = {"[1e-10, 1e10]"},
     .outputs = {"[1e-05, 100000]"},
     .gradient = false},
    {.name = "special",
     .inputs = {"[0, -1, inf, nan, -inf]"},
     .outputs = {"[0, nan, inf, nan, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.8660254037844386"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .inputs = {"[[0.25, 1, 2], [0.5, 3, 8]]"},
     .outputs = {"[[0.5, 1, 1.4142135623730951], [0.7071067811865476, 1.7320508075688772, "
                 "2.8284271247461903]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "sqrt has no attribute 'axis'"},
};

const Rows rows("sqrt", kRows);

}  // namespace
}  // namespace atto::testing
