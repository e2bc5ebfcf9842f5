// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.4161468365471424, 0.8775825618903725, 1], [0.968912421710645, "
                 "0.5403023058681397, -0.9899924966004454]]"},
     .flops = 6},
    {.name = "far",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs =
         {"[0.5623790762907028, 0.9649660284921133, 0.9649660284921133, 0.5623790762907028]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[nan, nan, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.731688868873821"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.4161468365471424, 0.8775825618903725, 1], [0.968912421710645, "
                 "0.5403023058681397, -0.9899924966004454]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "cos has no attribute 'axis'"},
};

const Rows rows("cos", kRows);

}  // namespace
}  // namespace atto::testing
