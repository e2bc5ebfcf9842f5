// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "columns",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 2], [3, 5]]"},
     .outputs = {"[[0.11920292202211755, 0.04742587317756678], [0.8807970779778825, "
                 "0.9525741268224334]]"}},
    {.name = "rows",
     .attributes = "{axis: -1}",
     .inputs = {"[[1, 2], [3, 5]]"},
     .outputs = {"[[0.26894142136999516, 0.7310585786300049], [0.11920292202211755, "
                 "0.8807970779778825]]"}},
    {.name = "middle",
     .attributes = "{axis: 1}",
     .inputs = {"[[[1], [2]], [[0], [-1]]]"},
     .outputs = {"[[[0.26894142136999516], [0.7310585786300049]], [[0.7310585786300049], "
                 "[0.26894142136999516]]]"}},
    {.name = "article",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0], [1, 1, 0, 2]]"},
     .outputs = {"[[0.36552928931500245, 0.13447071068499758, 0.17487770452710946, "
                 "0.19661193324148188],"
                 " [0.13447071068499758, 0.36552928931500245, 0.17487770452710946, "
                 "0.19661193324148188],"
                 " [0.13447071068499758, 0.13447071068499758, 0.4753668864186717, "
                 "0.07232948812851325],"
                 " [0.36552928931500245, 0.36552928931500245, 0.17487770452710946, "
                 "0.5344466453885229]]"},
     .flops = 80},
    {.name = "large_values",
     .attributes = "{axis: 0}",
     .inputs = {"[1000, 1001, -1000]"},
     .outputs = {"[0.26894142136999516, 0.7310585786300049, 0]"}},
    {.name = "minus_infinity_gets_nothing",
     .attributes = "{axis: 1}",
     .inputs = {"[[-inf, 0, 1]]"},
     .outputs = {"[[0, 0.26894142136999516, 0.7310585786300049]]"}},
    {.name = "nothing_left",
     .attributes = "{axis: 1}",
     .inputs = {"[[-inf, -inf], [1, 1]]"},
     .outputs = {"[[nan, nan], [0.5, 0.5]]"}},
    {.name = "nan_stays_in_its_row",
     .attributes = "{axis: 1}",
     .inputs = {"[[nan, 0], [0, 0]]"},
     .outputs = {"[[nan, nan], [0.5, 0.5]]"}},
    {.name = "no_elements",
     .attributes = "{axis: 0}",
     .inputs = {"empty [0, 3]"},
     .outputs = {"empty [0, 3]"}},
    {.name = "symbolic",
     .attributes = "{axis: 1}",
     .inputs = {"[[1, 2], [3, 5]]"},
     .outputs = {"[[0.26894142136999516, 0.7310585786300049], [0.11920292202211755, "
                 "0.8807970779778825]]"},
     .dims = {{"T", 2}},
     .shapes = {"[T, T]"},
     .inferred = {"[T, T]"}},
    {.name = "no_axis",
     .inputs = {"[1]"},
     .error = "missing attribute 'axis' (int): axis that sums to 1; -1 is the last"},
    {.name = "no_such_axis",
     .attributes = "{axis: 2}",
     .inputs = {"[[1]]"},
     .error = "axis 2 is out of range for 2 axes: -2 to 1 are there"},
    {.name = "scalar",
     .attributes = "{axis: 0}",
     .inputs = {"1"},
     .error = "axis 0 is out of range for a scalar, which has none"},
};

const Rows rows("softmax", kRows);

}  // namespace
}  // namespace atto::testing
