// Expected values: moves_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "in_front",
     .attributes = "{axis: 0}",
     .inputs = {"[1, 2]"},
     .outputs = {"[[1, 2]]"},
     .flops = 0},
    {.name = "behind", .attributes = "{axis: -1}", .inputs = {"[1, 2]"}, .outputs = {"[[1], [2]]"}},
    {.name = "several",
     .attributes = "{axis: [0, 2]}",
     .inputs = {"[1, 2]"},
     .outputs = {"[[[1], [2]]]"}},
    {.name = "several_mixed",
     .attributes = "{axis: [-1, 0]}",
     .inputs = {"[[1, nan]]"},
     .outputs = {"[[[[1], [nan]]]]"}},
    {.name = "none", .attributes = "{axis: []}", .inputs = {"[1]"}, .outputs = {"[1]"}},
    {.name = "scalar", .attributes = "{axis: [0, 1]}", .inputs = {"5"}, .outputs = {"[[5]]"}},
    {.name = "no_elements",
     .attributes = "{axis: 1}",
     .inputs = {"empty [2, 0]"},
     .outputs = {"empty [2, 1, 0]"}},
    {.name = "int64",
     .attributes = "{axis: 0}",
     .inputs = {"[1, 2]"},
     .outputs = {"[[1, 2]]"},
     .kind = Kind::int64},
    {.name = "bool",
     .attributes = "{axis: 0}",
     .inputs = {"true"},
     .outputs = {"[true]"},
     .kind = Kind::boolean},
    {.name = "symbolic",
     .attributes = "{axis: 1}",
     .inputs = {"[[1, 2]]"},
     .outputs = {"[[[1, 2]]]"},
     .dims = {{"B", 1}, {"T", 2}},
     .shapes = {"[B, T]"},
     .inferred = {"[B, 1, T]"}},
    {.name = "no_such_axis",
     .attributes = "{axis: 2}",
     .inputs = {"[1]"},
     .error = "axis 2 is out of range for 2 axes: -2 to 1 are there"},
    {.name = "far_away",
     .attributes = "{axis: -9223372036854775807}",
     .inputs = {"[1]"},
     .error = "axis -2147483648 is out of range for 2 axes: -2 to 1 are there"},
    {.name = "twice",
     .attributes = "{axis: [0, -3]}",
     .inputs = {"[1]"},
     .error = "axis -3 stands twice"},
};

const Rows rows("expand_dims", kRows);

}  // namespace
}  // namespace atto::testing
