// Expected values: binary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "table",
     .inputs = {"[true, true, false, false]", "[true, false, true, false]"},
     .outputs = {"[true, true, true, false]"}},
    {.name = "both_sides",
     .inputs = {"[[true], [false]]", "[[true, false, true]]"},
     .outputs = {"[[true, true, true], [true, false, true]]"},
     .dims = {{"T", 2}, {"D", 3}},
     .shapes = {"[T, 1]", "[1, D]"},
     .inferred = {"[T, D]"}},
    {.name = "scalars", .inputs = {"true", "false"}, .outputs = {"true"}},
    {.name = "no_elements",
     .inputs = {"empty [0, 2]", "[true, false]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "other_sizes",
     .inputs = {"[[true, false, true]]", "[true, false]"},
     .error = "a [1, 3] and b [2] do not broadcast: 3 is not 2"},
};

const Rows rows("or", kRows);

}  // namespace
}  // namespace atto::testing
