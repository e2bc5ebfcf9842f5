// The article's model agrees with NumPy in every array, whichever way it runs.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "framework/core/parallel.h"
#include "framework/data/npz.h"
#include "framework/describe/literal.h"
#include "framework/describe/load.h"
#include "framework/graph/build.h"
#include "framework/run/session.h"
#include "tests/models/article_literals.h"

namespace atto {
namespace {

/// The article's names, and the canonical names of the model's values.
const std::map<std::string, std::vector<std::string>> kNames = {
    {"embeddings", {"embeddings"}},
    {"scores", {"head.0.scores", "head.1.scores"}},
    {"weights", {"head.0.weights", "head.1.weights"}},
    {"attention", {"head.0.output", "head.1.output"}},
    {"multi_head", {"multi_head"}},
    {"W1", {"W1"}},
    {"b1", {"b1"}},
    {"W2", {"W2"}},
    {"b2", {"b2"}},
    {"output", {"output"}}};

struct Way {
  DType real;
  bool kernels;
  bool optimize;
  int threads;
};

std::string name_of(const ::testing::TestParamInfo<Way>& info) {
  const Way& way = info.param;
  return text(name_of(way.real), way.kernels ? "_kernels" : "_definitions",
              way.optimize ? "" : "_as_written", "_", way.threads, "_threads");
}

class Article : public ::testing::TestWithParam<Way> {
 protected:
  ~Article() override { set_threads(available_threads()); }

  /// Every value of the model, by canonical name.
  static std::map<std::string, Tensor> run(const Way& way) {
    set_threads(way.threads);
    const Description description = load(ATTO_SOURCE_DIR "/configs/article.yaml");
    const auto graph = std::make_shared<const Graph>(build(description));
    Session session(graph, make_weights(*graph, way.real, {RandomOptions::Stream::numpy, 0}),
                    {.real = way.real, .plan = {.optimize = way.optimize, .kernels = way.kernels}});
    const Tensor sentence = read_literal(description.feed[0].second, DType::int64, Scope(),
                                         graph->input("sentence").words);
    const std::vector<ValueId> all = graph->match("*");
    const std::vector<Tensor> tensors = session.run({{"sentence", sentence}}, all);
    std::map<std::string, Tensor> values;
    for (std::size_t i = 0; i < all.size(); ++i) values[graph->value(all[i]).name] = tensors[i];
    return values;
  }

  static void compare(const Tensor& actual, const Tensor& expected, double tolerance,
                      const std::string& name) {
    ASSERT_EQ(actual.shape(), expected.shape()) << name;
    const Tensor reals = actual.cast(DType::float64);
    for (std::int64_t i = 0; i < actual.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      EXPECT_NEAR(reals.data<double>()[at], expected.data<double>()[at], tolerance)
          << name << " element " << i;
    }
  }
};

TEST_P(Article, agrees_with_numpy) {
  const auto values = run(GetParam());
  const auto expected = article_arrays();
  ASSERT_EQ(expected.size(), kNames.size());
  const double tolerance = GetParam().real == DType::float64 ? 1e-12 : 1e-5;
  for (const auto& [article_name, names] : kNames)
    for (const std::string& name : names)
      compare(values.at(name), expected.at(article_name), tolerance, name);
}

/// The literals are the reference's numbers.
TEST(ArticleLiterals, are_those_of_the_reference_file) {
  const char* folder = std::getenv("ATTO_TEST_DATA");
  if (!folder) GTEST_SKIP() << "ATTO_TEST_DATA names no folder with article/expected.npz";
  const NpzReader reference(std::string(folder) + "/article/expected.npz");
  const auto literals = article_arrays();
  EXPECT_EQ(reference.names().size(), literals.size());
  for (const std::string& name : reference.names()) {
    const Tensor expected = reference.read(name);
    ASSERT_EQ(literals.at(name).shape(), expected.shape()) << name;
    for (std::size_t i = 0; i < static_cast<std::size_t>(expected.size()); ++i)
      EXPECT_DOUBLE_EQ(literals.at(name).data<double>()[i], expected.data<double>()[i]) << name;
  }
}

std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const DType real : {DType::float64, DType::float32})
    for (const bool kernels : {true, false})
      for (const bool optimize : {true, false})
        for (const int threads : {1, 2, 4}) ways.push_back({real, kernels, optimize, threads});
  return ways;
}

INSTANTIATE_TEST_SUITE_P(Ways, Article, ::testing::ValuesIn(all_ways()), name_of);

}  // namespace
}  // namespace atto
