#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const std::vector<Row> kRows = {
    {.name = "both_signs",
     .attributes = "{slope: 0.5}",
     .inputs = {"[[-2, 3], [-1, 0.25]]"},
     .outputs = {"[[-1, 3], [-0.5, 0.25]]"}},
    {.name = "no_slope",
     .inputs = {"[1]"},
     .error = "missing attribute 'slope' (number): factor of negative x"},
};

const Rows rows("leaky_relu", kRows, ATTO_EXAMPLE_PLUGIN);

}  // namespace
}  // namespace atto::testing
