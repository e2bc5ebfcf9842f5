// Expected values: binary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "same_shape",
     .inputs = {"[[1.25, 2.25, 3.25], [4.25, 0.75, 6.25]]", "[[0.5, -1, 2], [4, 8, -0.25]]"},
     .outputs = {"[[1.118033988749895, 0.4444444444444444, 10.5625], [326.25390625, "
                 "0.1001129150390625, 0.6324555320336759]]"}},
    {.name = "bias",
     .inputs = {"[[1.25, 2.25, 3.25], [4.25, 0.75, 6.25]]", "[0.5, -1, 2]"},
     .outputs = {"[[1.118033988749895, 0.4444444444444444, 10.5625], [2.0615528128088303, "
                 "1.3333333333333333, 39.0625]]"},
     .dims = {{"T", 2}, {"D", 3}},
     .shapes = {"[T, D]", "[D]"},
     .inferred = {"[T, D]"}},
    {.name = "column",
     .inputs = {"[[1.25, 2.25, 3.25], [4.25, 0.75, 6.25]]", "[[2], [-4]]"},
     .outputs =
         {"[[1.5625, 5.0625, 10.5625], [0.0030650974006537278, 3.1604938271604937, 0.00065536]]"},
     .dims = {{"T", 2}},
     .shapes = {"[T, 3]", "[T, 1]"},
     .inferred = {"[T, 3]"}},
    {.name = "scalar",
     .inputs = {"[[1.25, 2.25, 3.25], [4.25, 0.75, 6.25]]", "4"},
     .outputs = {"[[2.44140625, 25.62890625, 111.56640624999999], [326.25390625, 0.31640625, "
                 "1525.87890625]]"},
     .dims = {{"T", 2}, {"D", 3}},
     .shapes = {"[T, D]", "[]"},
     .inferred = {"[T, D]"}},
    {.name = "first_is_smaller",
     .inputs = {"[0.75, 1.25, 2.25]", "[[1, 2, -3], [4, -0.5, 6]]"},
     .outputs = {"[[0.75, 1.5625, 0.0877914951989026], [0.31640625, 0.8944271909999159, "
                 "129.746337890625]]"}},
    {.name = "both_sides",
     .inputs = {"[[2.25], [4.25]]", "[[0.5, -1, 2]]"},
     .outputs = {"[[1.5, 0.4444444444444444, 5.0625], [2.0615528128088303, 0.23529411764705882, "
                 "18.0625]]"},
     .dims = {{"T", 2}, {"D", 3}},
     .shapes = {"[T, 1]", "[1, D]"},
     .inferred = {"[T, D]"},
     .flops = 6},
    {.name = "middle_axis",
     .inputs = {"[[[1.25, 2.25]], [[3.25, 0.75]]]", "[[1], [2], [-4]]"},
     .outputs = {"[[[1.25, 2.25], [1.5625, 5.0625], [0.40959999999999996, 0.03901844231062338]], "
                 "[[3.25, 0.75], [10.5625, 0.5625], [0.008963271594131857, 3.1604938271604937]]]"}},
    {.name = "ones_in_front",
     .inputs = {"[[1.25, 2.25, 3.25], [4.25, 0.75, 6.25]]", "[[[[0.5, -1, 2], [4, 8, -0.25]]]]"},
     .outputs = {"[[[[1.118033988749895, 0.4444444444444444, 10.5625], [326.25390625, "
                 "0.1001129150390625, 0.6324555320336759]]]]"}},
    {.name = "scalars", .inputs = {"3.25", "-2"}, .outputs = {"0.09467455621301775"}},
    {.name = "no_elements",
     .inputs = {"empty [0, 3]", "[0.5, -1, 2]"},
     .outputs = {"empty [0, 3]"}},
    {.name = "no_elements_both_sides",
     .inputs = {"empty [2, 0, 1]", "[[0.5, -1, 2]]"},
     .outputs = {"empty [2, 0, 3]"}},
    {.name = "negative_base",
     .inputs = {"[-2, -2, -2, -0.5]", "[2, 3, -1, 0]"},
     .outputs = {"[4, -8, -0.5, 1]"}},
    {.name = "negative_base_to_a_fraction", .inputs = {"[-2]", "[0.5]"}, .outputs = {"[nan]"}},
    {.name = "base_zero", .inputs = {"[0, 0, 0]", "[1, 2, 3]"}, .outputs = {"[0, 0, 0]"}},
    {.name = "base_zero_to_the_0",
     .inputs = {"[0, 0, 0]", "[0, 0.5, -1]"},
     .outputs = {"[1, 0, inf]"},
     .gradient = false},
    {.name = "special",
     .inputs = {"[nan, nan, 1, inf, 0.5, -inf]", "[0, 1, nan, -1, inf, 3]"},
     .outputs = {"[1, nan, 1, 0, 0, -inf]"}},
    {.name = "int64",
     .inputs = {"[[2, -3], [0, 10]]", "[[3], [0]]"},
     .outputs = {"[[8, -27], [1, 1]]"},
     .kind = Kind::int64},
    {.name = "int64_wraps",
     .inputs = {"[3, 2, -2]", "[41, 64, 63]"},
     .outputs = {"[-420491770248316829, 0, -9223372036854775807 - 1]"},
     .kind = Kind::int64},
    {.name = "symbol_that_must_be_a_number",
     .inputs = {"[[1, 2]]", "[4, 3]"},
     .outputs = {"[[1, 8]]"},
     .dims = {{"T", 1}, {"D", 2}},
     .shapes = {"[T, D]", "[2]"},
     .inferred = {"[T, 2]"}},
    {.name = "symbol_is_another_number",
     .error = "a [T, D] and b [2] do not broadcast: D is not 2",
     .dims = {{"T", 1}, {"D", 3}},
     .shapes = {"[T, D]", "[2]"}},
    {.name = "other_sizes",
     .inputs = {"[[1, 2, 1]]", "[1, 2]"},
     .error = "a [1, 3] and b [2] do not broadcast: 3 is not 2"},
    {.name = "other_sizes_in_the_middle",
     .inputs = {"[[[1], [2]]]", "[[[1], [2], [3]]]"},
     .error = "a [1, 2, 1] and b [1, 3, 1] do not broadcast: 2 is not 3"},
    {.name = "none_is_not_one",
     .inputs = {"empty [0]", "[1, 2]"},
     .error = "a [0] and b [2] do not broadcast: 0 is not 2"},
    {.name = "int64_negative_exponent",
     .inputs = {"2", "[3, -1]"},
     .error = "b has -1 at [1]: a whole number has no negative power; 'cast' both to real",
     .kind = Kind::int64},
};

const Rows rows("pow", kRows);

}  // namespace
}  // namespace atto::testing
