#include <gtest/gtest.h>

#include "framework/describe/description.h"
#include "tests/model_of.h"

namespace atto {
namespace {

/// What nothing reads, as `kind name`.
std::string unread(const std::string& model) {
  Problems problems;
  check_reads(description_of(model), problems);
  std::string out;
  for (const Error& error : problems.errors()) {
    std::string message = error.message().substr(4);  // the param 'D' is not used ...
    message = message.substr(0, message.find("' is not used"));
    out += (out.empty() ? "" : ", ") + message.erase(message.find('\''), 1);
  }
  return out;
}

/// A model in which `argument` stands in a line of the graph, and p and v are defined.
std::string with(const std::string& argument, const std::string& parts = "") {
  return "params: {p: 1}\ninputs: {x: {shape: [T]}, v: {shape: [T]}}\n" + parts +
         "graph:\n  - y: {softmax: x, " + argument + "}\noutputs: [y]\n";
}

TEST(Reads, WhatALineReads) {
  EXPECT_EQ(unread(with("axis: 0")), "input v, param p");
  for (const char* reads :
       {"axis: p, bias: v", "axis: v + p", "prefix: $(p).$(v)", "repeat: p, when: v",
        "shape: [p, 2*v]", "weight: {node: v}, axis: p if v else 0", "a: {b: [{c: p}, v]}"})
    EXPECT_EQ(unread(with(reads)), "") << reads;
  EXPECT_EQ(unread(with("p: 1, axis: 0")), "input v, param p") << "a key reads nothing";
}

TEST(Reads, WhatOtherPartsRead) {
  const std::string v = "show: {Label: v}\n";
  EXPECT_EQ(unread(with("axis: 0", v)), "param p");
  EXPECT_EQ(unread(with("axis: 0", v + "init:\n  - {match: a, normal: p}\n")), "");
  EXPECT_EQ(unread(with("axis: 0", v + "weights: {w: {shape: [p]}}\n")), "weight w");
  EXPECT_EQ(unread(with("weight: w", v + "weights: {w: {shape: [3], init: {normal: p}}}\n")), "");
  EXPECT_EQ(unread(with("axis: 0", "generate: {tokens: v, start: p}\n")), "");
  EXPECT_EQ(unread(with("axis: 0", v + "data: {length: p}\n")), "");
  EXPECT_EQ(unread(with("axis: 0", v + "train: {rate: 2*p}\n")), "");
  EXPECT_EQ(unread(with("axis: q", v + "config: {q: {key: k, default: p}}\n")), "");
  EXPECT_EQ(unread(with("axis: q", v + "config: {q: {key: k, map: {a: p}}}\n")), "");
  EXPECT_EQ(unread(with("axis: 0", v + "assume: {a: p}\n")), "param p") << "raw values of a file";
  EXPECT_EQ(unread(with("axis: 0", v + "feed: {x: [p]}\n")), "param p") << "a feed has no names";
}

TEST(Reads, AValueInsideABlockThatIsShown) {
  const std::string block =
      "inputs: {x: {shape: [T]}}\n"
      "blocks:\n  layer:\n    inputs: {x: [T]}\n    graph:\n"
      "      - seen: {softmax: x, axis: 0}\n      - y: {softmax: x, axis: 0}\n    outputs: [y]\n";
  const std::string graph = "graph:\n  - h: {layer: x, repeat: 2}\noutputs: ";
  EXPECT_EQ(unread(block + graph + "[h]\n"), "value seen");
  EXPECT_EQ(unread(block + "show: {Seen: h.1.seen}\n" + graph + "[h]\n"), "");
  EXPECT_EQ(unread(block + graph + "[h.0.seen]\n"), "") << "and h is read by its part";
}

TEST(Reads, ABlockHasAScopeOfItsOwn) {
  EXPECT_EQ(unread("params: {p: 1, q: 2}\ninputs: {x: {shape: [T]}}\n"
                   "blocks:\n"
                   "  layer:\n"
                   "    params: {a: p, b: 1}\n"
                   "    inputs: {x: [T, q], z: [T]}\n"
                   "    graph:\n      - y: {softmax: x, axis: a}\n      - x2: {softmax: x}\n"
                   "    outputs: [y]\n"
                   "  never:\n"
                   "    inputs: {x: [T]}\n    graph: []\n    outputs: [x]\n"
                   "graph:\n  - z: {layer: x}\n  - b: {layer: z}\noutputs: [z]\n"),
            "value x2, input z, param b, block never, value b");
}

TEST(Reads, AnOutputMayBeNamedAway) {
  EXPECT_EQ(unread("inputs: {x: {shape: [T]}}\n"
                   "graph:\n  - _, y, rest: {split: x, axis: 0}\noutputs: [y]\n"),
            "value rest");
}

TEST(Reads, ALoopVariableIsReadInItsLine) {
  const std::string start =
      "inputs: {x: {shape: [T]}}\ngraph:\n  - y: {softmax: x, repeat: 2, as: i";
  EXPECT_EQ(unread(start + "}\noutputs: [y]\n"), "loop variable i");
  EXPECT_EQ(unread(start + ", prefix: h.$(i)}\noutputs: [y]\n"), "");
  EXPECT_EQ(unread(start + ", axis: 1 if i % 2 == 0 else 0}\noutputs: [y]\n"), "");
}

TEST(Reads, WhatIsNotWholeIsNotSearched) {
  Problems described, problems;
  auto source = std::make_shared<Source>(
      Source{"test.yaml", "params: {p: 1}\ninputs: {x: {shape: [T]}}\noutputs: [y]\n"});
  check_reads(describe(parse_yaml(source), described), problems);
  EXPECT_FALSE(described.empty());
  EXPECT_TRUE(problems.empty()) << problems.what();
}

}  // namespace
}  // namespace atto
