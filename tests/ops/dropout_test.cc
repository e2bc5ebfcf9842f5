// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "unchanged",
     .attributes = "{rate: 0.5}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .flops = 0},
    {.name = "special",
     .attributes = "{rate: 0.1}",
     .inputs = {"[-inf, inf, nan]"},
     .outputs = {"[-inf, inf, nan]"}},
    {.name = "scalar", .attributes = "{rate: 0}", .inputs = {"0.75"}, .outputs = {"0.75"}},
    {.name = "no_elements",
     .attributes = "{rate: 0}",
     .inputs = {"empty [2, 0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{rate: 0.1}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_rate",
     .inputs = {"[1]"},
     .error = "missing attribute 'rate' (number): part of x that is dropped in training"},
    {.name = "rate_of_one",
     .attributes = "{rate: 1}",
     .inputs = {"[1]"},
     .error = "rate 1 must be at least 0 and below 1"},
    {.name = "negative_rate",
     .attributes = "{rate: -0.5}",
     .inputs = {"[1]"},
     .error = "rate -0.5 must be at least 0 and below 1"},
};

const Rows rows("dropout", kRows);

}  // namespace
}  // namespace atto::testing
