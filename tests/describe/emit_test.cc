#include "framework/describe/emit.h"

#include <gtest/gtest.h>

namespace atto {
namespace {

Yaml parse(const std::string& content, const std::string& name = "model.yaml") {
  return parse_yaml(std::make_shared<Source>(Source{name, content}));
}

/// Equal but for places and style.
bool same(const Yaml& a, const Yaml& b) {
  return a.is == b.is && a.scalar == b.scalar && a.quoted == b.quoted &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same) &&
         std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    [](const auto& x, const auto& y) {
                      return same(x.first, y.first) && same(x.second, y.second);
                    });
}

TEST(Emit, ALineForEachPartWithItsOrigin) {
  EXPECT_EQ(emit(parse(R"(attograph: 1
params: {heads: 2, D: 3}
inputs:
  x:
    dtype: int64
    shape: [T]
blocks:
  layer:
    inputs: {x: [T, D], y: [T]}
    graph:
      - q, k: {split: x, axis: -1}
    outputs: [k]
graph:
  - h: {layer: x}
outputs: [h]
init:
  - {match: '*.w', normal: 0.02}
generate: {}
)")),
            R"(attograph: 1                        # model.yaml:1
params:
  heads: 2                          # model.yaml:2
  D: 3                              # model.yaml:2
inputs:
  x: {dtype: int64, shape: [T]}     # model.yaml:4
blocks:
  layer:
    inputs:
      x: [T, D]                     # model.yaml:9
      y: [T]                        # model.yaml:9
    graph:
      - q, k: {split: x, axis: -1}  # model.yaml:11
    outputs: [k]                    # model.yaml:12
graph:
  - h: {layer: x}                   # model.yaml:14
outputs: [h]                        # model.yaml:15
init:
  - {match: "*.w", normal: 0.02}    # model.yaml:17
generate: {}                        # model.yaml:18
)");
}

TEST(Emit, CommentsBehindLongLinesDoNotPushOthers) {
  const std::string wide = "[" + std::string(100, '1') + "]";
  EXPECT_EQ(
      emit(parse("attograph: 1\nweights:\n  w: {value: " + wide + "}\n  \"\xC3\xBC\": [1]\n")),
      "attograph: 1  # model.yaml:1\nweights:\n  w: {value: " + wide +
          "}  # model.yaml:3\n  \"\xC3\xBC\": [1]    # model.yaml:4\n");
}

/// What is written is read as the same tree.
class EmitReadsBack : public ::testing::TestWithParam<const char*> {};

TEST_P(EmitReadsBack, TheSame) {
  const Yaml yaml = parse(GetParam());
  const std::string written = emit(yaml);
  EXPECT_TRUE(same(parse(written), yaml)) << written;
  std::string again = emit(parse(written));  // but for places
  EXPECT_TRUE(same(parse(again), yaml)) << again;
}

INSTANTIATE_TEST_SUITE_P(
    Trees, EmitReadsBack,
    ::testing::Values(
        "attograph: 1", "show: {}\noutputs: []\nfeed: {x: null, y: [], z: {}}",
        "show: {\"a: b\": x, 'it''s': y, \"on\": z, \"\": w, \"#1\": v, \"null\": u}",
        "show: {\"back\\\\slash\": x, 'c:\\d': y, \"tab\\tline\\nbell\\a\\x7F\": z, \"\xC3\xBC\": "
        "w}",
        "feed: {x: [the, \"on\", \"1\", '', ' ', 'a, b', \"{\"]}",
        // plain text that would end early inside braces
        "feed:\n  x: a, b\n  y:\n    - c]\n    - [d, e]\n    - f: g?\n      h: {i: j}\n",
        "graph:\n- a, b: {split: x}\n- c:\n    add: [a, b]\n    when: kind == 'p, q'\n    axis: "
        "0\n",
        "graph:\n- {y: {softmax: x}}\n- z:\n- just text\n- [1, 2]\n",
        "init:\n- match: h.?.w\n  zeros: true\n- {match: \"*\", normal: 0.1}\n",
        "blocks:\n  b:\n    graph: [{y: {softmax: x}}]\n    outputs: [y]\n  c: null\n  d: []\n",
        "inputs: {x: {shape: [T // 2, -1, 2 * D - 1, D**2]}}",
        "weights:\n  w:\n    value:\n      - [1, -2]\n      - - 3\n        - .5e-3\n",
        "params:\n  long: 1 +\n    2 +\n    3\n  text: >\n    folded\n    text\n"));

}  // namespace
}  // namespace atto
