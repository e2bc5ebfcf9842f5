#include "framework/plan/layout.h"

#include <gtest/gtest.h>

#include "tests/error_of.h"
#include "tests/model_of.h"

namespace atto {
namespace {

constexpr const char* kChain = R"(
inputs: {x: {shape: [T, 16]}}
graph:
  - a: {softmax: x, axis: 0}
  - b: {softmax: a, axis: 1}
  - c: {softmax: b, axis: 0}
  - d: {softmax: c, axis: 1}
outputs: [d]
)";

Layout layout_of(const std::string& yaml, const Bindings& bindings, bool optimize = true) {
  const auto graph = graph_of(yaml);
  return lay_out(plan(graph, {graph->outputs[0].second}, {.optimize = optimize}), bindings,
                 DType::float32);
}

template <class Work>
std::string message_of(Work&& work) {
  return error_of(work).message();
}

TEST(Layout, reuses_what_is_no_longer_read) {
  const Layout layout = layout_of(kChain, {{"T", 4}});
  EXPECT_EQ(layout.bytes_without_reuse, 4u * 4 * 16 * 4);
  EXPECT_EQ(layout.arena_bytes, 2u * 4 * 16 * 4);  // a step's input and output
  EXPECT_EQ(layout.offsets[0], layout.offsets[2]);
  EXPECT_NE(layout.offsets[0], layout.offsets[1]);
}

TEST(Layout, as_written_reuses_nothing) {
  const Layout layout = layout_of(kChain, {{"T", 4}}, false);
  EXPECT_EQ(layout.arena_bytes, layout.bytes_without_reuse);
}

TEST(Layout, counts_no_more_bytes_than_there_can_be) {
  const std::int64_t huge = std::int64_t{1} << 56;
  EXPECT_EQ(message_of([&] {
              layout_of(kChain, {{"T", huge}}, false);
            }),
            "the size 4611686018427387904 + 4611686018427387904 overflows 64 bits");
}

TEST(Layout, places_living_buffers_apart) {
  const Layout layout = layout_of(R"(
inputs: {x: {shape: [T, 3]}}
graph:
  - a: {softmax: x, axis: 0}
  - b: {concat: [a, a, a], axis: 0}
  - c: {softmax: b, axis: 1}
  - d: {concat: [a, c], axis: 0}
outputs: [d]
)",
                                  {{"T", 5}});
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(layout.offsets[i] % 64, 0u);
  const auto apart = [&](std::size_t i, std::size_t j) {
    return layout.offsets[i] + layout.sizes[i] <= layout.offsets[j] ||
           layout.offsets[j] + layout.sizes[j] <= layout.offsets[i];
  };
  EXPECT_TRUE(apart(0, 1));
  EXPECT_TRUE(apart(0, 2));
  EXPECT_TRUE(apart(1, 2));
  EXPECT_TRUE(apart(2, 3));
}

TEST(Layout, binds_symbols_from_inputs) {
  const auto graph = graph_of(R"(
inputs: {x: {shape: [T, 2*T]}, y: {shape: [T, S]}}
graph:
  - z: {concat: [x, y], axis: 1}
outputs: [z]
)");
  const ValueId x = graph->find("x"), y = graph->find("y");
  EXPECT_EQ(bind_symbols(*graph, {{x, {2, 4}}, {y, {2, 7}}}), (Bindings{{"T", 2}, {"S", 7}}));
  EXPECT_EQ(message_of([&] {
              bind_symbols(*graph, {{x, {2, 4}}, {y, {3, 7}}});
            }),
            "the input 'y' of shape [3, 7] has T = 3, but 'x' has T = 2");
  EXPECT_EQ(message_of([&] {
              bind_symbols(*graph, {{x, {2, 5}}});
            }),
            "the input 'x' takes shape [T, 2*T], not [2, 5]: 2*T is 4");
  EXPECT_EQ(message_of([&] {
              bind_symbols(*graph, {{x, {2}}});
            }),
            "the input 'x' takes shape [T, 2*T], not [2]");
}

TEST(Layout, checks_what_only_sizes_decide) {
  const std::string yaml = R"(
inputs: {x: {shape: [T, 3]}, y: {shape: [S, 3]}}
graph:
  - z: {concat: [x, y], axis: 1}
outputs: [z]
)";
  EXPECT_NO_THROW(layout_of(yaml, {{"T", 2}, {"S", 2}}));
  try {
    layout_of(yaml, {{"T", 2}, {"S", 3}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "axis 0 of xs[1] = S, axis 0 of xs[0] = T: 3 and 2 in this run");
    EXPECT_EQ(error.position().line, 5);
  }
}

TEST(Layout, refuses_bytes_that_overflow) {
  const auto message = message_of([&] { layout_of(kChain, {{"T", std::int64_t{1} << 58}}); });
  EXPECT_NE(message.find("overflows"), std::string::npos) << message;
}

}  // namespace
}  // namespace atto
