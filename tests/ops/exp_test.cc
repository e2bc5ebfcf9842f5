// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[0.13533528323661267, 0.6065306597126334, 1], [1.2840254166877414, "
                 "2.718281828459045, 20.085536923187668]]"},
     .flops = 6},
    {.name = "far",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs = {"[0, 1.9287498479639178e-22, 5.184705528587073e+21, inf]"},
     .gradient = false},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[0, inf, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"2.1170000166126743"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[0.13533528323661267, 0.6065306597126334, 1], [1.2840254166877414, "
                 "2.718281828459045, 20.085536923187668]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "exp has no attribute 'axis'"},
};

const Rows rows("exp", kRows);

}  // namespace
}  // namespace atto::testing
