// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.9953222650189527, -0.5204998778130465, 0], [0.2763263901682369, "
                 "0.8427007929497148, 0.9999779095030014]]"},
     .flops = 6},
    {.name = "far", .inputs = {"[-1000, -50, 50, 1000]"}, .outputs = {"[-1, -1, 1, 1]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[-1, 1, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.7111556336535151"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "erf has no attribute 'axis'"},
};

const Rows rows("erf", kRows);

}  // namespace
}  // namespace atto::testing
