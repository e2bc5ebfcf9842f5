// Expected values: norms_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "bias",
     .attributes = "{eps: 1e-5}",
     .inputs = {"[[1, 2, 4], [-1, 0, 3]]", "[1, 0.5, -2]", "[0.25, 0, 1]"},
     .outputs = {"[[-0.8190415314502979, -0.1336301914312873, -1.6726038286257436], "
                 "[-0.7305789785364645, -0.1961157957072929, -1.7456211399021]]"},
     .flops = 42},
    {.name = "no_bias",
     .attributes = "{eps: 0.5}",
     .inputs = {"[[1, 2, 4], [-1, 0, 3]]", "[1, 0.5, -2]"},
     .outputs = {"[[-0.9299811099505545, -0.11624763874381938, -2.3249527748763854], "
                 "[-0.9053574604251854, -0.1810714920850371, -2.5350008891905187]]"},
     .flops = 36},
    {.name = "vector",
     .attributes = "{eps: 1e-12}",
     .inputs = {"[1, 2, 4]", "[1, 0.5, -2]"},
     .outputs = {"[-1.0690449676493539, -0.1336306209561693, -2.6726124191233844]"}},
    {.name = "equal_values",
     .attributes = "{eps: 0.5}",
     .inputs = {"[[3, 3]]", "[2, 2]", "[1, -1]"},
     .outputs = {"[[1, -1]]"}},
    {.name = "one_feature",
     .attributes = "{eps: 1e-5}",
     .inputs = {"[[3], [nan]]", "[2]", "[0.5]"},
     .outputs = {"[[0.5], [nan]]"}},
    {.name = "nan_stays_in_its_row",
     .attributes = "{eps: 1e-5}",
     .inputs = {"[[nan, 1], [0, 1], [inf, 1]]", "[1, 1]"},
     .outputs = {"[[nan, nan], [-0.9999800005999799, 0.9999800005999799], [nan, nan]]"}},
    {.name = "no_rows",
     .attributes = "{eps: 1e-5}",
     .inputs = {"empty [0, 2]", "[1, 1]", "[0, 0]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "no_features",
     .attributes = "{eps: 1e-5}",
     .inputs = {"empty [2, 0]", "empty [0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{eps: 0.5}",
     .inputs = {"[[3, 3]]", "[2, 2]", "[1, -1]"},
     .outputs = {"[[1, -1]]"},
     .dims = {{"T", 1}, {"D", 2}},
     .shapes = {"[T, D]", "", ""},
     .inferred = {"[T, D]"}},
    {.name = "no_eps",
     .inputs = {"[1]", "[1]"},
     .error = "missing attribute 'eps' (number): what is added to the variance"},
    {.name = "negative_eps",
     .attributes = "{eps: -1e-5}",
     .inputs = {"[1]", "[1]"},
     .error = "eps is -1e-05: it must be a number that is 0 or more"},
    {.name = "other_width",
     .attributes = "{eps: 1e-5}",
     .inputs = {"[[1, 2, 3]]", "[1, 1]"},
     .error = "weight has d = 2, x has d = 3"},
    {.name = "scalar",
     .attributes = "{eps: 1e-5}",
     .inputs = {"1", "[1]"},
     .error = "x has shape [], but x[...,d] needs at least 1 axis"},
};

const Rows rows("layer_norm", kRows);

}  // namespace
}  // namespace atto::testing
