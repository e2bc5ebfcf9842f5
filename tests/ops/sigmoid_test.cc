// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[0.11920292202211755, 0.3775406687981454, 0.5], [0.5621765008857981, "
                 "0.7310585786300049, 0.9525741268224334]]"},
     .flops = 24},
    {.name = "far",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs = {"[0, 1.928749847963918e-22, 1, 1]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[0, 1, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"0.679178699175393"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "sigmoid has no attribute 'axis'"},
};

const Rows rows("sigmoid", kRows);

}  // namespace
}  // namespace atto::testing
