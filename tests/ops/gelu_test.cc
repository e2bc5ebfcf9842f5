// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "erf",
     .attributes = "{kind: erf}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.04550026389635842, -0.15426876936299344, 0], [0.14967658142073093, "
                 "0.841344746068543, 2.99595030590511]]"},
     .flops = 30},
    {.name = "erf_far",
     .attributes = "{kind: erf}",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs = {"[0, 0, 50, 1000]"}},
    {.name = "erf_special",
     .attributes = "{kind: erf}",
     .inputs = {"[-inf, inf, nan]"},
     .outputs = {"[nan, inf, nan]"}},
    {.name = "erf_scalar",
     .attributes = "{kind: erf}",
     .inputs = {"0.75"},
     .outputs = {"0.5800294857173489"}},
    {.name = "tanh",
     .attributes = "{kind: tanh}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.04540230591222494, -0.15428599017485606, 0], [0.149675350701685, "
                 "0.8411919906082768, 2.996362607918227]]"},
     .flops = 54},
    {.name = "tanh_far",
     .attributes = "{kind: tanh}",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs = {"[0, 0, 50, 1000]"}},
    {.name = "tanh_special",
     .attributes = "{kind: tanh}",
     .inputs = {"[-inf, inf, nan]"},
     .outputs = {"[nan, inf, nan]"}},
    {.name = "tanh_scalar",
     .attributes = "{kind: tanh}",
     .inputs = {"0.75"},
     .outputs = {"0.5799605551656203"}},
    {.name = "no_elements",
     .attributes = "{kind: erf}",
     .inputs = {"empty [2, 0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{kind: tanh}",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[-0.04540230591222494, -0.15428599017485606, 0], [0.149675350701685, "
                 "0.8411919906082768, 2.996362607918227]]"},
     .dims = {{"B", 2}, {"D", 3}},
     .shapes = {"[B, D]"},
     .inferred = {"[B, D]"}},
    {.name = "no_kind",
     .inputs = {"[1]"},
     .error = "missing attribute 'kind' (erf|tanh): the exact form or its approximation"},
    {.name = "unknown_kind",
     .attributes = "{kind: tan}",
     .inputs = {"[1]"},
     .error = "'kind' must be one of erf, tanh; not 'tan'; did you mean 'tanh'?"},
};

const Rows rows("gelu", kRows);

}  // namespace
}  // namespace atto::testing
