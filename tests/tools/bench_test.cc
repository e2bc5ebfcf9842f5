// `atto bench` as a user meets it. What it measures is no matter here: what it says of it is.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/tools/atto.h"

namespace atto::testing {
namespace {

using Json = nlohmann::json;

AttoResult bench(const std::string& arguments) {
  return run_atto("bench " + arguments, ATTO_SOURCE_DIR);
}

Json bench_json(const std::string& arguments) {
  const AttoResult result = bench(arguments + " --json");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return Json::parse(result.out);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The first line on standard error of a call that must fail with 1 and print nothing else.
std::string error(const std::string& arguments) {
  const AttoResult result = bench(arguments);
  EXPECT_EQ(result.exit_code, 1) << arguments;
  EXPECT_EQ(result.out, "") << arguments;
  return result.err.substr(0, result.err.find('\n'));
}

TEST(Bench, measures_what_the_file_feeds) {
  const Json json = bench_json("configs/article.yaml --runs 3");
  EXPECT_EQ(json["file"], "configs/article.yaml");
  EXPECT_EQ(json["dtype"], "float64");
  ASSERT_EQ(json["cases"].size(), 1U);
  const Json& one = json["cases"][0];
  EXPECT_EQ(one["runs"], 3);
  EXPECT_EQ(one["dims"], Json::object());
  EXPECT_LE(one["min_seconds"], one["median_seconds"]);
  EXPECT_LE(one["median_seconds"], one["p90_seconds"]);
  EXPECT_GT(one["min_seconds"], 0);
  EXPECT_EQ(one["weight_bytes"], (4 * 3 + 3 * 6 + 6 + 6 * 3 + 3) * 8);
  EXPECT_GE(one["peak_bytes"], 1'000'000);
}

TEST(Bench, counts_what_the_nodes_say) {
  // T = 4, D = 3, the heads merged: x x^T, its softmax, weights x, two layers over [2*T, D].
  constexpr int kFlops = 2 * 4 * 4 * 3 + 5 * 16 + 2 * 4 * 4 * 3 + 2 * (2 * 8 * 3 * 6);
  const Json one = bench_json("configs/article.yaml --runs 1")["cases"][0];
  EXPECT_EQ(one["flops"], kFlops);
  std::vector<std::string> nodes;
  int flops = 0, bytes = 0;
  for (const Json& node : one["nodes"]) {
    nodes.push_back(node["node"]);
    flops += node["flops"].get<int>();
    bytes += node["bytes"].get<int>();
    EXPECT_GE(node["seconds"], 0);
  }
  EXPECT_EQ(nodes, (std::vector<std::string>{"embeddings", "head.0.scores", "head.0.weights",
                                             "head.0.output", "multi_head", "hidden", "output"}));
  EXPECT_EQ(flops, one["flops"]);
  EXPECT_EQ(bytes, one["bytes"]);
}

TEST(Bench, sweeps_every_combination) {
  const AttoResult result =
      bench("models/article.yaml --dims T=2,5 --threads 1,2 --runs 1 --csv --dtype float64");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::vector<std::string> starts;
  for (const std::string& line : lines_of(result.out)) {
    std::size_t end = line.find(',', line.find(',') + 1);
    starts.push_back(line.substr(0, line.find(',', end + 1)));
  }
  EXPECT_EQ(starts,
            (std::vector<std::string>{"T,threads,runs", "2,1,1", "2,2,1", "5,1,1", "5,2,1"}));
}

TEST(Bench, sizes_of_one_name_may_stand_apart) {
  const Json cases =
      bench_json("models/article.yaml --dims T=2 5 --dims T=3 --threads 1 --runs 1")["cases"];
  std::vector<int> sizes;
  for (const Json& one : cases) sizes.push_back(one["dims"]["T"]);
  EXPECT_EQ(sizes, (std::vector<int>{2, 5, 3}));
}

TEST(Bench, prints_a_table_and_the_slowest_nodes) {
  const AttoResult result = bench("models/article.yaml --dims T=4 --runs 2 --nodes 2 --threads 1");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 11U) << result.out;
  EXPECT_EQ(lines[0], "models/article.yaml, float32, fast kernels");
  EXPECT_NE(lines[2].find("median [us]"), std::string::npos);
  EXPECT_EQ(lines[5], "nodes at T = 4, 1 thread");
  EXPECT_EQ(lines[9].substr(0, 8), "5 others");
  EXPECT_EQ(lines[10].substr(0, 5), "total");
}

TEST(Bench, makes_weights_that_the_file_does_not_initialise) {
  const std::string file = text(::testing::TempDir(), "bench-", getpid(), ".yaml");
  std::ofstream(file) << "attograph: 1\n"
                         "inputs:\n"
                         "  x: {shape: [T, 3]}\n"
                         "weights:\n"
                         "  W: {shape: [3, 3]}\n"
                         "graph:\n"
                         "  - y: {matmul: [x, W]}\n"
                         "outputs: [y]\n";
  EXPECT_EQ(bench_json(file + " --dims T=2 --runs 1")["cases"][0]["flops"], 2 * 2 * 3 * 3);
  std::remove(file.c_str());
}

TEST(Bench, says_what_is_wrong) {
  EXPECT_EQ(error("models/article.yaml"),
            "error: nothing says how large T of 'sentence' [T] is: give --dims T=128");
  EXPECT_EQ(error("models/article.yaml --dims U=4"), "error: no size is named 'U'; there are T");
  EXPECT_EQ(error("models/article.yaml --dims 4"),
            "error: --dims takes sizes such as T=128,512 B=2, not '4'");
  EXPECT_EQ(error("models/article.yaml --dims T=4,x"),
            "error: --dims takes sizes such as T=128,512 B=2, not 'T=x'");
  EXPECT_EQ(error("models/article.yaml --dims T=4 --threads 0"),
            "error: --threads: Value 0 not in range 1 to 1024");
  EXPECT_EQ(error("models/article.yaml --dims T=4 --json --csv"), "error: --json excludes --csv");
}

}  // namespace
}  // namespace atto::testing
