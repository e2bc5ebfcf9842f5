// Expected values: norms_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "plain",
     .inputs = {"[[[-1, 0.75, 0.25, -0.25, -0.75], [1, 0.5, 0, -0.5, -1]], [[0.75, 0.25, -0.25, "
                "-0.75, 1], [0.5, 0, -0.5, -1, 0.75]]]",
                "[[[-1, 0.75, 0.25], [-0.25, -0.75, 1]], [[0.5, 0, -0.5], [-1, 0.75, 0.25]], "
                "[[-0.25, -0.75, 1], [0.5, 0, -0.5]]]"},
     .outputs = {"[[[1, -1.25, -1.25], [-1.25, -0.125, -0.125], [0.4375, -0.125, -0.125]], "
                 "[[-1.25, -1.25, 1.5625], [-0.125, -0.125, -0.6875], [-0.125, -0.125, 1]]]"},
     .flops = 216},
    {.name = "bias",
     .attributes = "{padding: 1}",
     .inputs = {"[[[-1, 0.75, 0.25, -0.25, -0.75], [1, 0.5, 0, -0.5, -1]], [[0.75, 0.25, -0.25, "
                "-0.75, 1], [0.5, 0, -0.5, -1, 0.75]]]",
                "[[[-1, 0.75, 0.25], [-0.25, -0.75, 1]], [[0.5, 0, -0.5], [-1, 0.75, 0.25]], "
                "[[-0.25, -0.75, 1], [0.5, 0, -0.5]]]",
                "[0.5, -1, 2]"},
     .outputs = {"[[[-0.3125, 1.5, -0.75, -0.75, 1.0625], [-0.5, -2.25, -1.125, -1.125, -1.375], "
                 "[3.25, 2.4375, 1.875, 1.875, 2.375]], [[0.75, -0.75, -0.75, 2.0625, 1.6875], "
                 "[-0.75, -1.125, -1.125, -1.6875, 0.1875], [1.6875, 1.875, 1.875, 3, 0.9375]]]"}},
    {.name = "stride",
     .attributes = "{padding: 1, stride: 2}",
     .inputs = {"[[[-1, 0.75, 0.25, -0.25, -0.75], [1, 0.5, 0, -0.5, -1]], [[0.75, 0.25, -0.25, "
                "-0.75, 1], [0.5, 0, -0.5, -1, 0.75]]]",
                "[[[-1, 0.75, 0.25], [-0.25, -0.75, 1]], [[0.5, 0, -0.5], [-1, 0.75, 0.25]], "
                "[[-0.25, -0.75, 1], [0.5, 0, -0.5]]]",
                "[0.5, -1, 2]"},
     .outputs = {"[[[-0.3125, -0.75, 1.0625], [-0.5, -1.125, -1.375], [3.25, 1.875, 2.375]], "
                 "[[0.75, -0.75, 1.6875], [-0.75, -1.125, 0.1875], [1.6875, 1.875, 0.9375]]]"},
     .dims = {{"B", 2}, {"T", 5}},
     .shapes = {"[B, 2, T]", "[3, 2, 3]", "[3]"},
     .inferred = {"[B, 3, (T - 1)//2 + 1]"}},
    {.name = "dilation",
     .attributes = "{padding: 2, dilation: 2}",
     .inputs = {"[[[-1, 0.75, 0.25, -0.25, -0.75], [1, 0.5, 0, -0.5, -1]], [[0.75, 0.25, -0.25, "
                "-0.75, 1], [0.5, 0, -0.5, -1, 0.75]]]",
                "[[[-1, 0.75, 0.25], [-0.25, -0.75, 1]], [[0.5, 0, -0.5], [-1, 0.75, 0.25]], "
                "[[-0.25, -0.75, 1], [0.5, 0, -0.5]]]",
                "[0.5, -1, 2]"},
     .outputs =
         {"[[[-0.9375, 0.125, 0.25, -0.1875, 0.4375], [-0.375, -0.625, -2.375, -1.5, -1.625], [3, "
          "1.4375, 2.3125, 2.25, 2.5]], [[0.125, -0.5, 0.8125, 0.4375, 1.0625], [-0.625, -0.875, "
          "-1.8125, -1.625, -0.0625], [1.4375, 1.5625, 2.875, 2.5, 1.0625]]]"}},
    {.name = "padding_before_only",
     .attributes = "{padding: [2, 0]}",
     .inputs = {"[[[-1, 0.75, 0.25, -0.25, -0.75], [1, 0.5, 0, -0.5, -1]], [[0.75, 0.25, -0.25, "
                "-0.75, 1], [0.5, 0, -0.5, -1, 0.75]]]",
                "[[[-1, 0.75, 0.25], [-0.25, -0.75, 1]], [[0.5, 0, -0.5], [-1, 0.75, 0.25]], "
                "[[-0.25, -0.75, 1], [0.5, 0, -0.5]]]"},
     .outputs = {"[[[0.75, -0.8125, 1, -1.25, -1.25], [0.75, 0.5, -1.25, -0.125, -0.125], [-1.5, "
                 "1.25, 0.4375, -0.125, -0.125]], [[0.6875, 0.25, -1.25, -1.25, 1.5625], [-0.25, "
                 "0.25, -0.125, -0.125, -0.6875], [0.5, -0.3125, -0.125, -0.125, 1]]]"}},
    {.name = "depthwise",
     .attributes = "{groups: 2}",
     .inputs = {"[[[-1, 0.75, 0.25, -0.25, -0.75], [1, 0.5, 0, -0.5, -1]], [[0.75, 0.25, -0.25, "
                "-0.75, 1], [0.5, 0, -0.5, -1, 0.75]]]",
                "[[[-1, 0.75, 0.25]], [[-0.25, -0.75, 1]]]"},
     .outputs = {"[[[1.625, -0.625, -0.625], [-0.625, -0.625, -0.625]], [[-0.625, -0.625, "
                 "-0.0625], [-0.625, -0.625, 1.625]]]"}},
    {.name = "groups",
     .attributes = "{groups: 2}",
     .inputs = {"[[[-1, 0.75], [0.25, -0.25], [-0.75, 1], [0.5, 0]]]",
                "[[[-1], [0.75]], [[0.25], [-0.25]]]"},
     .outputs = {"[[[1.1875, -0.9375], [-0.3125, 0.25]]]"}},
    {.name = "nan_and_infinity",
     .inputs = {"[[[nan, 1, 2, inf, 3]]]", "[[[1, 1]]]"},
     .outputs = {"[[[nan, 3, inf, inf]]]"}},
    {.name = "no_batch",
     .inputs = {"empty [0, 2, 5]",
                "[[[-1, 0.75, 0.25], [-0.25, -0.75, 1]], [[0.5, 0, -0.5], [-1, 0.75, 0.25]], "
                "[[-0.25, -0.75, 1], [0.5, 0, -0.5]]]"},
     .outputs = {"empty [0, 3, 3]"}},
    {.name = "no_channels_in",
     .inputs = {"empty [1, 0, 3]", "empty [2, 0, 2]", "[0.5, -1]"},
     .outputs = {"[[[0.5, 0.5], [-1, -1]]]"}},
    {.name = "no_channels_out",
     .inputs = {"[[[1, 2]]]", "empty [0, 1, 2]"},
     .outputs = {"empty [1, 0, 1]"}},
    {.name = "no_channels_out_of_much_padding",
     .attributes = "{padding: 1000000000000}",
     .inputs = {"[[[1, 2]]]", "empty [0, 1, 2]"},
     .outputs = {"empty [1, 0, 2000000000001]"}},
    {.name = "padding_alone",
     .attributes = "{padding: 1}",
     .inputs = {"empty [1, 1, 0]", "[[[3, 4]]]"},
     .outputs = {"[[[0]]]"}},
    {.name = "kernel_too_long",
     .inputs = {"[[[1, 2]]]", "[[[1, 2, 3]]]"},
     .error = "the kernel covers 3 elements, but x with its padding has 2 along axis 2"},
    {.name = "kernel_too_long_dilated",
     .attributes = "{dilation: 4, padding: 1}",
     .inputs = {"[[[1, 2]]]", "[[[1, 2]]]"},
     .error = "the kernel covers 5 elements, but x with its padding has 4 along axis 2"},
    {.name = "no_kernel",
     .inputs = {"[[[1, 2]]]", "empty [1, 1, 0]"},
     .error = "weight has size 0 along axis 2"},
    {.name = "other_channels",
     .inputs = {"[[[1, 2]]]", "[[[1], [2]]]"},
     .error = "weight has I = 2, x has C = 1"},
    {.name = "other_channels_in_groups",
     .attributes = "{groups: 2}",
     .inputs = {"[[[1, 2]]]", "[[[1]], [[2]]]"},
     .error = "weight has I times 'groups' = 2, x has C = 1"},
    {.name = "groups_do_not_divide",
     .attributes = "{groups: 2}",
     .inputs = {"[[[1], [2]]]", "[[[1]], [[2]], [[3]]]"},
     .error = "weight has O = 3, which is no multiple of 'groups' = 2"},
    {.name = "no_groups",
     .attributes = "{groups: 0}",
     .inputs = {"[[[1]]]", "[[[1]]]"},
     .error = "groups is 0: it must be at least 1"},
    {.name = "no_stride",
     .attributes = "{stride: 0}",
     .inputs = {"[[[1]]]", "[[[1]]]"},
     .error = "stride is 0: it must be at least 1"},
    {.name = "negative_padding",
     .attributes = "{padding: [0, -1]}",
     .inputs = {"[[[1]]]", "[[[1]]]"},
     .error = "padding is -1: it must be at least 0"},
    {.name = "three_paddings",
     .attributes = "{padding: [0, 1, 2]}",
     .inputs = {"[[[1]]]", "[[[1]]]"},
     .error = "padding has 3 numbers: zeros at both ends of x, or [before, after]"},
    {.name = "huge_dilation",
     .attributes = "{dilation: 9223372036854775807}",
     .inputs = {"[[[1]]]", "[[[1, 2, 3]]]"},
     .error = "the size 2 * 9223372036854775807 overflows 64 bits"},
    {.name = "huge_padding",
     .attributes = "{padding: 9223372036854775807}",
     .inputs = {"[[[1]]]", "[[[1]]]"},
     .error = "the size 1 + 9223372036854775807 overflows 64 bits"},
    {.name = "other_rank",
     .inputs = {"[[1]]", "[[[1]]]"},
     .error = "x has shape [1, 1], but x[B,C,L] needs 3 axes"},
};

const Rows rows("conv1d", kRows);

}  // namespace
}  // namespace atto::testing
