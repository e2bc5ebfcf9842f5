// `atto embed` as a user meets it.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "framework/data/npz.h"
#include "tests/tools/alphabet.h"

namespace atto::testing {
namespace {

using Json = nlohmann::json;

class EmbedTest : public AlphabetTest {};

// Each token sees all others; `MASK` and `VALID` say what is valid, or nothing.
constexpr const char* kBothWays = R"(attograph: 1
config: {V: n}
inputs:
  ids:   {dtype: int64, shape: [B, T]}VALID
graph:
  - rows:   {embedding: ids, prefix: next, rows: V, to: [1, V]}
  - seen:   {attention: [rows, rows, rows], mask: none, scale: 0.05MASK}
  - all:    {reshape: seen, to: [B, T, V]}
  - tokens: {slice: all, axis: -1, from: 97, to: 103}
  - first:  {slice: tokens, axis: 1, to: 1}
outputs: [tokens, first]
)";

std::string replaced(std::string content, const std::string& part, const std::string& by) {
  return content.replace(content.find(part), part.size(), by);
}

TEST_F(EmbedTest, LeavesOutWhatFillsUp) {
  write("mean.yaml", R"(attograph: 1
config: {V: n}
inputs:
  ids:   {dtype: int64, shape: [B, T]}
  valid: {dtype: bool, shape: [B, T], default: ones}
graph:
  - rows:  {embedding: ids, prefix: next, rows: V, to: [V]}
  - first: {slice: rows, axis: -1, from: 97, to: 101}
  - mask:  {expand_dims: valid, axis: 2}
  - zero:  {scale: first, by: 0}
  - seen:  {where: [mask, first, zero]}
outputs: [seen]
)");
  const std::string embed = "embed mean.yaml --checkpoint . --json --text ab --text abca ";
  // Columns a to d of the rows of <s>, a, b, c, a: behind <s> comes a, behind a comes b ...
  const Json mean = Json::parse(run(embed).out);
  const std::vector<std::vector<double>> expected = {{5. / 3, 5. / 3, 5. / 3, 0}, {1, 2, 1, 1}};
  for (std::size_t b = 0; b < expected.size(); ++b)
    for (std::size_t d = 0; d < 4; ++d)
      EXPECT_NEAR(mean[b][d].get<double>(), expected[b][d], 1e-6) << b << " " << d;
  EXPECT_EQ(Json::parse(run(embed + "--pool cls").out), Json({{5, 0, 0, 0}, {5, 0, 0, 0}}));
  EXPECT_EQ(Json::parse(run(embed + "--pool cls --normalize").out),
            Json({{1, 0, 0, 0}, {1, 0, 0, 0}}));
  EXPECT_EQ(run("embed mean.yaml --checkpoint . --text a").out, "2.5 2.5 0 0\n");
  EXPECT_EQ(run("embed mean.yaml --checkpoint .").exit_code, 1);
}

TEST_F(EmbedTest, LinesMayEndAsOnWindows) {
  write("unix.txt", "a\nb\n");
  write("windows.txt", "a\r\nb\r\n");
  const std::string embed = "embed alphabet.yaml --checkpoint . --file ";
  EXPECT_EQ(run(embed + "windows.txt").out, run(embed + "unix.txt").out);
}

TEST_F(EmbedTest, NaNStaysNaN) {
  Tensor next(DType::float32, {kTokens, kTokens});
  next.data<float>()[static_cast<std::size_t>('a' * kTokens)] = NAN;
  write_safetensors(folder_ + "/model.safetensors", {{"next.weight", next}});
  const AttoResult result = run("embed alphabet.yaml --checkpoint . --text a --normalize --json");
  EXPECT_TRUE(result.out.starts_with("[[\"NaN\",\"NaN\"")) << result.out.substr(0, 40);
}

TEST_F(EmbedTest, ManyTextsStayInTheirOrder) {
  write("masked.yaml", replaced(replaced(kBothWays, "VALID",
                                         "\n  valid: {dtype: bool, shape: [B, T], default: ones}"),
                                "MASK", ", valid: valid"));
  std::string lines;
  for (int i = 0; i < 70; ++i)
    lines +=
        text(std::string(static_cast<std::size_t>(i * 7 % 20 + 1), static_cast<char>('a' + i % 6)),
             "\n");
  write("lines.txt", lines);
  const std::string embed = "embed masked.yaml --checkpoint . --json ";
  const Json all = Json::parse(run(embed + "--file lines.txt").out);
  ASSERT_EQ(all.size(), 70u);
  for (const int i : {0, 1, 31, 32, 64, 69}) {
    const std::string line(static_cast<std::size_t>(i * 7 % 20 + 1),
                           static_cast<char>('a' + i % 6));
    const Json alone = Json::parse(run(embed + "--text " + line).out)[0];
    for (std::size_t d = 0; d < 6; ++d)
      EXPECT_NEAR(all[static_cast<std::size_t>(i)][d].get<double>(), alone[d].get<double>(), 1e-5)
          << i;
  }
}

TEST_F(EmbedTest, ABatchGivesWhatTextsGiveAlone) {
  write("masked.yaml", replaced(replaced(kBothWays, "VALID",
                                         "\n  valid: {dtype: bool, shape: [B, T], default: ones}"),
                                "MASK", ", valid: valid"));
  write("plain.yaml", replaced(replaced(kBothWays, "VALID", ""), "MASK", ""));
  for (const char* model : {"masked.yaml", "plain.yaml"})
    for (const char* flags : {"", "--pool cls", "--normalize", "--pool cls --normalize"}) {
      const std::string embed = text("embed ", model, " --checkpoint . --json ", flags);
      const std::vector<std::string> texts = {"a", "abcdef", "bb", "dcba"};
      std::string all = embed;
      for (const std::string& one : texts) all += " --text " + one;
      const AttoResult result = run(all);
      ASSERT_EQ(result.exit_code, 0) << result.err;
      const Json together = Json::parse(result.out);
      ASSERT_EQ(together.size(), texts.size());
      for (std::size_t b = 0; b < texts.size(); ++b) {
        const Json alone = Json::parse(run(embed + " --text " + texts[b]).out)[0];
        double squares = 0;
        for (std::size_t d = 0; d < 6; ++d) {
          const double x = together[b][d];
          EXPECT_NEAR(x, alone[d].get<double>(), 1e-5) << model << flags << texts[b];
          squares += x * x;
        }
        EXPECT_TRUE(!std::string(flags).ends_with("normalize") || std::abs(squares - 1) < 1e-5);
      }
    }
}

TEST_F(EmbedTest, WritesAndReadsFiles) {
  write("plain.yaml", replaced(replaced(kBothWays, "VALID", ""), "MASK", ""));
  write("texts.txt", "a\nabc\n");
  const std::string embed = "embed plain.yaml --checkpoint . ";
  const std::string lines = run(embed + "--text a --text abc").out;
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  EXPECT_EQ(run(embed + "--file texts.txt").out, lines);
  EXPECT_EQ(run(embed + "--file - <texts.txt").out, lines);
  EXPECT_EQ(run(embed + "--file texts.txt -o out.npz").exit_code, 0);
  const Tensor written = NpzReader(folder_ + "/out.npz").read("embeddings");
  EXPECT_EQ(written.shape(), (Shape{2, 6}));
  const Json json = Json::parse(run(embed + "--file texts.txt --json").out);
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(written.data<float>()[i], json[i / 6][i % 6].get<float>());
}

TEST_F(EmbedTest, Mistakes) {
  const AttoResult ids = run("embed alphabet.yaml --checkpoint . --value ids --text ab");
  EXPECT_EQ(ids.exit_code, 1);
  EXPECT_TRUE(ids.err.starts_with("error: 'ids' has shape [B, T]; a text has a vector")) << ids.err;
  const AttoResult late =
      run("embed alphabet.yaml --checkpoint . --text a --text " + std::string(40, 'a'));
  EXPECT_TRUE(
      late.err.starts_with("error: text 2 has 41 tokens, and the model's context has room "
                           "for 40"))
      << late.err;
  write("plain.yaml", replaced(replaced(kBothWays, "VALID", ""), "MASK", ""));
  const std::pair<std::string, std::string> rows[] = {
      {"", "error: give texts by --text TEXT"},
      {"--text ab --value first", "error: 'first' has shape [1, 1, 6]; a text has a vector [B,D]"},
      {"--text ab --value seen", "error: 'seen' has shape [1, 3, 1, 259]; a text has a vector"},
      {"--text ab --value none", "error: "},
      {"--file missing", "missing: error: "}};
  for (const auto& [arguments, message] : rows) {
    const AttoResult result = run("embed plain.yaml --checkpoint . " + arguments);
    EXPECT_EQ(result.exit_code, 1) << arguments;
    EXPECT_TRUE(result.err.find(message) != std::string::npos) << result.err;
  }
  EXPECT_NE(run("embed plain.yaml --checkpoint . --text a --pool max").exit_code, 0);
  remove("tokenizer.json");
  EXPECT_TRUE(
      run("embed plain.yaml --checkpoint . --text a").err.starts_with("error: . has no tokenizer"));
}

}  // namespace
}  // namespace atto::testing
