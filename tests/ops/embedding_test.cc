// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "words",
     .inputs = {"[0, 1, 2, 3]", "[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]"},
     .outputs = {"[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]"},
     .flops = 0},
    {.name = "repeated",
     .inputs = {"[[3, 3], [0, 2]]", "[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]"},
     .outputs = {"[[[1, 1, 0], [1, 1, 0]], [[1, 0, 0], [0, 0, 1]]]"}},
    {.name = "scalar", .inputs = {"1", "[[1, 2], [3, 4]]"}, .outputs = {"[3, 4]"}},
    {.name = "axes",
     .attributes = "{rows: V, to: [2, D]}",
     .inputs = {"[1, 0]", "[[0, 1, 2, 3], [4, 5, 6, 7]]"},
     .outputs = {"[[[4, 5], [6, 7]], [[0, 1], [2, 3]]]"},
     .dims = {{"V", 2}, {"D", 2}, {"T", 2}},
     .shapes = {"[T]", ""},
     .inferred = {"[T, 2, D]"}},
    {.name = "no_ids", .inputs = {"empty [0]", "[[1, 2]]"}, .outputs = {"empty [0, 2]"}},
    {.name = "id_too_large",
     .inputs = {"[[0, 1, 2, 7]]", "[[1], [2], [3], [4]]"},
     .error = "id 7 at position [0, 3] is outside the 4 rows of the table"},
    {.name = "id_negative",
     .inputs = {"[[0, 1], [-1, 7]]", "[[1], [2], [3], [4]]"},
     .error = "id -1 at position [1, 0] is outside the 4 rows of the table"},
    {.name = "no_table",
     .inputs = {"0", "empty [0, 2]"},
     .error = "id 0 at position [] is outside the 0 rows of the table"},
    {.name = "other_rows",
     .attributes = "{rows: 3}",
     .inputs = {"[0]", "[[1], [2]]"},
     .error = "weight has rows = 2, 'rows' says 3"},
    {.name = "table_unknown",
     .error = "nothing says how large 'd' of y[...,d] is: give 'to'",
     .shapes = {"[T]", ""}},
};

const Rows rows("embedding", kRows);

}  // namespace
}  // namespace atto::testing
