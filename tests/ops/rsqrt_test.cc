// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "positive",
     .inputs = {"[[0.25, 1, 2], [0.5, 3, 8]]"},
     .outputs = {"[[2, 1, 0.7071067811865475], [1.414213562373095, 0.5773502691896258, "
                 "0.35355339059327373]]"},
     .flops = 12},
    {.name = "small_and_large",
     .inputs = {"[1e-10, 1e10]"},
     .outputs = {"[99999.99999999999, 1e-05]"},
     .gradient = false},
    {.name = "special",
     .inputs = {"[0, -1, inf, nan, -inf]"},
     .outputs = {"[inf, nan, 0, nan, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"1.1547005383792517"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .inputs = {"[[0.25, 1, 2], [0.5, 3, 8]]"},
     .outputs = {"[[2, 1, 0.7071067811865475], [1.414213562373095, 0.5773502691896258, "
                 "0.35355339059327373]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "rsqrt has no attribute 'axis'"},
};

const Rows rows("rsqrt", kRows);

}  // namespace
}  // namespace atto::testing
