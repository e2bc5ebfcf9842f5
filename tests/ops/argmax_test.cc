// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "rows",
     .attributes = "{axis: -1}",
     .inputs = {"[[1, 5, 5], [7, 2, 6]]"},
     .outputs = {"[1, 0]"}},
    {.name = "columns",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 5, 5], [7, 2, 6]]"},
     .outputs = {"[1, 0, 1]"}},
    {.name = "keep_dims",
     .attributes = "{axis: 1, keep_dims: true}",
     .inputs = {"[[1, 5, 5], [7, 2, 6]]"},
     .outputs = {"[[1], [0]]"}},
    {.name = "first_nan",
     .attributes = "{axis: 1}",
     .inputs = {"[[1, nan, 9, nan], [-inf, -1, -2, -3]]"},
     .outputs = {"[1, 1]"}},
    {.name = "no_rows",
     .attributes = "{axis: 1}",
     .inputs = {"empty [0, 3]"},
     .outputs = {"empty [0]"}},
    {.name = "symbolic",
     .attributes = "{axis: -1}",
     .inputs = {"[[1, 5, 5], [7, 2, 6]]"},
     .outputs = {"[1, 0]"},
     .dims = {{"T", 2}, {"V", 3}},
     .shapes = {"[T, V]"},
     .inferred = {"[T]"}},
    {.name = "nothing_there",
     .attributes = "{axis: 1}",
     .inputs = {"empty [2, 0]"},
     .error = "axis 1 of x has size 0: nothing is the largest"},
    {.name = "no_such_axis",
     .attributes = "{axis: -2}",
     .inputs = {"[1]"},
     .error = "axis -2 is out of range for 1 axis: -1 to 0 are there"},
};

const Rows rows("argmax", kRows);

}  // namespace
}  // namespace atto::testing
