// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[2, 0.5, 0], [-0.25, -1, -3]]"},
     .flops = 6},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[inf, -inf, nan]"}},
    {.name = "int64",
     .inputs = {"[3, -4, 0, -9223372036854775807 - 1, 9223372036854775807]"},
     .outputs = {"[-3, 4, 0, -9223372036854775807 - 1, -9223372036854775807]"},
     .kind = Kind::int64},
    {.name = "scalar", .inputs = {"-0.75"}, .outputs = {"0.75"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .inputs = {"[[-1, 2, -3], [4, -5, 6]]"},
     .outputs = {"[[1, -2, 3], [-4, 5, -6]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "neg has no attribute 'axis'"},
};

const Rows rows("neg", kRows);

}  // namespace
}  // namespace atto::testing
