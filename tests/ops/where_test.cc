// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "same_shape",
     .inputs = {"[[true, false], [false, true]]", "[[1, 2], [3, 4]]", "[[5, 6], [7, 8]]"},
     .outputs = {"[[1, 6], [7, 4]]"}},
    {.name = "broadcast",
     .inputs = {"[[true], [false]]", "[1, 2]", "-1"},
     .outputs = {"[[1, 2], [-1, -1]]"}},
    {.name = "wider_condition",
     .inputs = {"[[[true, false]]]", "[[1], [2]]", "[3, 4]"},
     .outputs = {"[[[1, 4], [2, 4]]]"}},
    {.name = "int64",
     .inputs = {"[true, false]", "[1, 2]", "[3, 4]"},
     .outputs = {"[1, 4]"},
     .kind = Kind::int64},
    {.name = "bool",
     .inputs = {"[true, false]", "false", "[true, true]"},
     .outputs = {"[false, true]"},
     .kind = Kind::boolean},
    {.name = "scalars", .inputs = {"true", "1", "2"}, .outputs = {"1"}},
    {.name = "not_chosen_does_not_matter",
     .inputs = {"[true, false]", "[1, nan]", "[inf, 2]"},
     .outputs = {"[1, 2]"}},
    {.name = "no_elements",
     .inputs = {"true", "empty [0, 2]", "[1, 2]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "symbolic",
     .inputs = {"[[true], [false]]", "[1, 2]", "-1"},
     .outputs = {"[[1, 2], [-1, -1]]"},
     .dims = {{"T", 2}, {"D", 2}},
     .shapes = {"[T, 1]", "[D]", "[]"},
     .inferred = {"[T, D]"}},
    {.name = "other_sizes",
     .inputs = {"true", "[1, 2]", "[1, 2, 3]"},
     .error = "a [2] and b [3] do not broadcast: 2 is not 3"},
    {.name = "other_condition",
     .inputs = {"[true, true, true]", "[1, 2]", "[1, 2]"},
     .error = "condition [3] and a and b [2] do not broadcast: 3 is not 2"},
};

const Rows rows("where", kRows);

}  // namespace
}  // namespace atto::testing
