// Expected values: norms_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "rows",
     .attributes = "{axis: -1, eps: 1e-2}",
     .inputs = {"[[3, 4, 0], [0, 0, 0], [1e-3, 0, 0]]"},
     .outputs = {"[[0.6, 0.8, 0], [0, 0, 0], [0.1, 0, 0]]"},
     .flops = 27},
    {.name = "columns",
     .attributes = "{axis: 0, eps: 1e-12}",
     .inputs = {"[[3, 4, 0], [0, 0, 0], [1e-3, 0, 0]]"},
     .outputs = {"[[0.9999999444444492, 1, 0], [0, 0, 0], [0.0003333333148148164, 0, 0]]"},
     .gradient = false},  // that of the zeros is 1 / eps
    {.name = "middle",
     .attributes = "{axis: 1, eps: 1e-12}",
     .inputs = {"[[[1], [2]], [[-2], [1]]]"},
     .outputs = {"[[[0.4472135954999579], [0.8944271909999159]], [[-0.8944271909999159], "
                 "[0.4472135954999579]]]"}},
    {.name = "nan_stays_in_its_row",
     .attributes = "{axis: 1, eps: 1e-12}",
     .inputs = {"[[nan, 1], [3, 4], [inf, 1]]"},
     .outputs = {"[[nan, nan], [0.6, 0.8], [nan, 0]]"}},
    {.name = "zeros_without_eps",
     .attributes = "{axis: 0, eps: 0}",
     .inputs = {"[0, 0]"},
     .outputs = {"[nan, nan]"},
     .gradient = false},
    {.name = "no_elements",
     .attributes = "{axis: 1, eps: 1e-12}",
     .inputs = {"empty [2, 0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{axis: -1, eps: 1e-12}",
     .inputs = {"[[3, 4]]"},
     .outputs = {"[[0.6, 0.8]]"},
     .dims = {{"T", 1}, {"D", 2}},
     .shapes = {"[T, D]"},
     .inferred = {"[T, D]"}},
    {.name = "no_eps",
     .attributes = "{axis: 0}",
     .inputs = {"[1]"},
     .error = "missing attribute 'eps' (number): the smallest length that is divided by"},
    {.name = "no_such_axis",
     .attributes = "{axis: 1, eps: 0.1}",
     .inputs = {"[1]"},
     .error = "axis 1 is out of range for 1 axis: -1 to 0 are there"},
};

const Rows rows("normalize", kRows);

}  // namespace
}  // namespace atto::testing
