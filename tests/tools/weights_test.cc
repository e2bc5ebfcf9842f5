// `atto weights` as its user meets it; the numbers are those of NumPy for the same arrays.
#include <nlohmann/json.hpp>

#include "framework/data/safetensors.h"
#include "tests/data/helpers.h"
#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

/// A folder with a checkpoint and a model that reads some of it.
class WeightsTest : public InTemporaryFolder {
 protected:
  void SetUp() override {
    InTemporaryFolder::SetUp();
    write_file("model.yaml", R"(attograph: 1
tensors: {strip: [base.], unused: [mask]}
inputs: {x: {shape: [T, 2]}}
blocks:
  layer:
    inputs: {x: [T, D]}
    graph:
      - y: {linear: x, prefix: up, to: [2]}
    outputs: [y]
graph:
  - h: {layer: x, repeat: 2, as: i, prefix: h.$(i)}
  - n: {rms_norm: h, prefix: norm, eps: 1.0e-5}
outputs: [n]
)");
  }

  using Tensors = std::vector<std::pair<std::string, Tensor>>;

  static Tensors right() {
    return {{"base.h.0.up.weight", Tensor::of<float>({2, 2}, {1, 2, 3, 4})},
            {"base.h.1.up.weight", Tensor::of<float>({2, 2}, {-1, 0, 0, 0.5})},
            {"base.norm.weight", Tensor::of<float>({2}, {1, 1}).cast(DType::bfloat16)},
            {"base.h.0.mask", Tensor::of<bool>({2}, {true, false})}};
  }
  static AttoResult weights(const Tensors& tensors, const std::string& arguments) {
    write_safetensors("model.safetensors", tensors);
    return run_atto("weights " + arguments);
  }
};

TEST_F(WeightsTest, ListsWhoReadsWhat) {
  const AttoResult result = weights(right(), ". model.yaml");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            "name           dtype  shape   min  max    mean     std  read by  in the file\n"
            "h.0.mask       BOOL   [2]       0    1     0.5     0.5  unused   base.h.0.mask\n"
            "h.0.up.weight  F32    [2, 2]    1    4     2.5   1.118  h.0.y    base.h.0.up.weight\n"
            "h.1.up.weight  F32    [2, 2]   -1  0.5  -0.125  0.5449  h.1.y    base.h.1.up.weight\n"
            "norm.weight    BF16   [2]       1    1       1       0  n        base.norm.weight\n"
            "\n"
            "4 tensors (3 read), 10 parameters, 38 bytes\n");
}

TEST_F(WeightsTest, ListsAllThatIsWrong) {
  Tensors tensors = right();
  tensors[1].first = "base.h.1.upp.weight";
  tensors[2].second = Tensor::of<float>({3}, {kNan<float>, 2, kInf<float>});
  const AttoResult result = weights(tensors, "model.safetensors model.yaml --filter 'norm*'");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(
      result.out,
      "name         dtype  shape  min  max  mean  std  not finite    read by  in the file\n"
      "norm.weight  F32    [3]      2    2     2    0  1 NaN, 1 inf  n        base.norm.weight\n"
      "\n"
      "missing\n"
      "  name           shape\n"
      "  h.1.up.weight  [2, 2]  did you mean 'h.1.upp.weight'?\n"
      "\n"
      "unread (if they change nothing: 'tensors: {unused: [...]}')\n"
      "  name            shape   file\n"
      "  h.1.upp.weight  [2, 2]  model.safetensors\n"
      "\n"
      "of another shape\n"
      "  name         the model needs  the file has\n"
      "  norm.weight  [2] real         [3] F32\n"
      "\n"
      "4 tensors (2 read), 7 parameters, 46 bytes\n");
}

TEST_F(WeightsTest, AFilterMatchesSomething) {
  const AttoResult result = weights(right(), ". model.yaml --filter nothing");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "error: no tensor matches 'nothing'\n");
}

TEST_F(WeightsTest, CheckFindsTheSame) {
  write_file("config.yaml", "attograph: 1\nextends: model.yaml\ncheckpoint: .\n");
  write_safetensors("model.safetensors", right());
  EXPECT_EQ(run_atto("check config.yaml").out, "config.yaml: ok\n");
  Tensors tensors = right();
  tensors[1].first = "base.h.1.upp.weight";
  tensors[2].second = Tensor(DType::float32, {3});
  write_safetensors("model.safetensors", tensors);
  const AttoResult result = run_atto("check config.yaml");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "config.yaml: 3 problems\n") << result.err;
  for (const char* part :
       {"has no tensor 'h.1.up.weight'", "has shape [3], but the model needs [2]",
        "1 tensor that the model does not read: h.1.upp.weight"})
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
}

TEST_F(WeightsTest, AStackHasAsManyTensorsAsItsFirstAxis) {
  for (const int count : {2, 6}) {  // fewer and more than the rows of [3, 4]
    Tensors tensors;
    for (int e = 0; e < count; ++e)
      tensors.emplace_back(text("e.", e, ".w"), Tensor::of<float>({4}, {1, 2, 3, 4}));
    write_safetensors("model.safetensors", tensors);
    write_file("stack.yaml", text("attograph: 1\ncheckpoint: .\ninputs: {x: {shape: [T, 4]}}\n"
                                  "graph:\n  - y: {linear: x, to: 3, weight: {from: e.$(e).w, "
                                  "repeat: ",
                                  count, ", as: e}}\noutputs: [y]\n"));
    const AttoResult result = run_atto("check stack.yaml");
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.err.find(text(count, " tensors are stacked, so the first axis is ", count,
                                   ", but the weight 'e.$(e).w' is [3, 4]")),
              std::string::npos)
        << result.err;
  }
}

TEST_F(WeightsTest, NeedsNoModel) {
  const AttoResult result = weights(right(), ". --no-stats --filter '*.weight'");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err.substr(0, 22), "./config.json: error: ") << result.err;
  EXPECT_NE(result.err.find("listed without a model"), std::string::npos);
  EXPECT_EQ(result.out,
            "name                dtype  shape\n"
            "base.h.0.up.weight  F32    [2, 2]\n"
            "base.h.1.up.weight  F32    [2, 2]\n"
            "base.norm.weight    BF16   [2]\n"
            "\n"
            "4 tensors, 12 parameters, 38 bytes\n");
}

TEST_F(WeightsTest, SaysWhichArchitectureIsMissing) {
  write_file("config.json", R"({"model_type": "unheard"})");
  const AttoResult result = weights(right(), ". --no-stats");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err.substr(0, 59),
            "error: no file describes the architecture 'unheard': write ");
}

TEST_F(WeightsTest, AWrongModelIsAnErrorAndTheTensorsAreListed) {
  write_file("model.yaml", "attograph: 1\ngraph:\n  - y: {sofmax: x}\noutputs: [y]\n");
  const AttoResult result = weights(right(), ". model.yaml --no-stats");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("unknown operator 'sofmax'"), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("base.norm.weight"), std::string::npos) << result.out;
}

TEST_F(WeightsTest, PrintsJson) {
  const AttoResult result = weights(right(), ". model.yaml --json --filter h.1.up.weight");
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["tensors"][0]["in_the_file"], "base.h.1.up.weight");
  EXPECT_EQ(json["tensors"][0]["read_by"], nlohmann::json({"h.1.y"}));
  EXPECT_EQ(json["tensors"][0]["statistics"]["mean"], -0.125);
  EXPECT_EQ(json["missing"].size() + json["unread"].size(), 0u);
}

TEST_F(WeightsTest, LayersAreCounted) {
  Tensors tensors;
  for (const char* name : {"h.10.w", "h.2.w", "h.1.w", "h.w"})
    tensors.emplace_back(name, Tensor::of<float>({1}, {1}));
  const std::string out = weights(tensors, ". --no-stats").out;
  EXPECT_LT(out.find("h.1.w"), out.find("h.2.w"));
  EXPECT_LT(out.find("h.2.w"), out.find("h.10.w"));
  EXPECT_LT(out.find("h.10.w"), out.find("h.w"));
}

}  // namespace
}  // namespace atto::testing
