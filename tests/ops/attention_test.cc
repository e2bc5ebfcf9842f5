// Expected values: literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

// Three tokens, one head; a head of values is wider than one of keys.
const char kQ[] = "[[[-1, 0]], [[1, -0.25]], [[0.75, -0.5]]]";
const char kK[] = "[[[-1, 0.25]], [[-0.75, 0.5]], [[-0.5, 0.75]]]";
const char kV[] = "[[[-1, 0.75, 0.25]], [[-0.25, -0.75, 1]], [[0.5, 0, -0.5]]]";

// Two sequences of two tokens, four query heads on two heads of keys.
const char kGroupedQ[] =
    "[[[[-1, 0], [1, -0.25], [0.75, -0.5], [0.5, -0.75]], [[0.25, -1], [0, 1], [-0.25, 0.75], "
    "[-0.5, 0.5]]], [[[-0.75, 0.25], [-1, 0], [1, -0.25], [0.75, -0.5]], [[0.5, -0.75], [0.25, "
    "-1], [0, 1], [-0.25, 0.75]]]]";
const char kGroupedK[] =
    "[[[[-1, 0.25], [-0.75, 0.5]], [[-0.5, 0.75], [-0.25, 1]]], [[[0, -1], [0.25, -0.75]], [[0.5, "
    "-0.5], [0.75, -0.25]]]]";
const char kGroupedV[] = "[[[[-1], [0.75]], [[0.25], [-0.25]]], [[[-0.75], [1]], [[0.5], [0]]]]";

const std::vector<Row> kRows = {
    {.name = "all_keys",
     .attributes = "{mask: none, scale: 0.5}",
     .inputs = {kQ, kK, kV},
     .outputs = {"[[[-0.3123377886625084, 0.03311441765291673, 0.2792233710095916]], "
                 "[[-0.20319353405146978, -0.022307009209274392, 0.22550054326074415]], "
                 "[[-0.23437754259353127, -0.007689188186267404, 0.24206673077979868]]]",
                 "[[[0.37575653614018895, 0.3316039792696333, 0.2926394845901778], "
                 "[0.3026162332631979, 0.33235891220889713, 0.3650248545279049], "
                 "[0.32297260195878397, 0.33322485287380715, 0.34380254516740894]]]"},
     .flops = 90},
    {.name = "causal",
     .attributes = "{mask: causal, scale: 0.5}",
     .inputs = {kQ, kK, kV},
     .outputs = {"[[[-1, 0.75, 0.25]], [[-0.607434738297757, -0.03513052340448608, "
                 "0.642565261702243]], [[-0.23437754259353127, -0.007689188186267404, "
                 "0.24206673077979868]]]",
                 "[[[1, 0, 0], [0.47657965106367595, 0.523420348936324, 0], "
                 "[0.32297260195878397, 0.33322485287380715, 0.34380254516740894]]]"},
     .time = {"T", "S"}},
    {.name = "without_weights",
     .attributes = "{mask: causal, scale: 0.5}",
     .inputs = {kQ, kK, kV},
     .outputs = {"[[[-1, 0.75, 0.25]], [[-0.607434738297757, -0.03513052340448608, "
                 "0.642565261702243]], [[-0.23437754259353127, -0.007689188186267404, "
                 "0.24206673077979868]]]"},
     .time = {"T", "S"}},
    {.name = "cross",
     .attributes = "{mask: none, scale: 1}",
     .inputs = {"[[[-1, 0]], [[1, -0.25]]]", kK, kV},
     .outputs = {"[[[-0.37371530426442406, 0.06954983685739574, 0.30416546740702827]], "
                 "[[-0.1567951650359296, -0.042246195739783665, 0.19904136077571327]]]"}},
    {.name = "grouped",
     .attributes = "{mask: causal, scale: 0.7}",
     .inputs = {kGroupedQ, kGroupedK, kGroupedV},
     .outputs =
         {"[[[[-1], [-1], [0.75], [0.75]], [[-0.45656343445887476], [-0.2667280263533375], "
          "[0.20636131276292113], [0.25]]], [[[-0.75], [-0.75], [1], [1]], "
          "[[-0.1523263174645019], [-0.20656343445887476], [0.41338242108267], "
          "[0.45636131276292113]]]]",
          "[[[[1, 0], [0.5652507475670998, 0.4347492524329002]], [[1, 0], [0.41338242108267, "
          "0.5866175789173301]], [[1, 0], [0.45636131276292113, 0.5436386872370789]], [[1, 0], "
          "[0.5, 0.5]]], [[[1, 0], [0.5218610539716015, 0.4781389460283985]], [[1, 0], "
          "[0.5652507475670998, 0.4347492524329002]], [[1, 0], [0.41338242108267, "
          "0.5866175789173301]], [[1, 0], [0.45636131276292113, 0.5436386872370789]]]]"},
     .dims = {{"B", 2}, {"T", 2}, {"K", 2}, {"D", 2}},
     .shapes = {"[B, T, 2*K, D]", "[B, T, K, D]", "[B, T, K, 1]"},
     .inferred = {"[B, T, 2*K, 1]", "[B, 2*K, T, T]"},
     .time = {"T", "S"}},
    {.name = "no_keys",
     .attributes = "{mask: none, scale: 1}",
     .inputs = {"[[[1, 2]]]", "empty [0, 1, 2]", "empty [0, 1, 2]"},
     .outputs = {"[[[0, 0]]]"}},
    {.name = "no_tokens",
     .attributes = "{mask: causal, scale: 1}",
     .inputs = {"empty [0, 1, 2]", "empty [0, 1, 2]", "empty [0, 1, 2]"},
     .outputs = {"empty [0, 1, 2]"},
     .time = {"T", "S"}},
    {.name = "heads_no_multiple",
     .attributes = "{mask: none, scale: 1}",
     .inputs = {"[[[1], [2], [3]]]", "[[[1], [2]]]", "[[[1], [2]]]"},
     .error = "q has H = 3, which is no multiple of K = 2 of k and v"},
    {.name = "no_heads",
     .attributes = "{mask: none, scale: 1}",
     .inputs = {"empty [1, 0, 1]", "empty [1, 0, 1]", "empty [1, 0, 1]"},
     .error = "q has H = 0, which is no multiple of K = 0 of k and v"},
    {.name = "causal_with_other_keys",
     .attributes = "{mask: causal, scale: 1}",
     .inputs = {"[[[1]]]", "[[[1]], [[2]]]", "[[[1]], [[2]]]"},
     .error = "a causal mask needs a query for each key: q has T = 1, k has S = 2"},
    {.name = "other_width",
     .attributes = "{mask: none, scale: 1}",
     .inputs = {"[[[1, 2]]]", "[[[1]]]", "[[[1]]]"},
     .error = "k has D = 1, q has D = 2"},
    {.name = "other_batch",
     .attributes = "{mask: none, scale: 1}",
     .inputs = {"[[[[1]]]]", "[[[1]]]", "[[[1]]]"},
     .error = "k has ... = [], q has ... = [1]"},
    {.name = "no_mask",
     .attributes = "{scale: 1}",
     .inputs = {"[[[1]]]", "[[[1]]]", "[[[1]]]"},
     .error = "missing attribute 'mask' (none|causal): which keys a query sees"},
    {.name = "no_scale",
     .attributes = "{mask: none}",
     .inputs = {"[[[1]]]", "[[[1]]]", "[[[1]]]"},
     .error = "missing attribute 'scale' (number): factor of the scores, mostly D**-0.5"},
};

const Rows rows("attention", kRows);

}  // namespace
}  // namespace atto::testing
