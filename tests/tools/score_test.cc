// `atto score` as a user meets it.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/tools/alphabet.h"

namespace atto::testing {
namespace {

using Json = nlohmann::json;

class ScoreTest : public AlphabetTest {};

// Here a token's logits depend on all tokens in front of it.
constexpr const char* kCausal = R"(attograph: 1
config: {V: n, C: context}
inputs: {ids: {dtype: int64, shape: [B, T]}}
graph:
  - x:      {embedding: ids, prefix: next, rows: V, to: [1, V]}
  - seen:   {attention: [x, x, x], mask: causal, scale: 0.05}
  - logits: {reshape: seen, to: [B, T, V]}
outputs: [logits]
generate: {tokens: ids, logits: logits, context: C}
)";

/// log softmax of one row at one place.
double log_probability(const Json& row, std::int64_t id) {
  double sum = 0;
  for (const double x : row) sum += std::exp(x);
  return row[static_cast<std::size_t>(id)].get<double>() - std::log(sum);
}

TEST_F(ScoreTest, CountsEachTokenOnce) {
  // Each of the letters is the one logit of 5 among 258 zeros.
  const double right = 5 - std::log(std::exp(5) + 258), wrong = -std::log(std::exp(5) + 258);
  const std::string score = "score alphabet.yaml --checkpoint . --json ";
  // <s> a b c d f: the special token is followed by a; f does not follow d.
  for (const char* window : {"", "--window 3", "--window 3 --stride 1", "--window 2"}) {
    const Json json = Json::parse(run(score + "--text abcdf " + window).out);
    EXPECT_EQ(json["tokens"], 5) << window;
    EXPECT_NEAR(json["log_likelihood"].get<double>(), 4 * right + wrong, 1e-5) << window;
    EXPECT_NEAR(json["perplexity"].get<double>(), std::exp(-(4 * right + wrong) / 5), 1e-5);
  }
  EXPECT_EQ(run(score + "--text abc --window 41").exit_code, 1);
  EXPECT_EQ(run(score + "--text abc --window 3 --stride 3").exit_code, 1);
  EXPECT_EQ(run(score).err,
            "error: give one text, by --file FILE (or - for standard input) or by --text TEXT\n");
}

TEST_F(ScoreTest, NaNIsNoScore) {
  Tensor next(DType::float32, {kTokens, kTokens});
  next.data<float>()[static_cast<std::size_t>('b' * kTokens)] = NAN;
  write_safetensors(folder_ + "/model.safetensors", {{"next.weight", next}});
  const AttoResult result = run("score alphabet.yaml --checkpoint . --text abc");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(result.err.starts_with("error: the logits behind token 2 of a window have NaN"))
      << result.err;
}

TEST_F(ScoreTest, IsTheSumOfWhatRunPrints) {
  write("causal.yaml", kCausal);
  const std::string model = " causal.yaml --checkpoint . --dtype float64 --json ";
  const std::vector<std::int64_t> ids = {257, 'a', 'b', 'c', 'x', 'd', 'e', 'b'};
  const auto logits = [&](std::size_t begin, std::size_t end) {
    const Json part(std::vector<std::int64_t>(ids.begin() + static_cast<std::ptrdiff_t>(begin),
                                              ids.begin() + static_cast<std::ptrdiff_t>(end)));
    const AttoResult result = run(text("run", model, "-i 'ids=[", part.dump(), "]'"));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Json::parse(result.out)["values"]["logits"]["data"][0];
  };
  const struct {
    const char* flags;
    std::vector<std::array<std::size_t, 3>> windows;  // begin, end, first that counts
  } rows[] = {{"", {{0, 8, 1}}},
              {"--window 8", {{0, 8, 1}}},
              {"--window 4", {{0, 4, 1}, {2, 6, 4}, {4, 8, 6}}},
              {"--window 4 --stride 1", {{0, 4, 1}, {1, 5, 4}, {2, 6, 5}, {3, 7, 6}, {4, 8, 7}}},
              {"--window 5 --stride 4", {{0, 5, 1}, {4, 8, 5}}}};
  for (const auto& row : rows) {
    double expected = 0;
    for (const auto& [begin, end, first] : row.windows) {
      const Json scores = logits(begin, end);
      for (std::size_t t = first; t < end; ++t)
        expected += log_probability(scores[t - 1 - begin], ids[t]);
    }
    const AttoResult result = run(text("score", model, "--text abcxdeb ", row.flags));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const Json json = Json::parse(result.out);
    EXPECT_EQ(json["tokens"], 7) << row.flags;
    EXPECT_NEAR(json["log_likelihood"].get<double>(), expected, 1e-9) << row.flags;
    EXPECT_NEAR(json["perplexity"].get<double>(), std::exp(-expected / 7), 1e-9) << row.flags;
  }
}

TEST_F(ScoreTest, CutsWhatIsLongerThanTheContext) {
  write("long.txt", std::string(100, 'b'));
  const Json json =
      Json::parse(run("score alphabet.yaml --checkpoint . --json --file long.txt").out);
  EXPECT_EQ(json["tokens"], 100);
  EXPECT_NEAR(json["log_likelihood"].get<double>(), -100 * std::log(std::exp(5) + 258), 1e-4);
  EXPECT_EQ(Json::parse(run("score alphabet.yaml --checkpoint . --json --file - <long.txt").out),
            json);
}

TEST_F(ScoreTest, Mistakes) {
  const std::pair<std::string, std::string> rows[] = {
      {"--text ab --file x", "error: give one text, by --file FILE"},
      {"--text ab --window 1", "error: --window is at least 2 and at most 40"},
      {"--text ab --window -3", "error: --window and --stride are above 0"},
      {"--text ab --window 3 --stride -1", "error: --window and --stride are above 0"},
      {"--text ab --window 3 --stride 3", "error: --stride is below --window, which is 3, not 3"},
      {"--file missing", "missing: error: "}};
  for (const auto& [arguments, message] : rows) {
    const AttoResult result = run("score alphabet.yaml --checkpoint . " + arguments);
    EXPECT_EQ(result.exit_code, 1) << arguments;
    EXPECT_TRUE(result.err.starts_with(message)) << result.err;
  }
}

}  // namespace
}  // namespace atto::testing
