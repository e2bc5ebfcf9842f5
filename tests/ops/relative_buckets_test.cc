// Expected values: attention_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const char kAt[] = "[0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000]";

const std::vector<Row> kRows = {
    {.name = "both_ways",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: true}",
     .inputs = {"[0, 128]", kAt},
     .outputs =
         {"[[0, 17, 18, 19, 23, 24, 24, 25, 26, 26, 27, 28, 28, 29, 30, 30, 31, 31, 31, 31], [15, "
          "15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 14, 14, 13, 1, 0, 17, 31]]"}},
    {.name = "backwards",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: false}",
     .inputs = {"[5, 128]", kAt},
     .outputs = {"[[5, 4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [31, 31, 31, 31, "
                 "31, 31, 31, 31, 30, 30, 29, 29, 29, 26, 26, 26, 1, 0, 0, 0]]"}},
    {.name = "few",
     .attributes = "{buckets: 4, max_distance: 3, bidirectional: true}",
     .inputs = {"[2]", "[-9, 0, 1, 2, 3, 4, 90]"},
     .outputs = {"[[1, 1, 1, 0, 3, 3, 3]]"}},
    {.name = "sequences",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: true}",
     .inputs = {"[[0, 1], [3, 2]]", "[[0], [1]]"},
     .outputs = {"[[[0], [1]], [[2], [1]]]"},
     .dims = {{"B", 2}, {"T", 2}, {"P", 1}},
     .shapes = {"[B, T]", "[B, P]"},
     .inferred = {"[B, T, P]"}},
    {.name = "no_keys",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: true}",
     .inputs = {"[0, 1]", "[]"},
     .outputs = {"[[], []]"}},
    {.name = "no_queries",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: true}",
     .inputs = {"[]", "[0, 1]"},
     .outputs = {"empty [0, 2]"}},
    {.name = "farthest",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: true}",
     .inputs = {"[-9223372036854775807, 9223372036854775807]",
                "[9223372036854775807, -9223372036854775807]"},
     .outputs = {"[[31, 0], [0, 15]]"}},
    {.name = "other_batch",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: true}",
     .inputs = {"[[0]]", "[0]"},
     .error = "keys has ... = [], queries has ... = [1]"},
    {.name = "scalar",
     .attributes = "{buckets: 32, max_distance: 128, bidirectional: true}",
     .inputs = {"0", "[0]"},
     .error = "queries has shape [], but queries:i64[...,T] needs at least 1 axis"},
    {.name = "odd",
     .attributes = "{buckets: 5, max_distance: 128, bidirectional: true}",
     .inputs = {"[0]", "[0]"},
     .error = "'buckets' must be at least 4 and even, not 5"},
    {.name = "too_few",
     .attributes = "{buckets: 1, max_distance: 128, bidirectional: false}",
     .inputs = {"[0]", "[0]"},
     .error = "'buckets' must be at least 2, not 1"},
    {.name = "too_near",
     .attributes = "{buckets: 32, max_distance: 8, bidirectional: true}",
     .inputs = {"[0]", "[0]"},
     .error = "'max_distance' must be above 8, up to which each distance has a bucket of its own; "
              "not 8"},
    {.name = "no_direction",
     .attributes = "{buckets: 32, max_distance: 128}",
     .inputs = {"[0]", "[0]"},
     .error = "missing attribute 'bidirectional' (bool): whether half of them are for keys behind"},
};

const Rows rows("relative_buckets", kRows);

}  // namespace
}  // namespace atto::testing
