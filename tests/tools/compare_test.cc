// `atto compare` as its user meets it: on a small model, and on a trained one with the activations
// that its own implementation had.
#include <nlohmann/json.hpp>

#include "framework/data/npz.h"
#include "framework/data/safetensors.h"
#include "tests/data/helpers.h"
#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

class Compare : public InTemporaryFolder {
 protected:
  void SetUp() override {
    InTemporaryFolder::SetUp();
    write_file("model.yaml", R"(attograph: 1
inputs: {x: {shape: [T, 2]}}
blocks:
  twice:
    inputs: {x: [T, D]}
    graph:
      - sum: {add: [x, x]}
      - y:   {mul: [sum, x]}
    outputs: [y]
graph:
  - h: {twice: x}
  - z: {exp: h}
outputs: [z]
)");
  }

  using Arrays = std::vector<std::pair<std::string, Tensor>>;

  static AttoResult compare(const Arrays& arrays, const std::string& arguments = "") {
    NpzWriter archive("ref.npz");
    for (const auto& [name, array] : arrays) archive.add(name, array);
    archive.close();
    return run_atto("compare model.yaml --reference ref.npz " + arguments);
  }
  static Tensor row(const std::vector<float>& values) { return Tensor::of<float>({1, 2}, values); }

  const Arrays right_ = {{"x", row({1, -2})}, {"h.sum", row({2, -4})}, {"h.y", row({2, 8})}};
};

TEST_F(Compare, AgreesWithWhatIsEqual) {
  const AttoResult result = compare(right_);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            "value  array  shape   absolute  relative\n"
            "h.sum  h.sum  [1, 2]   0.0e+00   0.0e+00  ok\n"
            "h.y    h.y    [1, 2]   0.0e+00   0.0e+00  ok\n"
            "\n"
            "2 values agree: |value - reference| <= 1e-05 + 0.0001 * |reference|\n");
}

TEST_F(Compare, NamesTheFirstDifference) {
  Arrays arrays = right_;
  arrays[2].second = row({2, 6.4F});
  arrays.emplace_back("h.summ", row({0, 0}));
  arrays.emplace_back("z", Tensor::of<float>({3}, {0, 0, 0}));
  const AttoResult result = compare(arrays);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out,
            "value  array  shape            absolute  relative\n"
            "h.sum  h.sum  [1, 2]            0.0e+00   0.0e+00  ok\n"
            "h.y    h.y    [1, 2]            1.6e+00   2.5e-01  DIFFERS\n"
            "z      z      [1, 2], not [3]         -         -  DIFFERS\n"
            "\n"
            "not compared\n"
            "  array\n"
            "  h.summ  did you mean 'h.sum'?\n"
            "\n"
            "2 of 3 values differ: |value - reference| > 1e-05 + 0.0001 * |reference|\n");
  EXPECT_EQ(
      result.err,
      "model.yaml:8:9: error: the first difference: 'h.y' is 8 at [0, 1], not 6.4000001; 1 of 2 "
      "elements differ\n"
      "          - y:   {mul: [sum, x]}\n"
      "            ^\n"
      "note: mul reads h.sum (agrees), x (an input)\n"
      "model.yaml:11:9: note: in block 'twice', called as h\n"
      "      - h: {twice: x}\n"
      "            ^\n");
}

TEST_F(Compare, FollowsAMap) {
  write_file("map.yaml",
             "a: x\nb: {value: h.sum, order: [1, 0]}\nc: {value: h.y, reshape: true}\nd: h.sum\n");
  const Tensor one_axis_more = Tensor::of<float>({1, 1, 2}, {2, -4});
  const Tensor turned = Tensor::of<float>({2, 3}, {2, 4, 6, -2, -4, -6});
  const Tensor flat = Tensor::of<float>({6}, {2, 2, 8, 8, 18, 18});
  const Tensor input = Tensor::of<float>({3, 2}, {1, -1, 2, -2, 3, -3});
  const AttoResult result = compare(
      {{"a", input}, {"b", turned}, {"c", flat}, {"d", one_axis_more}}, "--map map.yaml --json");
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["differing"], 1) << result.out;
  EXPECT_EQ(json["values"][1]["reference"], "d");
  EXPECT_EQ(json["values"][1]["agrees"], false);
  const AttoResult given =
      compare({{"a", input}, {"d", one_axis_more}, {"b", one_axis_more}, {"c", flat}},
              "-i 'x=[[1, -2]]' --map map.yaml --json");
  EXPECT_EQ(given.err.substr(0, 16), "map.yaml:2:26: e") << given.err;
}

TEST_F(Compare, ToleratesAsMuchAsIsSaid) {
  struct Row {
    double value, reference;
    std::string flags;
    int exit_code;
  };
  const double nan = kNan<double>, inf = kInf<double>;
  const std::vector<Row> rows = {
      {1, 1.00005, "", 0},       {1, 1.0002, "", 1}, {1, 1.0002, "--rtol 1e-3", 0},
      {0, 0.5, "--atol 0.5", 0}, {0, 1e-6, "", 0},   {0, 1e-6, "--dtype float64", 1},
      {nan, nan, "", 0},         {nan, 1, "", 1},    {1, nan, "", 1},
      {inf, inf, "", 0},         {inf, -inf, "", 1}, {1e30, inf, "--dtype float64", 1}};
  write_file(
      "model.yaml",
      "attograph: 1\ninputs: {x: {shape: [T]}}\ngraph: [y: {scale: x, by: 1}]\noutputs: [y]\n");
  for (const auto& [value, reference, flags, exit_code] : rows) {
    const AttoResult result = compare(
        {{"x", Tensor::of<double>({1}, {value})}, {"y", Tensor::of<double>({1}, {reference})}},
        flags);
    EXPECT_EQ(result.exit_code, exit_code) << value << " and " << reference << " " << flags << "\n"
                                           << result.out << result.err;
  }
}

TEST_F(Compare, WithItself) {
  for (const char* against : {"definition", "float64", "no-optimize"}) {
    const AttoResult result =
        run_atto(text("compare model.yaml -i x=random:T=3 --against ", against));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("3 values agree"), std::string::npos) << result.out;
  }
  const AttoResult some =
      run_atto("compare model.yaml -i x=random:T=3 --against float64 --print 'h.*' --print h");
  EXPECT_NE(some.out.find("2 values agree"), std::string::npos) << some.out << some.err;
}

TEST_F(Compare, LeavesOutWhatTheCheckpointCannotGive) {
  write_file("model.yaml", R"(attograph: 1
inputs: {x: {shape: [T, 2]}}
graph:
  - y:      {linear: x, prefix: up, to: [2]}
  - pooled: {linear: y, prefix: pool, weight: {from: weight, optional: true}, to: [2]}
  - z:      {tanh: pooled}
outputs: [y, z]
)");
  write_safetensors("model.safetensors", {{"up.weight", Tensor(DType::float32, {2, 2})}});
  const AttoResult result =
      run_atto("compare model.yaml --checkpoint . -i x=random:T=3 --against float64");
  EXPECT_NE(result.out.find("1 value agrees"), std::string::npos) << result.out << result.err;
}

struct Mistake {
  std::string map, arguments, message;
};

TEST_F(Compare, Mistakes) {
  const std::vector<Mistake> rows = {
      {"y: h.y", "", "map.yaml:1:1: error: the archive has no array 'y'; there are x, h.sum, h.y"},
      {"h.y: h.yy", "", "map.yaml:1:6: error: there is no value 'h.yy'; did you mean 'h.y'?"},
      {"h.y: {value: h.y, ordre: [0]}", "",
       "map.yaml:1:19: error: there is no key 'ordre' here; did you mean 'order'?"},
      {"h.y: {value: h.y, order: [0, 0]}", "",
       "map.yaml:1:26: error: the array has 2 axes: 'order' lists each of them once, counted from "
       "0"},
      {"h.y: [h.y]", "",
       "map.yaml:1:6: error: the name of a value is expected, or {value: NAME, order: [...], "
       "reshape: true}"},
      {"[h.y]", "", "map.yaml:1:1: error: a map of names is expected: {ARRAY: VALUE, ...}"},
      {"{h.y: x, x: x}", "",
       "error: ref.npz has two arrays for the input 'x': 'x' and 'h.y'; leave one out of the map"},
      {"", "--against float64", "error: --reference excludes --against"},
  };
  for (const auto& [map, arguments, message] : rows) {
    write_file("map.yaml", map + "\n");
    const AttoResult result =
        compare(right_, map.empty() ? arguments : arguments + " --map map.yaml");
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.substr(0, result.err.find('\n')), message);
  }
  EXPECT_EQ(run_atto("compare model.yaml").err,
            "error: say with what: --reference FILE.npz, or --against float64, definition or "
            "no-optimize\n");
  EXPECT_EQ(run_atto("compare model.yaml -i x=random:T=1 --dtype float64 --against float64").err,
            "error: --against float64 would compare the model with the same computation: it is "
            "computed so already\n");
}

/// Activations of a trained GPT, which minGPT computed.
TEST(CompareTrained, EveryActivationAgrees) {
  const char* data = std::getenv("ATTO_TEST_DATA");
  if (!data) GTEST_SKIP() << "ATTO_TEST_DATA names no folder with reference data";
  const std::string folder = text(data, "/gpt-nano-sort");
  for (const char* flags : {"", "--kernels definition", "--dtype float64",
                            "--dtype float64 --kernels definition", "--no-optimize"}) {
    const AttoResult result =
        run_atto(text("compare '", folder, "' --reference '", folder, "/expected.npz' --map '",
                      ATTO_SOURCE_DIR, "/tests/models/gpt_nano_sort.yaml' --json ", flags));
    ASSERT_EQ(result.exit_code, 0) << flags << "\n" << result.out << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["values"].size(), 21u);
    for (const auto& value : json["values"])
      EXPECT_LT(value["absolute"].get<double>(), 1e-4) << value["value"];
  }
}

}  // namespace
}  // namespace atto::testing
