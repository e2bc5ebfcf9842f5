// Expected values: norms_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "mean",
     .inputs = {"[[2, -1, 0.5], [0, 3, 1], [-2, 0.25, 1]]", "[0, 2, 1]"},
     .outputs = {"1.1937611680903188"},
     .flops = 36},
    {.name = "losses",
     .inputs = {"[[2, -1, 0.5], [0, 3, 1], [-2, 0.25, 1]]", "[0, 2, 1]"},
     .outputs = {"1.1937611680903188",
                 "[0.24131129665715703, 2.1698460195562856, 1.1701261880575138]"}},
    {.name = "ignore",
     .attributes = "{ignore: -1}",
     .inputs = {"[[2, -1, 0.5], [0, 3, 1], [-2, 0.25, 1]]", "[0, -1, 1]"},
     .outputs = {"0.7057187423573354", "[0.24131129665715703, 0, 1.1701261880575138]"}},
    {.name = "batch",
     .inputs = {"[[[2, -1, 0.5]], [[0, 3, 1]]]", "[[0], [2]]"},
     .outputs = {"1.2055786581067214", "[[0.24131129665715703], [2.1698460195562856]]"},
     .dims = {{"B", 2}, {"T", 1}, {"V", 3}},
     .shapes = {"[B, T, V]", "[B, T]"},
     .inferred = {"[]", "[B, T]"}},
    {.name = "one_target",
     .inputs = {"[2, -1, 0.5]", "0"},
     .outputs = {"0.24131129665715703", "0.24131129665715703"}},
    {.name = "large_logits",
     .inputs = {"[[1000, 0], [0, 1000]]", "[0, 0]"},
     .outputs = {"500", "[0, 1000]"}},
    {.name = "nan_and_infinity",
     .inputs = {"[[-inf, 0], [-inf, 0], [-inf, -inf], [nan, 0]]", "[0, 1, 0, 1]"},
     .outputs = {"nan", "[inf, 0, nan, nan]"}},
    {.name = "none_counts",
     .attributes = "{ignore: -1}",
     .inputs = {"[[2, -1, 0.5], [0, 3, 1], [-2, 0.25, 1]]", "[-1, -1, -1]"},
     .outputs = {"nan", "[0, 0, 0]"},
     .gradient = false},
    {.name = "no_targets",
     .inputs = {"empty [0, 3]", "empty [0]"},
     .outputs = {"nan", "empty [0]"}},
    {.name = "no_logits_and_none_counts",
     .attributes = "{ignore: -1}",
     .inputs = {"empty [1, 0]", "[-1]"},
     .outputs = {"nan", "[0]"}},
    {.name = "target_too_large",
     .inputs = {"[[[1, 2], [3, 4]]]", "[[0, 2]]"},
     .error = "target 2 at position [0, 1] is outside the 2 logits; a target that must not count "
              "is named by 'ignore'"},
    {.name = "negative_target",
     .attributes = "{ignore: -100}",
     .inputs = {"[[1, 2], [3, 4]]", "[-100, -1]"},
     .error = "target -1 at position [1] is outside the 2 logits and is not -100, which 'ignore' "
              "names"},
    {.name = "other_targets",
     .inputs = {"[[1, 2], [3, 4]]", "[0]"},
     .error = "targets has ... = [1], logits has ... = [2]"},
    {.name = "scalar",
     .inputs = {"1", "0"},
     .error = "logits has shape [], but logits[...,V] needs at least 1 axis"},
};

const Rows rows("cross_entropy", kRows);

}  // namespace
}  // namespace atto::testing
