// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "rows",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 2]]", "[[3, 4], [5, 6]]", "[[1, 2]]"},
     .outputs = {"[[1, 2], [3, 4], [5, 6], [1, 2]]"}},
    {.name = "columns",
     .attributes = "{axis: -1}",
     .inputs = {"[[3, 4], [5, 6]]", "[[7], [8]]"},
     .outputs = {"[[3, 4, 7], [5, 6, 8]]"}},
    {.name = "one", .attributes = "{axis: 0}", .inputs = {"[1, 2]"}, .outputs = {"[1, 2]"}},
    {.name = "empty_one",
     .attributes = "{axis: 1}",
     .inputs = {"[[1], [2]]", "empty [2, 0]"},
     .outputs = {"[[1], [2]]"}},
    {.name = "int64",
     .attributes = "{axis: 0}",
     .inputs = {"[9007199254740993]", "[2]"},
     .outputs = {"[9007199254740993, 2]"},
     .kind = Kind::int64},
    {.name = "bool",
     .attributes = "{axis: 0}",
     .inputs = {"[true]", "[false, true]"},
     .outputs = {"[true, false, true]"},
     .kind = Kind::boolean},
    {.name = "symbolic",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 2]]", "[[3, 4]]"},
     .outputs = {"[[1, 2], [3, 4]]"},
     .dims = {{"T", 1}, {"D", 2}},
     .shapes = {"[T, D]", "[T, D]"},
     .inferred = {"[2*T, D]"}},
    {.name = "other_size",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 2]]", "[[3, 4, 5]]"},
     .error = "axis 1 of xs[1] = 3, axis 1 of xs[0] = 2"},
    {.name = "other_rank",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 2]]", "[3]"},
     .error = "xs[1] has shape [1], xs[0] has shape [1, 2]: they differ in rank"},
    {.name = "no_such_axis",
     .attributes = "{axis: 1}",
     .inputs = {"[1]", "[2]"},
     .error = "axis 1 is out of range for 1 axis: -1 to 0 are there"},
};

const Rows rows("concat", kRows);

}  // namespace
}  // namespace atto::testing
