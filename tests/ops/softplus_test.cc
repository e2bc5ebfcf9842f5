// Expected values: unary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "numbers",
     .inputs = {"[[-2, -0.5, 0], [0.25, 1, 3]]"},
     .outputs = {"[[0.1269280110429725, 0.4740769841801067, 0.6931471805599453], "
                 "[0.8259394198788436, 1.3132616875182228, 3.048587351573742]]"},
     .flops = 30},
    {.name = "far",
     .inputs = {"[-1000, -50, 50, 1000]"},
     .outputs = {"[0, 1.9287498479639178e-22, 50, 1000]"}},
    {.name = "special", .inputs = {"[-inf, inf, nan]"}, .outputs = {"[0, inf, nan]"}},
    {.name = "scalar", .inputs = {"0.75"}, .outputs = {"1.1368710061148999"}},
    {.name = "no_elements", .inputs = {"empty [2, 0]"}, .outputs = {"empty [2, 0]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 1}",
     .inputs = {"[1]"},
     .error = "softplus has no attribute 'axis'"},
};

const Rows rows("softplus", kRows);

}  // namespace
}  // namespace atto::testing
