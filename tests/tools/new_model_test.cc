// `atto new-model` as its user meets it: what it prints can be read, and says what is left to do.
#include "framework/data/safetensors.h"
#include "framework/describe/yaml.h"
#include "tests/data/helpers.h"
#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

class NewModel : public InTemporaryFolder {
 protected:
  static AttoResult new_model(const std::string& config,
                              const std::vector<std::pair<std::string, Shape>>& tensors) {
    write_file("config.json", config);
    std::vector<std::pair<std::string, Tensor>> zeros;
    for (const auto& [name, shape] : tensors)
      zeros.emplace_back(name, Tensor(DType::float32, shape));
    write_safetensors("model.safetensors", zeros);
    return run_atto("new-model .");
  }

  static void expect_yaml(const AttoResult& result) {
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(report_of([&] { parse_yaml(source_of("new", result.out)); }), "no error")
        << result.out;
  }
};

TEST_F(NewModel, BeginsAFile) {
  const AttoResult result = new_model(
      R"({"model_type": "new", "hidden_size": 4, "num_hidden_layers": 2, "vocab_size": 9,
          "intermediate_size": null, "rms_norm_eps": 1e-05, "alpha": [1, {"b": "c\n"}]})",
      {{"embed.weight", {9, 4}},
       {"layers.0.norm.weight", {4}},
       {"layers.1.norm.weight", {4}},
       {"layers.0.up.weight", {8, 4}},
       {"layers.1.up.weight", {8, 4}},
       {"layers.0.up.bias", {8}},
       {"layers.1.up.bias", {8}},
       {"layers.1.scale", {1}},
       {"lm_head.weight", {9, 4}}});
  expect_yaml(result);
  EXPECT_EQ(result.err, "");
  for (const char* part : {
           "\n  D: hidden_size       ",
           "  # 4\n",
           "\n  # intermediate_size: null\n",
           "\n  # alpha: [1, {b: \"c\\x0a\"}]\n",
           "\nassume: {model_type: new}\n",
           "\n# Tensors of 2 layers, layers.$(i):\n#   norm.weight  [4]\n",
           "\n#   scale        [1]     in 1 of them\n# Tensors outside of layers:\n",
           "\n      - norm: {rms_norm: TODO, prefix: norm, eps: eps}  ",
           "\n      # TODO scale [1]\n",
           "\n      - up: {linear: TODO, prefix: up, to: [2*D], bias: bias}  ",
           "\n  - embed: {embedding: ids, prefix: embed, rows: V, to: [D]}  ",
           "\n  - h: {layer: TODO, repeat: L, as: i, prefix: layers.$(i)}\n",
           "\n  - logits: {linear: TODO, prefix: lm_head, to: [V]}\n",
       })
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\nin\n" << result.out;
  write_file("new.yaml", result.out);
  const std::string left = run_atto("check new.yaml").err;
  EXPECT_NE(left.find("there is no value 'TODO' here"), std::string::npos) << left;
}

TEST_F(NewModel, SaysWhichLayersThereAre) {
  const AttoResult some =
      new_model(R"({"model_type": "new", "num_hidden_layers": 4})", {{"h.0.n.weight", {4}},
                                                                     {"h.1.n.weight", {4}},
                                                                     {"h.3.n.weight", {4}},
                                                                     {"h.03.n.weight", {4}}});
  expect_yaml(some);
  EXPECT_NE(some.out.find("# TODO: the layers are 0, 1, 3\n"), std::string::npos) << some.out;
  EXPECT_NE(some.out.find("h.03.n.weight"), std::string::npos) << some.out;
  const AttoResult none = new_model(R"({"model_type": "new"})", {{"a", {1}}});
  expect_yaml(none);
  EXPECT_NE(none.out.find("config: {}\n"), std::string::npos) << none.out;
  EXPECT_EQ(none.out.find("blocks"), std::string::npos) << none.out;
}

TEST_F(NewModel, MatricesOfInputsFirst) {
  const AttoResult result =
      new_model(R"({"n_embd": 4})", {{"h.0.fc.weight", {4, 12}}, {"h.0.fc.bias", {12}}});
  expect_yaml(result);
  EXPECT_NE(result.out.find("- fc: {dense: TODO, prefix: fc, to: [3*D], bias: bias}"),
            std::string::npos)
      << result.out;
}

TEST_F(NewModel, OddNamesAreYamlToo) {
  const AttoResult result = new_model(
      R"({"model_type": "a: {b", "odd # key\n- x": {"deep": [true, null, 0.5]}, "hidden_size": 2})",
      {{"enc.0.on.weight", {2, 2}},
       {"enc.0.x.weight", {2, 2}},
       {"dec.0.if.weight", {2}},
       {"dec.0.0.weight", {2, 2}},
       {"dec.1.1.1.weight", {2, 2, 2}},
       {"a #b: [c.weight", {2, 2}},
       {"weight", {2, 2}},
       {"0.weight", {2}}});
  expect_yaml(result);
}

TEST_F(NewModel, SaysWhatIsKnownOrMissing) {
  const std::vector<std::pair<std::string, Shape>> one = {{"h.0.w.weight", {2, 2}}};
  const std::string err = new_model(R"({"model_type": "llama"})", one).err;
  EXPECT_NE(err.find("llama.yaml describes this architecture already\n"), std::string::npos) << err;
  const AttoResult none = run_atto("new-model nowhere");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_EQ(none.err.substr(0, 28), "nowhere/config.json: error: ");
}

}  // namespace
}  // namespace atto::testing
