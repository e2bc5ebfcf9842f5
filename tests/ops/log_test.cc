// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "positive",
     .inputs = {"[[0.25, 1, 2], [0.5, 3, 8]]"},
     .outputs = {"[[-1.3862943611198906, 0, 0.6931471805599453], [-0.6931471805599453, "
                 "1.0986122886681096, 2.0794415416798357]]"},
     .flops = 6},
    {.name = "small_and_large",
     .inputs = {"[1e-10, 1e10]"},
     .outputs = {"[-23.025850929940457, 23.025850929940457]"},
     .gradient = false},
    {.name = "special",
     .inputs = {"[0, -1, inf, nan, -inf]"},
     .outputs = {"[-inf, nan, inf, nan, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"-0.2876820724517809"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "log has no attribute 'axis'"},
};

const Rows rows("log", kRows);

}  // namespace
}  // namespace atto::testing
