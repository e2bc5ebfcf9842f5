// `atto show` as its user sees it. FLOP and parameters of the article were counted by hand: its
// embeddings have 4*3 elements, W1 3*6, b1 6, W2 6*3, b2 3.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "framework/data/safetensors.h"
#include "tests/data/helpers.h"
#include "tests/tools/atto.h"

namespace atto {
namespace {

using testing::AttoResult;
using testing::run_atto;
using Json = nlohmann::ordered_json;

const std::string kModel = ATTO_SOURCE_DIR "/models/article.yaml";
const std::string kConfig = ATTO_SOURCE_DIR "/configs/article.yaml";

class Show : public testing::InTemporaryFolder {
 protected:
  /// What a successful run printed.
  static std::string show(const std::string& arguments) {
    const AttoResult result = run_atto("show " + arguments);
    EXPECT_EQ(result.exit_code, 0) << arguments << "\n" << result.err;
    EXPECT_EQ(result.err, "");
    return result.out;
  }
  static Json show_json(const std::string& arguments) {
    return Json::parse(show(arguments + " --json"));
  }
  /// The first line of a message.
  static std::string refused(const std::string& arguments) {
    const AttoResult result = run_atto("show " + arguments);
    EXPECT_EQ(result.exit_code, 1) << arguments << "\n" << result.out;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err.substr(0, result.err.find('\n'));
  }
  /// The merged file says the same as the files that it was made of.
  void expect_same_model(const std::string& arguments) {
    const std::string merged = show(arguments + " --expand");
    write_file("merged.yaml", merged);
    EXPECT_EQ(show("merged.yaml"), show(arguments)) << merged;
    EXPECT_EQ(show("merged.yaml --plan --dims T=4"), show(arguments + " --plan --dims T=4"))
        << merged;
  }
};

TEST_F(Show, ArticleAsTables) {
  EXPECT_EQ(show(kModel), R"(inputs
  name      dtype  shape
  sentence  int64  [T]    words: the, cat, sat, on

outputs
  name    dtype  shape
  output  real   [2*T, 3]

nodes
  node            operator   inputs                        shape     parameters  FLOP
  embeddings      embedding  sentence; word_embeddings     [T, 3]            12  0
  head.0.scores   matmul     embeddings, embeddings        [T, T]             0  6*T**2
  head.0.weights  softmax    head.0.scores                 [T, T]             0  5*T**2
  head.0.output   matmul     head.0.weights, embeddings    [T, 3]             0  6*T**2
  head.1.scores   matmul     embeddings, embeddings        [T, T]             0  6*T**2
  head.1.weights  softmax    head.1.scores                 [T, T]             0  5*T**2
  head.1.output   matmul     head.1.weights, embeddings    [T, 3]             0  6*T**2
  multi_head      concat     head.0.output, head.1.output  [2*T, 3]           0  0
  hidden          dense      multi_head; W1, b1            [2*T, 6]          24  72*T
  output          dense      hidden; W2, b2                [2*T, 3]          21  72*T
  total           10 nodes                                                   57  34*T**2 + 144*T

weights
  name             shape   made
  word_embeddings  [4, 3]  value in the file
  W1               [3, 6]  uniform from 0 to 1
  b1               [6]     uniform from 0 to 1
  W2               [6, 3]  uniform from 0 to 1
  b2               [3]     uniform from 0 to 1
)");
}

TEST_F(Show, DimsPutNumbersIn) {
  const Json json = show_json(kModel + " --dims T=4");
  EXPECT_EQ(json["nodes"][1]["name"], "head.0.scores");
  EXPECT_EQ(json["nodes"][1]["outputs"][0]["shape"], Json::parse("[4, 4]"));
  EXPECT_EQ(json["nodes"][1]["flops"], 2 * 4 * 4 * 3);
}

TEST_F(Show, AWeightThatIsReadTwiceCountsOnce) {
  write_file("twice.yaml", R"(attograph: 1
inputs: {x: {shape: [T, 3]}}
weights: {w: {shape: [3, 3], init: uniform}}
graph:
  - y: {dense: x, weight: w}
  - z: {dense: y, weight: w}
  - s: {matmul: [z, w]}
outputs: [s]
)");
  const Json json = show_json("twice.yaml");
  for (const Json& node : json["nodes"]) EXPECT_EQ(node["parameters"], 9);
  EXPECT_EQ(json["totals"]["parameters"], 9);
  EXPECT_EQ(json["totals"]["nodes"], 3);
}

TEST_F(Show, JsonHasEverything) {
  const Json json = show_json(kConfig);
  EXPECT_EQ(json["inputs"], Json::parse(R"([{"name": "sentence", "dtype": "int64", "shape": ["T"],
      "words": ["the", "cat", "sat", "on"], "default": null, "hold": false}])"));
  EXPECT_EQ(json["outputs"], Json::parse(R"([{"name": "output", "value": "output",
      "dtype": "real", "shape": ["2*T", 3]}])"));
  EXPECT_EQ(json["show"][1],
            Json::parse(R"({"label": "Attention Weights", "value": "head.0.weights"})"));
  const Json& node = json["nodes"][0];
  EXPECT_EQ(node["operator"], "embedding");
  EXPECT_EQ(node["inputs"], Json::parse(R"([{"port": "ids", "value": "sentence"},
      {"port": "weight", "value": "word_embeddings"}])"));
  EXPECT_EQ(node["outputs"], Json::parse(R"([{"name": "embeddings", "dtype": "real",
      "shape": ["T", 3], "optional": false}])"));
  EXPECT_EQ(node["parameters"], 12);
  EXPECT_EQ(json["weights"][0]["made"], "value in the file");
  EXPECT_EQ(json["weights"][1]["made"], "uniform from 0 to 1");
  EXPECT_EQ(json["totals"]["parameters"], 12 + 18 + 6 + 18 + 3);
  EXPECT_FALSE(json.contains("plan"));
}

TEST_F(Show, PlanSaysThatTheHeadsAreOneComputation) {
  const Json plan = show_json(kConfig + " --plan")["plan"];
  EXPECT_EQ(plan["merged"], Json::parse(R"([
      {"node": "head.1.scores", "same_as": "head.0.scores"},
      {"node": "head.1.weights", "same_as": "head.0.weights"},
      {"node": "head.1.output", "same_as": "head.0.output"}])"));
  EXPECT_EQ(plan["steps"].size(), 7u);
  EXPECT_EQ(plan["dtype"], "float64");
  EXPECT_EQ(plan["memory"]["sizes"], Json::parse(R"({"T": 4})"));
  EXPECT_LT(plan["memory"]["bytes"], plan["memory"]["bytes_without_reuse"]);
  const Json as_written = show_json(kConfig + " --plan --no-optimize")["plan"];
  EXPECT_EQ(as_written["merged"].size(), 0u);
  EXPECT_EQ(as_written["steps"].size(), 10u);
  EXPECT_EQ(as_written["memory"]["bytes"], as_written["memory"]["bytes_without_reuse"]);
}

TEST_F(Show, PlanTakesSizesFromDimsBeforeTheFeed) {
  EXPECT_EQ(show_json(kConfig + " --plan --dims T=9")["plan"]["memory"]["sizes"]["T"], 9);
  const Json memory = show_json(kModel + " --plan")["plan"]["memory"];
  EXPECT_EQ(memory["unknown"], Json::parse(R"(["T"])"));
  EXPECT_TRUE(memory["bytes"].is_null());
}

TEST_F(Show, AFeedThatGivesNoSizesIsSaid) {
  write_file("random.yaml", R"yaml(attograph: 1
inputs: {x: {shape: [T, 2]}}
graph:
  - y: {softmax: x, axis: 0}
outputs: [y]
feed: {x: random}
)yaml");
  EXPECT_EQ(
      run_atto("show random.yaml --plan").err,
      "random.yaml:6:11: error: nothing says how large T of 'x' [T, 2] is: write random:T=16\n"
      "    feed: {x: random}\n"
      "              ^\n"
      "note: a plan takes its sizes from the feed; with --dims it needs none\n");
  EXPECT_EQ(show_json("random.yaml --plan --dims T=0")["plan"]["memory"]["bytes"], 0);
}

TEST_F(Show, SettingsChangeTheModel) {
  EXPECT_EQ(show_json(kModel + " --set heads=5")["totals"]["nodes"], 1 + 5 * 3 + 3);
}

TEST_F(Show, MistakesInFlags) {
  EXPECT_EQ(refused(kModel + " --dims S=4"), "error: no size is named 'S'; there are T");
  EXPECT_EQ(refused(kModel + " --dims T"), "error: --dims takes sizes such as T=16,B=2, not 'T'");
  EXPECT_EQ(refused(kModel + " --dims T=-1"),
            "error: --dims takes sizes such as T=16,B=2, not 'T=-1'");
  EXPECT_EQ(refused(kModel + " --dims T=4x"),
            "error: --dims takes sizes such as T=16,B=2, not 'T=4x'");
  EXPECT_EQ(refused(kModel + " --plan --dims T=9223372036854775807"),
            kModel + ":25:18: error: the size 2 * 9223372036854775807 overflows 64 bits");
  EXPECT_EQ(refused(kModel + " --expand --plan"), "error: --expand excludes --plan");
  EXPECT_EQ(refused(kModel + " --no-optimize"), "error: --no-optimize requires --plan");
  EXPECT_EQ(refused("missing.yaml"),
            "missing.yaml: error: there is no such file, or it cannot be read");
}

TEST_F(Show, MergedArticleIsTheSameModel) {
  expect_same_model(kModel);
  expect_same_model(kConfig);
  expect_same_model(kConfig + " --set heads=3");
}

TEST_F(Show, MergedPatchesAreTheSameModel) {
  write_file("base.yaml", R"yaml(attograph: 1
params: {L: 2, D: 4, gated: false, kind: a}
inputs:
  x: {shape: [T, D]}
blocks:
  layer:
    inputs: {x: [T, width]}
    params: {width: D, deep: true}
    weights:
      w: {shape: [width, width], init: {normal: 0.02}}
    graph:
      - s: {matmul: [x, x], transpose_b: true}
      - p: {softmax: s, axis: -1}
      - y: {matmul: [p, x]}
      - z: {dense: y, weight: w, when: deep}
      - z: {reshape: y, to: [T, width], when: not deep}
    outputs: [z]
graph:
  - h: {layer: x, repeat: L, as: i, prefix: layers.$(i)}
  - g: {softmax: h, axis: 0, when: gated}
  - g: {softmax: h, axis: 1, when: not gated}
  - out: {reshape: g, to: [T * D], when: kind == 'a' or gated}
  - out: {reshape: g, to: [D * T, 1], when: kind == 'b' and not gated}
outputs: [out]
)yaml");
  write_file("middle.yaml", R"yaml(attograph: 1
extends: base.yaml
params: {L: 3}
blocks:
  layer:
    graph:
      - q: {softmax: s, axis: 0}
      - p:
      - y: {matmul: [q, x]}
graph:
  - first:
      reshape: x
      to: [T, D]
      when: kind == 'c, d' or not gated
  - h: {layer: first, repeat: L, as: i, prefix: layers.$(i), deep: L > 2}
  - g:
  - out: {reshape: h, to: [T * D]}
)yaml");
  write_file("top.yaml", R"yaml(attograph: 1
extends: middle.yaml
params: {gated: null, kind: null, M: 2}
graph:
  - first:
  - h: {layer: x, repeat: L * M, as: i, prefix: "layers.$(i)", deep: i % 2 == 0}
  - out:
      reshape: h
      to: [T, 2, D // 2]
show: {"a: b, c": out, plain label: h}
run: {dtype: float64}
feed: {x: random:T=5}
)yaml");
  expect_same_model("base.yaml");
  expect_same_model("base.yaml --set kind=b --set L=1");
  expect_same_model("middle.yaml");
  expect_same_model("top.yaml --set L=1");
}

TEST_F(Show, MergedFileSaysWhereEachLineComesFrom) {
  write_file("parent.yaml", R"yaml(attograph: 1
params: {n: 2, D: 3}
inputs: {x: {shape: [T, D]}}
graph:
  - y: {softmax: x, axis: 0}
  - z: {softmax: y, axis: 1}
outputs: [z]
)yaml");
  write_file("child.yaml", R"yaml(attograph: 1
extends: parent.yaml
graph:
  - y: {softmax: x, axis: 1, repeat: n}
show:
  "the end": z
)yaml");
  EXPECT_EQ(show("child.yaml --set n=4 --expand"),
            R"yaml(attograph: 1                             # child.yaml:1
params:
  n: 4                                   # --set
  D: 3                                   # parent.yaml:2
inputs:
  x: {shape: [T, D]}                     # parent.yaml:3
graph:
  - y: {softmax: x, axis: 1, repeat: n}  # child.yaml:4
  - z: {softmax: y, axis: 1}             # parent.yaml:6
outputs: [z]                             # parent.yaml:7
show:
  "the end": z                           # child.yaml:6
)yaml");
}

TEST_F(Show, MergedFileIsShownThoughItsGraphIsWrong) {
  write_file("wrong.yaml", "attograph: 1\ngraph:\n  - y: {nothing: x}\noutputs: [y]\n");
  EXPECT_EQ(show("wrong.yaml --expand"),
            "attograph: 1         # wrong.yaml:1\ngraph:\n  - y: {nothing: x}  # wrong.yaml:3\n"
            "outputs: [y]         # wrong.yaml:4\n");
}

TEST_F(Show, MergedFileSaysWhatAConfigGives) {
  write_file("model.yaml", R"(attograph: 1
config:
  D: hidden_size
  F: {key: [ffn_dim, intermediate_size], default: 4*D}
  G: {key: ffn_dim, default: 4*D}
  act: {key: hidden_act, map: {new: tanh}}
  H: {key: heads, default: 2}
inputs: {x: {shape: [T, D]}}
graph:
  - y: {linear: x, prefix: up, to: [F + G + H]}
  - z: {gelu: y, kind: $(act)}
outputs: [z]
)");
  write_file("config.json", R"({"hidden_size": 4, "intermediate_size": 8, "hidden_act": "new"})");
  write_safetensors("model.safetensors", {{"up.weight", Tensor(DType::float32, {25, 4})}});
  const std::string out = show("model.yaml --checkpoint . --expand --set F=5 --set H=3");
  EXPECT_EQ(out.substr(0, out.find("\n\n")),
            "# From ./config.json:\n"
            "# D = 4 (hidden_size)\n"
            "# F = 5: set, not 8 (intermediate_size)\n"
            "# G = 4*D, the default (no ffn_dim)\n"
            "# act = tanh (hidden_act)\n"
            "# H = 3: set");
  write_file("merged.yaml", out);
  EXPECT_EQ(show("merged.yaml --checkpoint ."),
            show("model.yaml --checkpoint . --set F=5 --set H=3"));
}

}  // namespace
}  // namespace atto
