// Expected values: binary_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "table", .inputs = {"[[true, false]]"}, .outputs = {"[[false, true]]"}},
    {.name = "scalar", .inputs = {"false"}, .outputs = {"true"}},
    {.name = "no_elements", .inputs = {"empty [0, 2]"}, .outputs = {"empty [0, 2]"}},
    {.name = "no_such_attribute",
     .attributes = "{axis: 0}",
     .inputs = {"[true]"},
     .error = "not has no attribute 'axis'"},
};

const Rows rows("not", kRows);

}  // namespace
}  // namespace atto::testing
