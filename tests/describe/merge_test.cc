#include "framework/describe/merge.h"

#include <gtest/gtest.h>

namespace atto {
namespace {

Yaml parsed(const std::string& content, const std::string& name) {
  return parse_yaml(std::make_shared<Source>(Source{name, content}));
}

/// The merged document; `problems` are there only if a test asks for them.
Yaml merged(const std::string& parent, const std::string& child, Problems* problems = nullptr) {
  Problems own;
  const Yaml yaml =
      merge(parsed(parent, "parent"), parsed(child, "child"), problems ? *problems : own);
  EXPECT_TRUE(own.empty()) << own.what();
  return yaml;
}

std::string text_of(const std::string& parent, const std::string& child) {
  return flow_text(merged(parent, child));
}

/// The lines of a graph that is patched, of each its names and operator: `a=f b=g`.
std::string patched(const std::string& parent, const std::string& child,
                    Problems* problems = nullptr) {
  std::string out;
  const Yaml yaml = merged("graph: [" + parent + "]", "graph: [" + child + "]", problems);
  for (const Yaml& line : yaml.find("graph")->items) {
    const auto& [names, node] = line.entries[0];
    out += (out.empty() ? "" : " ") + names.scalar + "=" + node.entries[0].first.scalar;
  }
  return out;
}

std::string problems_of(const std::string& parent, const std::string& child) {
  Problems problems;
  merged(parent, child, &problems);
  std::string out;
  for (const Error& error : problems.errors())
    out += (out.empty() ? "" : "\n") + text(error.position().column, ": ", error.message());
  return out;
}

TEST(Merge, MapsMergeOneLevel) {
  EXPECT_EQ(text_of("{params: {D: 3, H: 2}, outputs: [y]}", "{params: {H: 4, L: 1}}"),
            "{params: {D: 3, H: 4, L: 1}, outputs: [y]}");
  EXPECT_EQ(text_of("{weights: {W: {value: 1}}}", "{weights: {W: {shape: [4], init: zeros}}}"),
            "{weights: {W: {shape: [4], init: zeros}}}")
      << "an entry is replaced whole";
  EXPECT_EQ(text_of("{outputs: [y, z]}", "{outputs: [x]}"), "{outputs: [x]}");
  EXPECT_EQ(text_of("{a: {b: 1}}", "{a: 2}"), "{a: 2}");
  EXPECT_EQ(text_of("{a: 1}", "{b: {c: 2}}"), "{a: 1, b: {c: 2}}");
}

TEST(Merge, NullRemoves) {
  EXPECT_EQ(text_of("{params: {D: 3, H: 2}}", "{params: {D: null}}"), "{params: {H: 2}}");
  EXPECT_EQ(text_of("{params: {D: 3}, feed: {x: 1}}", "{feed: ~}"), "{params: {D: 3}}");
  EXPECT_EQ(problems_of("{params: {D: 3}}", "{params: {Dh: null}, fed: null}"),
            "11: there is no 'Dh' to remove; there is only D\n"
            "22: there is no 'fed' to remove; there is only params");
  EXPECT_EQ(problems_of("{a: 1}", "{params: {D: null}}"),
            "11: there is no 'D' to remove; there are none");
}

TEST(Merge, AnAssumptionMayBeNull) {
  EXPECT_EQ(text_of("{assume: {act: silu, rope: null}}", "{assume: {act: gelu, window: null}}"),
            "{assume: {rope: null, act: gelu, window: null}}");
}

TEST(Merge, BlocksMergeEntryByEntry) {
  const std::string parent =
      "{blocks: {a: {inputs: {x: [T], y: [T]}, params: {p: 1}, graph: [s: {f: x}, t: {g: s}],"
      " outputs: [t]}, b: {graph: []}}}";
  EXPECT_EQ(text_of(parent, "{blocks: {a: {inputs: {y: [S]}, graph: [t: {h: s}]}}}"),
            "{blocks: {a: {inputs: {x: [T], y: [S]}, params: {p: 1}, graph: [{s: {f: x}}, "
            "{t: {h: s}}], outputs: [t]}, b: {graph: []}}}");
  EXPECT_EQ(text_of(parent, "{blocks: {a: null, c: {graph: []}}}"),
            "{blocks: {b: {graph: []}, c: {graph: []}}}");
  EXPECT_EQ(text_of("{blocks: {a: {params: [p]}}}", "{blocks: {a: {params: {q: 2}}}}"),
            "{blocks: {a: {params: {q: 2}}}}");
}

TEST(Merge, AKnownLineIsReplacedInPlaceOrRemoved) {
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}, c: {f: b}", "b: {g: a}"), "a=f b=g c=f");
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}, c: {f: b}", "b: "), "a=f c=f");
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}, c: {f: b}", "c: {g: x}, a: {g: x}"), "a=g b=f c=g");
  EXPECT_EQ(patched("'q, k': {f: x}, c: {f: q}", "'q,k': {g: x}"), "q,k=g c=f")
      << "blanks do not count";
}

TEST(Merge, ANewLineStandsBehindTheOneAbove) {
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}, c: {f: b}", "b: {g: a}, n: {h: b}, m: {h: n}"),
            "a=f b=g n=h m=h c=f");
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}, c: {f: b}", "b: , n: {h: a}"), "a=f n=h c=f")
      << "behind where the removed one stood";
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}", "b: {g: a}, n: {h: b}, a: {g: x}, m: {h: a}"),
            "a=g m=h b=g n=h");
}

TEST(Merge, ANewLineAtTheHeadStandsInFrontOfTheFirstKnownOne) {
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}, c: {f: b}", "n: {h: a}, m: {h: n}, b: {g: m}"),
            "a=f n=h m=h b=g c=f");
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}, c: {f: b}", "n: {h: a}, b: "), "a=f n=h c=f");
  EXPECT_EQ(patched("a: {f: x}, b: {f: a}", "n: {h: b}, m: {h: n}"), "a=f b=f n=h m=h")
      << "with no known one at the end";
}

TEST(Merge, LinesOfOneNameAreReplacedTogether) {
  const std::string tied = "a: {f: x}, y: {f: a, when: tied}, y: {g: a, when: not tied}, z: {f: y}";
  EXPECT_EQ(patched(tied, "y: {h: a}"), "a=f y=h z=f");
  EXPECT_EQ(patched(tied, "y: "), "a=f z=f");
  EXPECT_EQ(
      patched("a: {f: x}, y: {f: a}, z: {f: y}", "y: {g: a, when: p}, y: {h: a, when: not p}"),
      "a=f y=g y=h z=f");
}

TEST(Merge, WhatIsWrongInAPatch) {
  EXPECT_EQ(problems_of("{graph: [hidden: {f: x}]}", "{graph: [hiden: , {a: {}, b: {}}, c]}"),
            "10: there is no node 'hiden' to remove; did you mean 'hidden'?\n"
            "19: a line of a graph is one node: '- name: {operator: inputs}'\n"
            "35: a line of a graph is one node: '- name: {operator: inputs}'");
  EXPECT_EQ(problems_of("{graph: ['q, k': {f: x}]}", "{graph: [q: ]}"),
            "10: there is no node 'q' to remove; there is only q, k");
}

TEST(Merge, EachPartKnowsItsFile) {
  const Yaml yaml = merged("params: {D: 3, H: 2}\ngraph: [a: {f: x}, b: {f: a}]",
                           "params: {H: 4}\ngraph: [b: {g: a}]");
  const auto file = [](const Yaml& part) { return part.position.source->name; };
  EXPECT_EQ(file(*yaml.find("params")->find("D")), "parent");
  EXPECT_EQ(file(*yaml.find("params")->find("H")), "child");
  EXPECT_EQ(file(yaml.find("params")->entries[1].first), "child");
  EXPECT_EQ(file(yaml.find("graph")->items[0].entries[0].first), "parent");
  EXPECT_EQ(file(yaml.find("graph")->items[1].entries[0].first), "child");
}

TEST(Merge, NamesOfALine) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(split_names("q, k,v"), (Names{"q", "k", "v"}));
  EXPECT_EQ(split_names(" q "), (Names{"q"}));
  EXPECT_EQ(split_names("q k"), (Names{"q k"})) << "no name: whoever reads it says so";
  EXPECT_EQ(split_names("q,"), (Names{"q", ""}));
}

}  // namespace
}  // namespace atto
