// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .attributes = "{cap: 1.5}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-1.3050924926140077, -0.4822691062974515, 0], [0.247710619386944, "
                 "0.8741744180218651, 1.4460413701137254]]"},
     .flops = 18},
    {.name = "far",
     .attributes = "{cap: 30}",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs = {"[-30, -27.93328826002733, 27.93328826002733, 30]"}},
    {.name = "special",
     .attributes = "{cap: 30}",
     .inputs = {"[-inf, inf, nan]"},
     .outputs = {"[-30, 30, nan]"}},
    {.name = "scalar", .attributes = "{cap: 30}", .inputs = {"0"}, .outputs = {"0"}},
    {.name = "no_elements",
     .attributes = "{cap: 30}",
     .inputs = {"empty [2, 0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{cap: 1.5}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-1.3050924926140077, -0.4822691062974515, 0], [0.247710619386944, "
                 "0.8741744180218651, 1.4460413701137254]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_cap",
     .inputs = {"[1]"},
     .error = "missing attribute 'cap' (number): what |y| stays below"},
    {.name = "cap_of_zero",
     .attributes = "{cap: 0}",
     .inputs = {"[1]"},
     .error = "cap 0 must be above 0"},
};

const Rows rows("softcap", kRows);

}  // namespace
}  // namespace atto::testing
