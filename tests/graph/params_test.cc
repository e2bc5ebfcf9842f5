#include "framework/graph/params.h"

#include <gtest/gtest.h>

#include "tests/graph/nodes_of.h"

namespace atto {
namespace {

std::string param(const std::string& parts, const std::string& name) {
  Problems problems;
  const Description description =
      description_of(parts + "\ninputs: {x: {shape: [T]}}\ngraph: []\noutputs: [x]\n");
  const Params params = evaluate_params(description, problems);
  if (!problems.empty()) return problems.errors()[0].message();
  return params.scope->find(name)->text();
}

TEST(Params, AreEvaluatedInTheOrderOfTheirNeeds) {
  EXPECT_EQ(param("params: {width: 4*D, D: 2*H, H: 3}", "width"), "24");
  EXPECT_EQ(param("params: {scale: Dh**-0.5, Dh: D / H, D: 32, H: 2}", "scale"), "0.25");
  EXPECT_EQ(param("params: {deep: L > 2 and not tied, L: 3, tied: false}", "deep"), "true");
  EXPECT_EQ(param("params: {sizes: [D, 2*D], D: 3}", "sizes"), "[3, 6]");
}

TEST(Params, MayBeWords) {
  EXPECT_EQ(param("params: {act: relu}", "act"), "relu");
  EXPECT_EQ(param("params: {act: \"re-lu\"}", "act"), "'re-lu'");
  EXPECT_EQ(param("params: {act: kind, kind: relu}", "act"), "relu")
      << "a param's name is its value";
  EXPECT_EQ(param("params: {act: relu if D > 2 else none, relu: 5, D: 3}", "act"), "5");
  EXPECT_EQ(param("params: {window: none}", "window"), "none");
}

TEST(Params, OfAConfigHaveTheirDefaults) {
  EXPECT_EQ(param("config: {F: {key: ffn, default: 4*D}}\nparams: {D: 3}", "F"), "12");
  EXPECT_EQ(param("config: {D: size, H: heads, Dh: {key: dim, default: D / H}}", "Dh"), "D/H");
}

TEST(Params, WithoutAValueStandForThemselves) {
  Problems problems;
  const Description description = description_of(
      "config: {D: size, V: {key: vocab, default: 10}}\n"
      "inputs: {x: {shape: [T]}}\ngraph: []\noutputs: [x]\n");
  const Params params = evaluate_params(description, problems);
  EXPECT_EQ(params.scope->find("D")->text(), "D");
  EXPECT_EQ(params.open, std::set<std::string>{"D"});
}

TEST(Params, ThatFailDoNotSpread) {
  Problems problems;
  const Description description = description_of(
      "params: {a: 1 / 0, b: 2*a, c: b if true else 0, d: 4}\n"
      "inputs: {x: {shape: [T, c, d]}}\ngraph:\n  - y: {softmax: x, axis: 0, repeat: b}\n"
      "outputs: [y]\n");
  build(description, problems);
  ASSERT_EQ(problems.errors().size(), 1u) << problems.what();
  EXPECT_EQ(problems.errors()[0].message(), "in '1 / 0': division by zero");
}

TEST(Params, MayNotNeedEachOther) {
  EXPECT_EQ(param("params: {a: b + 1, b: a}", "a"), "params need each other in a loop: a, b, a");
  std::string chain = "params: {";
  for (int i = 0; i < 1000; ++i) chain += text("p", i, ": p", i + 1, ", ");
  EXPECT_EQ(param(chain + "p1000: 1}", "p0"), "over 100 params need each other in a row");
}

TEST(Params, OfALlamaLeaveSizesOpen) {
  const std::string llama =
      "config:\n"
      "  D: hidden_size\n"
      "  L: num_hidden_layers\n"
      "  H: num_attention_heads\n"
      "  Hkv: {key: num_key_value_heads, default: H}\n"
      "  Dh: {key: head_dim, default: D / H}\n"
      "  F: intermediate_size\n"
      "  V: vocab_size\n"
      "assume: {hidden_act: relu, rope_scaling: null}\n"
      "tensors: {unused: [rotary_emb.inv_freq]}\n"
      "inputs: {ids: {dtype: int64, shape: [B, T]}}\n"
      "blocks:\n"
      "  layer:\n"
      "    inputs: {x: [B, T, D]}\n"
      "    graph:\n"
      "      - q: {dense: x, prefix: q_proj, to: [H, Dh]}\n"
      "      - k: {dense: x, prefix: k_proj, to: [Hkv, Dh]}\n"
      "      - v: {dense: x, prefix: v_proj, to: [Hkv, Dh]}\n"
      "      - attended: {attention: [q, k, v], mask: causal, scale: 1}\n"
      "      - mixed: {dense: attended, prefix: o_proj, in: [H, Dh], to: [D]}\n"
      "      - up: {dense: mixed, prefix: up_proj, to: [F], activation: relu}\n"
      "      - down: {dense: up, prefix: down_proj, to: [D]}\n"
      "    outputs: [down]\n"
      "graph:\n"
      "  - x: {embedding: ids, prefix: embed, rows: V, to: [D]}\n"
      "  - h: {layer: x, repeat: L, as: i, prefix: layers.$(i)}\n"
      "outputs: [h]\n"
      "generate: {tokens: ids, logits: h}\n";
  EXPECT_EQ(error_of(llama),
            "'repeat' must be a number, but L is not known yet: give it as a param, or with --set");
  const auto graph =
      graph_of("params: {L: 2}\n" +
               std::string(llama).replace(llama.find("  L: num_hidden_layers\n"), 23, ""));
  EXPECT_EQ(graph->nodes.size(), 15u);
  EXPECT_EQ(text_of(value_of(*graph, "h").shape), "[B, T, D]");
  EXPECT_EQ(text_of(value_of(*graph, "layers.1.q_proj.weight").shape), "[D, (D/H)*H]");
  EXPECT_EQ(text_of(value_of(*graph, "h.1.attended").shape), "[B, T, H, D/H]");
}

}  // namespace
}  // namespace atto
