// Expected values: moves_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "words",
     .attributes = "{classes: 3}",
     .inputs = {"[[0, 2], [1, 1]]"},
     .outputs = {"[[[1, 0, 0], [0, 0, 1]], [[0, 1, 0], [0, 1, 0]]]"},
     .flops = 0},
    {.name = "from_behind",
     .attributes = "{classes: 3}",
     .inputs = {"[-1, -3]"},
     .outputs = {"[[0, 0, 1], [1, 0, 0]]"}},
    {.name = "scalar", .attributes = "{classes: 2}", .inputs = {"1"}, .outputs = {"[0, 1]"}},
    {.name = "no_ids",
     .attributes = "{classes: 2}",
     .inputs = {"empty [0]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "no_classes",
     .attributes = "{classes: 0}",
     .inputs = {"empty [0]"},
     .outputs = {"empty [0, 0]"}},
    {.name = "symbolic",
     .attributes = "{classes: V}",
     .inputs = {"[1]"},
     .outputs = {"[[0, 1]]"},
     .dims = {{"T", 1}, {"V", 2}},
     .shapes = {"[T]"},
     .inferred = {"[T, V]"}},
    {.name = "too_large",
     .attributes = "{classes: 3}",
     .inputs = {"[[0, 3]]"},
     .error = "id 3 at position [0, 1] is outside the 3 classes, -3 to 2"},
    {.name = "too_far_from_behind",
     .attributes = "{classes: 3}",
     .inputs = {"[-4]"},
     .error = "id -4 at position [0] is outside the 3 classes, -3 to 2"},
    {.name = "of_nothing",
     .attributes = "{classes: 0}",
     .inputs = {"0"},
     .error = "id 0 at position [] is outside the 0 classes"},
    {.name = "negative",
     .attributes = "{classes: -1}",
     .inputs = {"[0]"},
     .error = "the shape of the result would be [1, -1]: -1 is no size"},
    {.name = "how_many",
     .inputs = {"[0]"},
     .error = "missing attribute 'classes' (size): size of y's last axis"},
};

const Rows rows("one_hot", kRows);

}  // namespace
}  // namespace atto::testing
