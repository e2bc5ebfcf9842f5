// Expected values: attention_literals.py, which stands beside this file.
#include "framework/testing/rows.h"

namespace atto::testing {
namespace {

const char kX[] =
    "[[[-1.0, 0.0, 1.0, -0.25], [0.75, -0.5, 0.5, -0.75]], [[0.25, -1.0, 0.0, 1.0], [-0.25, 0.75, "
    "-0.5, 0.5]], [[-0.75, 0.25, -1.0, 0.0], [1.0, -0.25, 0.75, -0.5]]]";
const char kWide[] = "[[[-1.0, 0.25, -0.75, 0.5, -0.5, 0.75, -0.25, 1.0, 0.0, -1.0, 0.25, -0.75]]]";

const std::vector<Row> kRows = {
    {.name = "half",
     .attributes = "{style: half, theta: 100}",
     .inputs = {kX, "[0, 1, 5]"},
     .outputs =
         {"[[[-1.0, 0.0, 1.0, -0.25], [0.75, -0.5, 0.5, -0.75]], [[0.1350755764670349, "
          "-1.0948375819248537, 0.21036774620197413, 0.8951707486311974], [0.2856599159369133, "
          "0.6963364156351051, -0.48051889913604395, 0.572377145124134]], [[-1.1716709137605583, "
          "0.21939564047259313, 0.4355310205341276, 0.11985638465105074], [1.0028553914605802, "
          "0.02031712882950834, -0.7461776355657188, -0.558647665596237]]]"}},
    {.name = "interleaved",
     .attributes = "{style: interleaved, theta: 100}",
     .inputs = {kX, "[0, 1, 5]"},
     .outputs =
         {"[[[-1.0, 0.0, 1.0, -0.25], [0.75, -0.5, 0.5, -0.75]], [[0.9765465612749314, "
          "-0.32993455966616553, -0.09983341664682817, 0.9950041652780256], [-0.7661788150729573, "
          "0.1948589831991306, -0.5474187909624268, 0.4475853743155987]], [[0.026984429568364915, "
          "0.7901087523631605, -0.8775825618903725, -0.47942553860420295], [0.04393111679744166, "
          "-1.0298398210289452, 0.8978996907198808, -0.07922212699203407]]]"}},
    {.name = "dims",
     .attributes = "{style: half, theta: 100, dims: 2}",
     .inputs = {kX, "[0, 1, 5]"},
     .outputs = {"[[[-1.0, 0.0, 1.0, -0.25], [0.75, -0.5, 0.5, -0.75]], [[0.9765465612749314, "
                 "-0.32993455966616553, 0.0, 1.0], [-0.7661788150729573, 0.1948589831991306, -0.5, "
                 "0.5]], [[0.026984429568364915, 0.7901087523631605, -1.0, 0.0], "
                 "[0.04393111679744166, -1.0298398210289452, 0.75, -0.5]]]"},
     .flops = 36},
    {.name = "dims_interleaved",
     .attributes = "{style: interleaved, theta: 100, dims: 2}",
     .inputs = {kX, "[0, 1, 5]"},
     .outputs = {"[[[-1.0, 0.0, 1.0, -0.25], [0.75, -0.5, 0.5, -0.75]], [[0.9765465612749314, "
                 "-0.32993455966616553, 0.0, 1.0], [-0.7661788150729573, 0.1948589831991306, -0.5, "
                 "0.5]], [[0.026984429568364915, 0.7901087523631605, -1.0, 0.0], "
                 "[0.04393111679744166, -1.0298398210289452, 0.75, -0.5]]]"}},
    {.name = "backwards",
     .attributes = "{style: half, theta: 100}",
     .inputs = {kX, "[-1, -2, 7]"},
     .outputs =
         {"[[[0.30116867893975685, -0.024958354161707042, 1.381773290676036, -0.2487510413195064], "
          "[0.825962221805053, -0.572377145124134, -0.3609520856718525, -0.6963364156351051]], "
          "[[-0.1040367091367856, -0.7813972470461805, -0.2273243567064204, 1.178735908636303], "
          "[-0.3506120042760552, 0.8343845987784619, 0.4353977749799916, 0.34103129082432493]], "
          "[[0.09155990796131053, 0.19121054682112212, -1.2466422033823965, 0.16105442180942275], "
          "[0.2611623053042129, 0.13089829679772338, 1.2224132894762676, -0.5434755154516671]]]"}},
    {.name = "far",
     .attributes = "{style: half, theta: 100}",
     .inputs = {kX, "[2147483648, 9007199254740992, 4611686018427387904]"},
     .outputs =
         {"[[[0.7334939812201359, -0.24591193134925377, 1.2091263703657427, "
          "-0.045025792831219554], [0.6640172338260721, -0.8277873797102004, -0.6095745345583027, "
          "0.3567464842048489]], [[-0.13212794610327216, 0.8247365361076522, -0.21223149120366375, "
          "-1.1488296853794957], [-0.29233503630405533, -0.8211106203756414, 0.4764873834102081, "
          "-0.3718566243948456]], [[-0.16947256638684405, -0.02075357913962351, 1.238458335690893, "
          "-0.24913708867387727], [-0.1840746702620798, -0.47752059820813103, -1.2363723208515736, "
          "0.2906442469531243]]]"}},
    {.name = "batch",
     .attributes = "{style: half, theta: 10000}",
     .inputs = {"[[[[-1.0, 0.25]], [[-0.75, 0.5]]], [[[-0.5, 0.75]], [[-0.25, 1.0]]]]",
                "[[0, 1], [3, 2]]"},
     .outputs =
         {"[[[[-1.0, 0.25]], [[-0.825962221805053, -0.3609520856718525]]], [[[0.3891562422553223, "
          "-0.8130543764802677]], [[-0.805260717688896, -0.6434711932535628]]]]"},
     .dims = {{"B", 2}, {"T", 2}, {"H", 1}},
     .shapes = {"[B, T, H, 2]", "[B, T]"},
     .inferred = {"[B, T, H, 2]"},
     .flops = 24},
    {.name = "linear",
     .attributes = "{style: half, theta: 100, scaling: linear, factor: 4}",
     .inputs = {kX, "[0, 1, 5]"},
     .outputs =
         {"[[[-1.0, 0.0, 1.0, -0.25], [0.75, -0.5, 0.5, -0.75]], [[0.24222810542766124, "
          "-1.0246849121904151, 0.06185098981363074, 0.9746901203609906], [-0.11852612580039976, "
          "0.737266939249421, -0.5463072006689532, 0.5185918050738857]], [[0.7124928475591348, "
          "0.2480494168073322, -1.0270608269119585, 0.031168683346306923], [-0.39641610212142103, "
          "-0.18571205011471836, 1.1854763911520378, -0.5272675169609713]]]"}},
    {.name = "llama3",
     .attributes = "{style: half, theta: 500, scaling: llama3, factor: 8, low_freq_factor: 1, "
                   "high_freq_factor: 4, original_context: 64}",
     .inputs = {kWide, "[40]"},
     .outputs =
         {"[[[0.853216351772099, 0.210183627534348, -0.3754843792046203, 0.7093000573069681, "
          "-0.5182476116627948, 0.7708291053683095, -0.5783786450662833, 1.0091198356570457, "
          "-0.649239155452997, -0.8642299628596153, 0.2095695898879629, -0.7285756586086939]]]"}},
    {.name = "yarn",
     .attributes =
         "{style: half, theta: 500, scaling: yarn, factor: 4, original_context: 64, beta_fast: 8}",
     .inputs = {kWide, "[40]"},
     .outputs =
         {"[[[0.9714972534997935, 0.973981534186354, 0.6941598081924316, 1.005731610358404, "
          "-0.607153858115284, 0.9007087661685663, -0.6585589504910385, -0.6548792071012002, "
          "-0.4974037285037113, -0.7804486971619427, 0.1910844128119723, -0.8045249128680813]]]"}},
    {.name = "yarn_exact",
     .attributes = "{style: half, theta: 500, scaling: yarn, factor: 4, original_context: 64, "
                   "beta_fast: 8, truncate: false, attention_factor: 1.25}",
     .inputs = {kWide, "[40]"},
     .outputs =
         {"[[[1.0665204397151238, 0.5735766991632512, 0.1332179738242022, 1.1041032956611156, "
          "-0.6665402268499405, 0.9888080546689573, -0.7229733063328543, -1.1537616825744343, "
          "-0.9279866493922067, -0.8567852195913875, 0.2097745837579707, -0.8832163557259298]]]"}},
    {.name = "yarn_one_pair",
     .attributes = "{style: interleaved, theta: 10, scaling: yarn, factor: 2, original_context: "
                   "6.5, beta_fast: 1, truncate: false}",
     .inputs = {kWide, "[3]"},
     .outputs =
         {"[[[1.0208881219722064, -0.41555508847556044, -0.8745342312983886, -0.40525297761572737, "
          "-0.9245638197624743, 0.27243685647375193, -0.726226465802845, 0.829152404271602, "
          "0.3395817437006929, -1.013961639114798, 0.436025535421162, -0.7242430264542911]]]"}},
    {.name = "yarn_defaults",
     .attributes = "{style: half, theta: 10000, scaling: yarn, factor: 2, original_context: 4096}",
     .inputs = {kWide, "[3]"},
     .outputs =
         {"[[[1.0963389727875046, -0.4305983111446605, -0.7960404969500001, 0.5585795807738327, "
          "-0.5357328853936297, 0.8025442175325875, 0.11375168521436729, 1.0146347537814953, "
          "-0.09747375663162038, -1.0570152835964548, 0.2651667210667789, -0.801427470790448]]]"}},
    {.name = "no_heads",
     .attributes = "{style: half, theta: 10}",
     .inputs = {"empty [2, 0, 4]", "[0, 1]"},
     .outputs = {"empty [2, 0, 4]"}},
    {.name = "no_tokens",
     .attributes = "{style: half, theta: 10}",
     .inputs = {"empty [0, 1, 4]", "empty [0]"},
     .outputs = {"empty [0, 1, 4]"}},
    {.name = "no_width",
     .attributes = "{style: interleaved, theta: 10}",
     .inputs = {"empty [1, 1, 0]", "[3]"},
     .outputs = {"empty [1, 1, 0]"}},
    {.name = "nan",
     .attributes = "{style: half, theta: 10}",
     .inputs = {"[[[nan, 1]], [[inf, 0]]]", "[1, 0]"},
     .outputs = {"[[[nan, nan]], [[inf, nan]]]"}},
    {.name = "odd",
     .attributes = "{style: half, theta: 10}",
     .inputs = {"[[[1, 2, 3]]]", "[0]"},
     .error = "x has D = 3, which is odd: give 'dims', how many are turned"},
    {.name = "too_many_dims",
     .attributes = "{style: half, theta: 10, dims: 4}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "dims = 4 is more than x has: D = 2"},
    {.name = "odd_dims",
     .attributes = "{style: half, theta: 10, dims: 3}",
     .inputs = {"[[[1, 2, 3]]]", "[0]"},
     .error = "'dims' must be even and at least 2: it counts both of a pair; not 3"},
    {.name = "no_dims",
     .attributes = "{style: half, theta: 10, dims: 0}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'dims' must be even and at least 2: it counts both of a pair; not 0"},
    {.name = "other_positions",
     .attributes = "{style: half, theta: 10}",
     .inputs = {"[[[1, 2]]]", "[0, 1]"},
     .error = "positions has T = 2, x has T = 1"},
    {.name = "other_batch",
     .attributes = "{style: half, theta: 10}",
     .inputs = {"[[[[1, 2]]]]", "[0]"},
     .error = "positions has ... = [], x has ... = [1]"},
    {.name = "no_style",
     .attributes = "{theta: 10}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "missing attribute 'style' (half|interleaved): what pairs up: i with i + dims / 2, "
              "or 2 i with 2 i + 1"},
    {.name = "no_theta",
     .attributes = "{style: half}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "missing attribute 'theta' (number): the longest wave has 2 pi theta positions"},
    {.name = "small_theta",
     .attributes = "{style: half, theta: 0}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'theta' must be at least 1; not 0"},
    {.name = "unknown_scaling",
     .attributes = "{style: half, theta: 10, scaling: llama}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'scaling' must be one of none, linear, llama3, yarn; not 'llama'; did you mean "
              "'llama3'?"},
    {.name = "factor_without_scaling",
     .attributes = "{style: half, theta: 10, factor: 2}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'factor' has no meaning with scaling none"},
    {.name = "factor_missing",
     .attributes = "{style: half, theta: 10, scaling: linear}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "scaling linear needs 'factor': how much longer it is"},
    {.name = "small_factor",
     .attributes = "{style: half, theta: 10, scaling: linear, factor: 0.5}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'factor' must be at least 1; not 0.5"},
    {.name = "negative_beta",
     .attributes =
         "{style: half, theta: 10, scaling: yarn, factor: 2, original_context: 10, beta_slow: -1}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'beta_slow' must be above 0; not -1"},
    {.name = "betas_the_other_way",
     .attributes = "{style: half, theta: 10, scaling: yarn, factor: 2, original_context: 10, "
                   "beta_slow: 2, beta_fast: 1}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'beta_fast' must be at least beta_slow; not 1"},
    {.name = "high_below_low",
     .attributes = "{style: half, theta: 10, scaling: llama3, factor: 2, original_context: 10, "
                   "low_freq_factor: 2, high_freq_factor: 2}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'high_freq_factor' must be above low_freq_factor; not 2"},
    {.name = "yarn_theta",
     .attributes = "{style: half, theta: 1, scaling: yarn, factor: 2, original_context: 10}",
     .inputs = {"[[[1, 2]]]", "[0]"},
     .error = "'theta' must be above 1; not 1"},
};

const Rows rows("rope", kRows);

}  // namespace
}  // namespace atto::testing
