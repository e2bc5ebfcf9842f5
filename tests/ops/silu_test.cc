// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.2384058440442351, -0.1887703343990727, 0], [0.14054412522144952, "
                 "0.7310585786300049, 2.8577223804672998]]"},
     .flops = 30},
    {.name = "far",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs = {"[0, -9.64374923981959e-21, 50, 1000]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[nan, inf, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.5093840243815447"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.2384058440442351, -0.1887703343990727, 0], [0.14054412522144952, "
                 "0.7310585786300049, 2.8577223804672998]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "silu has no attribute 'axis'"},
};

const Rows rows("silu", kRows);

}  // namespace
}  // namespace atto::testing
