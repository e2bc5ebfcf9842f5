// Expected values: norms_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "columns",
     .attributes = "{axis: 0}",
     .inputs = {"[[1, 2], [3, 5]]"},
     .outputs = {"[[-2.1269280110429727, -3.048587351573742], [-0.1269280110429726, "
                 "-0.048587351573741965]]"},
     .flops = 20},
    {.name = "rows",
     .attributes = "{axis: -1}",
     .inputs = {"[[1, 2], [3, 5]]"},
     .outputs = {"[[-1.3132616875182228, -0.31326168751822286], [-2.1269280110429727, "
                 "-0.1269280110429726]]"}},
    {.name = "middle",
     .attributes = "{axis: 1}",
     .inputs = {"[[[1], [2]], [[0], [-1]]]"},
     .outputs = {"[[[-1.3132616875182228], [-0.31326168751822286]], [[-0.31326168751822286], "
                 "[-1.3132616875182228]]]"}},
    {.name = "large_values",
     .attributes = "{axis: 0}",
     .inputs = {"[1000, 1001, -1000]"},
     .outputs = {"[-1.3132616875182228, -0.31326168751822286, -2001.3132616875182]"}},
    {.name = "nan_and_infinity",
     .attributes = "{axis: 1}",
     .inputs = {"[[-inf, 0, 1], [-inf, -inf, -inf], [0, inf, 0], [nan, 0, 0]]"},
     .outputs = {"[[-inf, -1.3132616875182228, -0.31326168751822286], [nan, nan, nan], "
                 "[nan, nan, nan], [nan, nan, nan]]"}},
    {.name = "no_elements",
     .attributes = "{axis: 0}",
     .inputs = {"empty [0, 3]"},
     .outputs = {"empty [0, 3]"}},
    {.name = "symbolic",
     .attributes = "{axis: 1}",
     .inputs = {"[[0, 0], [1, 1]]"},
     .outputs = {"[[-0.6931471805599453, -0.6931471805599453], [-0.6931471805599453, "
                 "-0.6931471805599453]]"},
     .dims = {{"T", 2}},
     .shapes = {"[T, T]"},
     .inferred = {"[T, T]"}},
    {.name = "no_axis",
     .inputs = {"[1]"},
     .error = "missing attribute 'axis' (int): axis along which exp(y) sums to 1; -1 is the last"},
    {.name = "no_such_axis",
     .attributes = "{axis: 2}",
     .inputs = {"[[1]]"},
     .error = "axis 2 is out of range for 2 axes: -2 to 1 are there"},
    {.name = "scalar",
     .attributes = "{axis: 0}",
     .inputs = {"1"},
     .error = "axis 0 is out of range for a scalar, which has none"},
};

const Rows rows("log_softmax", kRows);

}  // namespace
}  // namespace atto::testing
