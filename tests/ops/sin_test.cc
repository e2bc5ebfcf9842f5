// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.9092974268256816, -0.47942553860420295, 0], [0.24740395925452296, "
                 "0.8414709848078965, 0.1411200080598672]]"},
     .flops = 6},
    {.name = "far",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs =
         {"[-0.8268795405320026, 0.2623748537039288, -0.2623748537039288, 0.8268795405320026]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[nan, nan, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.6816387600233341"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "sin has no attribute 'axis'"},
};

const Rows rows("sin", kRows);

}  // namespace
}  // namespace atto::testing
