// Expected values: binary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "erf",
     .attributes = "{kind: erf}",
     .inputs = {"[[-3, -1, -0.5], [0, 0.5, 3]]", "[[0.5, -1, 2], [4, 8, -0.25]]"},
     .outputs = {"[[-0.002024847047445155, 0.15865525393145707, -0.30853753872598694], [0, "
                 "2.765849845096052, -0.7489875764762775]]"},
     .dims = {{"T", 2}, {"F", 3}},
     .shapes = {"[T, F]", "[T, F]"},
     .inferred = {"[T, F]"},
     .flops = 36},
    {.name = "scalar",
     .attributes = "{kind: erf}",
     .inputs = {"1", "2"},
     .outputs = {"1.6826894921370859"}},
    {.name = "no_elements",
     .attributes = "{kind: erf}",
     .inputs = {"empty [0, 2]", "empty [0, 2]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "far",
     .attributes = "{kind: erf}",
     .inputs = {"[-1000, 1000]", "[3, 3]"},
     .outputs = {"[-0.0, 3000]"}},
    {.name = "special",
     .attributes = "{kind: erf}",
     .inputs = {"[nan, inf, -inf, 1, 0]", "[1, 2, 1, inf, nan]"},
     .outputs = {"[nan, inf, nan, inf, nan]"}},
    {.name = "tanh",
     .attributes = "{kind: tanh}",
     .inputs = {"[[-3, -1, -0.5], [0, 0.5, 3]]", "[[0.5, -1, 2], [4, 8, -0.25]]"},
     .outputs = {"[[-0.0018186960408864972, 0.1588080093917233, -0.3085719803497121], [0, "
                 "2.7657120786011515, -0.7490906519795567]]"},
     .dims = {{"T", 2}, {"F", 3}},
     .shapes = {"[T, F]", "[T, F]"},
     .inferred = {"[T, F]"},
     .flops = 60},
    {.name = "tanh_far",
     .attributes = "{kind: tanh}",
     .inputs = {"[-1000, 1000]", "[3, 3]"},
     .outputs = {"[-0.0, 3000]"}},
    {.name = "tanh_special",
     .attributes = "{kind: tanh}",
     .inputs = {"[nan, inf, -inf, 1, 0]", "[1, 2, 1, inf, nan]"},
     .outputs = {"[nan, inf, nan, inf, nan]"}},
    {.name = "other_sizes",
     .attributes = "{kind: erf}",
     .inputs = {"[1, 2]", "[1, 2, 3]"},
     .error = "up has ... = [3], gate has ... = [2]"},
    {.name = "no_broadcast",
     .attributes = "{kind: erf}",
     .inputs = {"[[1, 2]]", "[1, 2]"},
     .error = "up has ... = [2], gate has ... = [1, 2]"},
    {.name = "no_kind",
     .inputs = {"[1]", "[1]"},
     .error = "missing attribute 'kind' (erf|tanh): gelu's exact form or its approximation"},
    {.name = "other_kind",
     .attributes = "{kind: exact}",
     .inputs = {"[1]", "[1]"},
     .error = "'kind' must be one of erf, tanh; not 'exact'"},
};

const Rows rows("geglu", kRows);

}  // namespace
}  // namespace atto::testing
