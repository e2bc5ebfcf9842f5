// The steps of models/ladder agree with NumPy: ladder_literals.py, which stands beside this file.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "framework/describe/literal.h"
#include "framework/describe/load.h"
#include "framework/graph/build.h"
#include "framework/run/session.h"

namespace atto {
namespace {

struct Row {
  const char* step;
  const char* value;
  Shape shape;
  std::vector<double> numbers;
};

const std::vector<Row> kRows = {
#include "tests/models/ladder_literals.inc"
};

const std::string kModels = ATTO_SOURCE_DIR "/models/";

/// The values of a file that runs as it is, by name.
std::map<std::string, Tensor> run(const std::string& path, const std::vector<std::string>& names,
                                  DType real = DType::float64, bool kernels = true) {
  const Description description = load(path);
  const auto graph = std::make_shared<const Graph>(build(description));
  Session session(graph, make_weights(*graph, real, {RandomOptions::Stream::numpy, 0}),
                  {.real = real, .plan = {.kernels = kernels}});
  const Tensor sentence = read_literal(description.feed[0].second, DType::int64, Scope(),
                                       graph->input("sentence").words);
  std::vector<ValueId> wanted;
  for (const std::string& name : names) wanted.push_back(graph->find(name));
  const std::vector<Tensor> tensors = session.run({{"sentence", sentence}}, wanted);
  std::map<std::string, Tensor> values;
  for (std::size_t i = 0; i < names.size(); ++i) values[names[i]] = tensors[i];
  return values;
}

/// The files in the order of their numbers.
std::vector<std::string> steps() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kModels + "ladder"))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end(),
            [](const auto& a, const auto& b) { return std::stoi(a) < std::stoi(b); });
  return names;
}

class Ladder : public ::testing::TestWithParam<std::string> {};

TEST_P(Ladder, agrees_with_numpy) {
  std::vector<std::string> names;
  for (const Row& row : kRows)
    if (row.step == GetParam()) names.push_back(row.value);
  ASSERT_FALSE(names.empty());
  for (const DType real : {DType::float64, DType::float32})
    for (const bool kernels : {true, false}) {
      const auto values = run(kModels + "ladder/" + GetParam() + ".yaml", names, real, kernels);
      for (const Row& row : kRows) {
        if (row.step != GetParam()) continue;
        const std::string what =
            text(row.value, " in ", name_of(real), kernels ? "" : " by definitions");
        ASSERT_EQ(values.at(row.value).shape(), row.shape) << what;
        const Tensor reals = values.at(row.value).cast(DType::float64);
        for (std::size_t i = 0; i < row.numbers.size(); ++i)
          EXPECT_NEAR(
              reals.data<double>()[i], row.numbers[i],
              (real == DType::float64 ? 1e-12 : 1e-5) * std::max(1.0, std::abs(row.numbers[i])))
              << what << ", element " << i;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Steps, Ladder, ::testing::ValuesIn(steps()), [](const auto& step) {
  std::string name = step.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(LadderFiles, BeginsWithTheArticle) {
  const std::map<std::string, std::string> names = {{"layer.head.0.weights", "head.0.weights"},
                                                    {"layer.head.1.output", "head.1.output"},
                                                    {"layer.multi_head", "multi_head"},
                                                    {"layer", "output"}};
  std::vector<std::string> steps_names, article_names;
  for (const auto& [step_name, article_name] : names) {
    steps_names.push_back(step_name);
    article_names.push_back(article_name);
  }
  const auto step = run(kModels + "ladder/0-article.yaml", steps_names);
  const auto article = run(kModels + "../configs/article.yaml", article_names);
  for (const auto& [step_name, article_name] : names) {
    const auto a = step.at(step_name).data<double>(), b = article.at(article_name).data<double>();
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << step_name;
  }
}

TEST(LadderFiles, EachStepExtendsTheOneBefore) {
  const std::vector<std::string> files = steps();
  ASSERT_EQ(files.size(), 12u);
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(std::stoul(files[i]), i);
    const Description description = load(kModels + "ladder/" + files[i] + ".yaml");
    ASSERT_EQ(description.files.size(), i + 1);
    if (i > 0) {
      EXPECT_EQ(std::filesystem::path(description.files[1]).stem().string(), files[i - 1]);
    }
  }
}

}  // namespace
}  // namespace atto
