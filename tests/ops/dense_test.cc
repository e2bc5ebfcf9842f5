// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "plain",
     .inputs = {"[[1, -2], [0.5, 3]]", "[[1, 2, -1], [0.5, -1, 3]]", ""},
     .outputs = {"[[0, 4, -7], [2, -2, 8.5]]"}},
    {.name = "bias",
     .inputs = {"[[1, -2], [0.5, 3]]", "[[1, 2, -1], [0.5, -1, 3]]", "[0.25, -0.5, 1]"},
     .outputs = {"[[0.25, 3.5, -6], [2.25, -2.5, 9.5]]"}},
    {.name = "relu",
     .attributes = "{activation: relu}",
     .inputs = {"[[1, -2], [0.5, 3]]", "[[1, 2, -1], [0.5, -1, 3]]", "[0.25, -0.5, 1]"},
     .outputs = {"[[0.25, 3.5, 0], [2.25, 0, 9.5]]"}},
    {.name = "relu_keeps_nan",
     .attributes = "{activation: relu}",
     .inputs = {"[nan]", "[[1, 2]]", ""},
     .outputs = {"[nan, nan]"}},
    {.name = "vector",
     .inputs = {"[1, -2]", "[[1, 2, -1], [0.5, -1, 3]]", ""},
     .outputs = {"[0, 4, -7]"}},
    {.name = "in_axes",
     .attributes = "{in: [H, Dh]}",
     .inputs = {"[[[[0, 0.25], [0.5, 0.75]], [[1, 1.25], [1.5, 1.75]]]]",
                "[[1, 2], [-1, 0.5], [0.25, 3], [2, -2]]", ""},
     .outputs = {"[[[1.375, 0.125], [3.625, 3.625]]]"},
     .dims = {{"H", 2}, {"Dh", 2}, {"B", 1}, {"T", 2}, {"D", 2}},
     .shapes = {"[B, T, H, Dh]", "[H*Dh, D]", ""},
     .inferred = {"[B, T, D]"}},
    {.name = "to_axes",
     .attributes = "{to: [2, Dh]}",
     .inputs = {"[[1, -2], [0.5, 3]]", "[[1, 2, 3, 4], [-1, 0.5, 0, 2]]", ""},
     .outputs = {"[[[3, 1], [3, 0]], [[-2.5, 2.5], [1.5, 8]]]"},
     .dims = {{"Dh", 2}, {"T", 2}},
     .shapes = {"[T, 2]", "", ""},
     .inferred = {"[T, 2, Dh]"}},
    {.name = "no_inner_axis",
     .inputs = {"[[], []]", "empty [0, 2]", "[1, 2]"},
     .outputs = {"[[1, 2], [1, 2]]"}},
    {.name = "no_rows",
     .inputs = {"empty [0, 1]", "[[1, 2]]", "[1, 2]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "other_width",
     .inputs = {"[[1, 2]]", "[[1], [2], [3]]", ""},
     .error = "weight has in = 3, x has in = 2"},
    {.name = "other_bias",
     .inputs = {"[[1, 2]]", "[[1], [2]]", "[1, 2]"},
     .error = "bias has out = 2, weight has out = 1"},
    {.name = "other_axes",
     .attributes = "{in: [3, 2]}",
     .inputs = {"[[1, 2], [3, 4]]", "[[1], [2], [3], [4]]", ""},
     .error = "x has in = [2, 2], 'in' says [3, 2]"},
    {.name = "width_unknown",
     .error = "nothing says how large 'out' of y[...,out] is: give 'to'",
     .shapes = {"[T, 2]", "", ""}},
    {.name = "unknown_activation",
     .attributes = "{activation: rely}",
     .inputs = {"[[1, 2]]", "[[1], [2]]", ""},
     .error = "'activation' must be one of none, relu; not 'rely'; did you mean 'relu'?"},
};

const Rows rows("dense", kRows);

}  // namespace
}  // namespace atto::testing
