// Expected values: norms_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "rows",
     .attributes = "{eps: 1e-6}",
     .inputs = {"[[1, 2, 4], [-1, 0, 3]]", "[1, 0.5, -2]"},
     .outputs = {"[[0.3779644460117677, 0.3779644460117677, -3.0237155680941417], "
                 "[-0.547722475346801, 0, -3.286334852080806]]"},
     .flops = 24},
    {.name = "offset",
     .attributes = "{eps: 1e-6, offset: 1}",
     .inputs = {"[[1, 2, 4], [-1, 0, 3]]", "[1, 0.5, -2]"},
     .outputs = {"[[0.7559288920235354, 1.1338933380353031, -1.5118577840470708], "
                 "[-1.095444950693602, 0, -1.643167426040403]]"}},
    {.name = "vector",
     .attributes = "{eps: 0.5}",
     .inputs = {"[-1, 0, 3]", "[1, 0.5, -2]"},
     .outputs = {"[-0.5107539184552492, 0, -3.0645235107314948]"}},
    {.name = "zeros",
     .attributes = "{eps: 1e-6}",
     .inputs = {"[[0, 0]]", "[1, 2]"},
     .outputs = {"[[0, 0]]"},
     .gradient = false},  // differences need steps far smaller than 1e-3
    {.name = "zeros_without_eps",
     .attributes = "{eps: 0}",
     .inputs = {"[[0, 0]]", "[1, 2]"},
     .outputs = {"[[nan, nan]]"},
     .gradient = false},
    {.name = "nan_stays_in_its_row",
     .attributes = "{eps: 0}",
     .inputs = {"[[nan, 1], [0, 1]]", "[1, 1]"},
     .outputs = {"[[nan, nan], [0, 1.414213562373095]]"}},
    {.name = "no_rows",
     .attributes = "{eps: 1e-6}",
     .inputs = {"empty [0, 2]", "[1, 1]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "no_features",
     .attributes = "{eps: 1e-6}",
     .inputs = {"empty [2, 0]", "empty [0]"},
     .outputs = {"empty [2, 0]"}},
    {.name = "symbolic",
     .attributes = "{eps: 0.5}",
     .inputs = {"[-1, 0, 3]", "[1, 0.5, -2]"},
     .outputs = {"[-0.5107539184552492, 0, -3.0645235107314948]"},
     .dims = {{"D", 3}},
     .shapes = {"[D]", ""},
     .inferred = {"[D]"}},
    {.name = "no_eps",
     .inputs = {"[1]", "[1]"},
     .error = "missing attribute 'eps' (number): what is added to the mean square"},
    {.name = "negative_eps",
     .attributes = "{eps: -1}",
     .inputs = {"[1]", "[1]"},
     .error = "eps is -1: it must be a number that is 0 or more"},
    {.name = "other_width",
     .attributes = "{eps: 1e-6}",
     .inputs = {"[[1, 2, 3]]", "[1, 1]"},
     .error = "weight has d = 2, x has d = 3"},
};

const Rows rows("rms_norm", kRows);

}  // namespace
}  // namespace atto::testing
