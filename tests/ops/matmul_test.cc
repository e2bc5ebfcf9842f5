// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "plain",
     .inputs = {"[[1, 2, 3], [4, 5, 6]]", "[[1, -1], [0, 2], [3, 0.5]]"},
     .outputs = {"[[10, 4.5], [22, 9]]"},
     .flops = 24},
    {.name = "gram",
     .attributes = "{transpose_b: true}",
     .inputs = {"[[1, 2, 3], [4, 5, 6]]", "[[1, 2, 3], [4, 5, 6]]"},
     .outputs = {"[[14, 32], [32, 77]]"}},
    {.name = "gram_of_columns",
     .attributes = "{transpose_a: true}",
     .inputs = {"[[1, 2, 3], [4, 5, 6]]", "[[1, 2, 3], [4, 5, 6]]"},
     .outputs = {"[[17, 22, 27], [22, 29, 36], [27, 36, 45]]"},
     .flops = 36},
    {.name = "both_transposed",
     .attributes = "{transpose_a: true, transpose_b: true}",
     .inputs = {"[[1, 2, 3], [4, 5, 6]]", "[[1, 2], [3, 4], [5, 6]]"},
     .outputs = {"[[9, 19, 29], [12, 26, 40], [15, 33, 51]]"}},
    {.name = "batch",
     .inputs = {"[[[1, 2], [3, 4]], [[0, 1], [1, 0]]]", "[[[0, 1], [1, 0]], [[1, 2], [3, 4]]]"},
     .outputs = {"[[[2, 1], [4, 3]], [[3, 4], [1, 2]]]"}},
    {.name = "broadcast",
     .inputs = {"[[[1, 2], [3, 4]], [[0, 1], [1, 0]]]", "[[2, 0], [1, -1]]"},
     .outputs = {"[[[4, -2], [10, -4]], [[1, -1], [2, 0]]]"}},
    {.name = "broadcast_both",
     .inputs = {"[[[[1, 2]], [[3, 4]]]]", "[[[[1], [1]]], [[[0], [2]]], [[[-1], [0.5]]]]"},
     .outputs = {"[[[[3]], [[7]]], [[[4]], [[8]]], [[[0]], [[-1]]]]"},
     .flops = 24},
    {.name = "no_inner_axis",
     .inputs = {"empty [2, 0]", "empty [0, 3]"},
     .outputs = {"[[0, 0, 0], [0, 0, 0]]"}},
    {.name = "symbolic",
     .attributes = "{transpose_b: true}",
     .inputs = {"[[1, 2, 3], [4, 5, 6]]", "[[1, 2, 3], [4, 5, 6]]"},
     .outputs = {"[[14, 32], [32, 77]]"},
     .dims = {{"T", 2}, {"D", 3}},
     .shapes = {"[T, D]", "[T, D]"},
     .inferred = {"[T, T]"}},
    {.name = "vector",
     .inputs = {"[1, 2]", "[[1], [2]]"},
     .error = "a has shape [2], but a matrix has at least 2 axes: reshape a vector to one row "
              "or column"},
    {.name = "inner_sizes",
     .inputs = {"[[1, 2]]", "[[1, 2]]"},
     .error = "a of shape [1, 2] has k = 2, b of shape [1, 2] has k = 1"},
    {.name = "inner_sizes_transposed",
     .attributes = "{transpose_b: true}",
     .inputs = {"[[1, 2]]", "[[1], [2]]"},
     .error = "a of shape [1, 2] has k = 2, b of shape [2, 1], transposed, has k = 1"},
    {.name = "symbolic_inner_sizes",
     .error = "a of shape [T, D] has k = D, b of shape [T, D] has k = T",
     .dims = {{"T", 2}, {"D", 3}},
     .shapes = {"[T, D]", "[T, D]"}},
    {.name = "batch_sizes",
     .inputs = {"[[[1]], [[2]]]", "[[[1]], [[2]], [[3]]]"},
     .error = "a [2] and b [3] do not broadcast: 2 is not 3"},
};

const Rows rows("matmul", kRows);

}  // namespace
}  // namespace atto::testing
