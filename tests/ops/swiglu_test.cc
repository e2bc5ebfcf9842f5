// Expected values: binary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "plain",
     .inputs = {"[[-3, -1, -0.5], [0, 0.5, 3]]", "[[0.5, -1, 2], [4, 8, -0.25]]"},
     .outputs = {"[[-0.07113880976635018, 0.2689414213699951, -0.3775406687981454], [0, "
                 "2.4898373248074184, -0.7144305951168249]]"},
     .dims = {{"T", 2}, {"F", 3}},
     .shapes = {"[T, F]", "[T, F]"},
     .inferred = {"[T, F]"},
     .flops = 36},
    {.name = "scalar", .inputs = {"1", "2"}, .outputs = {"1.4621171572600098"}},
    {.name = "no_elements",
     .inputs = {"empty [0, 2]", "empty [0, 2]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "far",
     .inputs = {"[-1000, -80, 80, 1000]", "[3, 1, 1, 3]"},
     .outputs = {"[-0.0, -1.4438811102763322e-33, 80, 3000]"}},
    {.name = "special",
     .inputs = {"[nan, inf, -inf, 1, 0]", "[1, 2, 1, inf, nan]"},
     .outputs = {"[nan, inf, nan, inf, nan]"}},
    {.name = "other_sizes",
     .inputs = {"[1, 2]", "[1, 2, 3]"},
     .error = "up has ... = [3], gate has ... = [2]"},
    {.name = "no_broadcast",
     .inputs = {"[[1, 2]]", "[1, 2]"},
     .error = "up has ... = [2], gate has ... = [1, 2]"},
};

const Rows rows("swiglu", kRows);

}  // namespace
}  // namespace atto::testing
