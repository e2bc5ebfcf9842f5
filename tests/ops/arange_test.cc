// Expected values: moves_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "to", .attributes = "{to: 4}", .outputs = {"[0, 1, 2, 3]"}, .flops = 0},
    {.name = "from", .attributes = "{from: -1, to: 3}", .outputs = {"[-1, 0, 1, 2]"}},
    {.name = "steps", .attributes = "{from: 1, to: 8, step: 3}", .outputs = {"[1, 4, 7]"}},
    {.name = "down", .attributes = "{from: 5, to: -1, step: -2}", .outputs = {"[5, 3, 1]"}},
    {.name = "nothing", .attributes = "{from: 3, to: 1}", .outputs = {"empty [0]"}},
    {.name = "large",
     .attributes = "{from: 9223372036854775800, to: 9223372036854775807, step: 5}",
     .outputs = {"[9223372036854775800, 9223372036854775805]"}},
    {.name = "symbolic", .attributes = "{to: T}", .outputs = {"[0, 1, 2]"}, .dims = {{"T", 3}}},
    {.name = "symbolic_from_behind",
     .attributes = "{from: -1, to: T - 1}",
     .outputs = {"[-1, 0, 1]"},
     .dims = {{"T", 3}}},
    {.name = "symbolic_steps",
     .attributes = "{from: 1, to: T, step: 2}",
     .outputs = {"[1, 3]"},
     .dims = {{"T", 4}}},
    {.name = "symbolic_down",
     .attributes = "{from: 3, to: -T, step: -2}",
     .outputs = {"[3, 1, -1]"},
     .dims = {{"T", 3}}},
    {.name = "symbolic_nothing",
     .attributes = "{from: 5, to: T}",
     .error = "the size T - 5 is -2",
     .dims = {{"T", 3}}},
    {.name = "no_step", .attributes = "{to: 4, step: 0}", .error = "a step of 0 never ends"},
    {.name = "too_many",
     .attributes = "{from: -9223372036854775807, to: 2}",
     .error = "the size 2 + 9223372036854775807 overflows 64 bits"},
    {.name = "how_far", .error = "missing attribute 'to' (size): the number behind the last"},
};

const Rows rows("arange", kRows);

}  // namespace
}  // namespace atto::testing
