// Sequences that grow are computed as they would be whole.
#include "framework/generate/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "framework/core/json.h"
#include "framework/core/parallel.h"
#include "framework/data/file.h"
#include "framework/data/npz.h"
#include "framework/run/weights.h"
#include "tests/error_of.h"
#include "tests/model_of.h"

namespace atto {
namespace {

constexpr const char* kCausal = R"(
init: [{match: "*", normal: 0.5}]
inputs: {ids: {dtype: int64, shape: [B, T]}, places: {dtype: int64, shape: [B, T], default: positions}}
graph:
  - x:       {embedding: ids, prefix: words, rows: 11, to: [8]}
  - q:       {linear: x, prefix: q, to: [2, 4]}
  - k:       {linear: x, prefix: k, to: [2, 4]}
  - v:       {linear: x, prefix: v, to: [2, 4]}
  - q_turned: {rope: [q, places], theta: 100, style: half}
  - k_turned: {rope: [k, places], theta: 100, style: half}
  - seen:    {attention: [q_turned, k_turned, v], mask: causal, scale: 0.5}
  - mixed:   {linear: seen, prefix: o, in: [2, 4], to: [8]}
  - x1:      {add: [x, mixed]}
  - n:       {layer_norm: x1, prefix: n, eps: 1.0e-5}
  - logits:  {linear: n, prefix: head, to: [11]}
outputs: [logits]
)";

// The sum of all tokens so far: it looks along time and keeps nothing.
constexpr const char* kSums = R"(
init: [{match: "*", normal: 0.5}]
inputs: {ids: {dtype: int64, shape: [B, T]}}
graph:
  - x:      {embedding: ids, prefix: words, rows: 11, to: [8]}
  - sums:   {cumsum: x, axis: 1}
  - logits: {linear: sums, prefix: head, to: [11]}
outputs: [logits]
)";

// Each token sees the mean of all of them, also of those behind it.
constexpr const char* kMeans = R"(
init: [{match: "*", normal: 0.5}]
inputs: {ids: {dtype: int64, shape: [B, T]}}
graph:
  - x:      {embedding: ids, prefix: words, rows: 11, to: [8]}
  - mean:   {reduce_mean: x, axis: 1, keep_dims: true}
  - both:   {add: [x, mean]}
  - logits: {linear: both, prefix: head, to: [11]}
outputs: [logits]
)";

// Positions from a table that has as many rows as the context.
constexpr const char* kTable = R"(
init: [{match: "*", normal: 0.5}]
inputs: {ids: {dtype: int64, shape: [B, T]}, places: {dtype: int64, shape: [B, T], default: positions}}
graph:
  - word:   {embedding: ids, prefix: words, rows: 11, to: [2, 4]}
  - place:  {embedding: places, prefix: places, rows: 9, to: [2, 4]}
  - x:      {add: [word, place]}
  - seen:   {attention: [x, x, x], mask: causal, scale: 0.5}
  - logits: {linear: seen, prefix: head, in: [2, 4], to: [11]}
outputs: [logits]
)";

constexpr const char* kEncoder = R"(
init: [{match: "*", normal: 0.5}]
inputs:
  ids:     {dtype: int64, shape: [B, S], hold: true}
  valid:   {dtype: bool, shape: [B, S], default: ones, hold: true}
  decoded: {dtype: int64, shape: [B, T]}
graph:
  - memory:  {embedding: ids, prefix: words, rows: 11, to: [8]}
  - k:       {linear: memory, prefix: k, to: [2, 4]}
  - v:       {linear: memory, prefix: v, to: [2, 4]}
  - x:       {embedding: decoded, prefix: words, rows: 11, to: [8]}
  - q:       {linear: x, prefix: q, to: [2, 4]}
  - kx:      {linear: x, prefix: kx, to: [2, 4]}
  - vx:      {linear: x, prefix: vx, to: [2, 4]}
  - before:  {attention: [q, kx, vx], mask: causal, scale: 0.5}
  - crossed: {attention: [q, k, v], valid: valid, mask: none, scale: 0.5}
  - both:    {add: [before, crossed]}
  - logits:  {linear: both, prefix: head, in: [2, 4], to: [11]}
outputs: [logits]
)";

Session session_of(const std::string& yaml, DType real = DType::float64, bool kernels = true) {
  const auto graph = graph_of(yaml);
  SessionOptions options;
  options.real = real;
  options.plan.kernels = kernels;
  return Session(graph, make_weights(*graph, real, {}), options);
}

std::vector<double> row_of(const Tensor& tensor, std::int64_t row) {
  const Tensor reals = tensor.cast(DType::float64);
  const auto width = static_cast<std::size_t>(reals.shape().back());
  const auto data = reals.data<double>().subspan(static_cast<std::size_t>(row) * width, width);
  return {data.begin(), data.end()};
}

void expect_near(const std::vector<double>& got, const std::vector<double>& expected,
                 double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  double largest = 0;
  for (const double x : expected) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], expected[i], tolerance * largest) << i;
}

/// The logits behind each token of a short sequence.
Tensor all_logits(Generator& generator, const TokenIds& tokens) {
  Tensor all;
  generator.all_logits(tokens, [&](std::int64_t, const Tensor& logits) { all = logits; });
  return all;
}

const std::vector<TokenIds> kPrompts = {{3}, {1, 4, 1, 5, 9}, {2, 6, 10}};
const TokenIds kMore = {7, 0, 8};  // for each sequence, again and again

/// A model and whether it runs again, by the definitions or by the kernels.
struct Case {
  const char* name;
  const char* yaml;
  bool again;
};
const Case kCases[] = {{"causal", kCausal, false},
                       {"table", kTable, false},
                       {"sums", kSums, true},
                       {"means", kMeans, true}};

TEST(Generator, GivesWhatWholeSequencesGiveAlone) {
  for (const Case& tested : kCases)
    for (const DType real : {DType::float64, DType::float32})
      for (const bool kernels : {true, false}) {
        SCOPED_TRACE(text(tested.name, " ", name_of(real), kernels ? " kernels" : " definitions"));
        Session session = session_of(tested.yaml, real, kernels), whole = session_of(tested.yaml);
        Generator generator(session, {"ids", "logits", {}, {}});
        Generator alone(whole, {"ids", "logits", {}, {}});
        EXPECT_EQ(generator.runs_again(), tested.again);
        Tensor logits = generator.begin(kPrompts);
        for (int step = 0; step < 4; ++step) {
          ASSERT_EQ(logits.shape(), (Shape{3, 11}));
          for (std::size_t b = 0; b < kPrompts.size(); ++b) {
            const TokenIds& ids = generator.sequences()[b];
            expect_near(row_of(logits, static_cast<std::int64_t>(b)),
                        row_of(all_logits(alone, ids), std::ssize(ids) - 1),
                        real == DType::float64 ? 1e-12 : 1e-5);
          }
          logits = generator.next(kMore);
        }
      }
}

TEST(Generator, LogitsAreThoseOfOneRow) {
  Session session = session_of(kCausal);
  Generator generator(session, {"ids", "logits", {}, {}});
  std::map<std::string, std::int64_t> rows;
  session.set_observer(
      [&](const StepReport& report) { rows[report.node.name] = report.y[0].dims[1]; });
  generator.begin({{1, 2, 3, 4, 5}});
  EXPECT_EQ(rows.at("mixed"), 5);
  EXPECT_EQ(rows.at("logits"), 1);
  EXPECT_EQ(rows.at("n"), 1);
}

TEST(Generator, AnEncoderRunsOnceAndItsPaddingChangesNothing) {
  std::string sums = kEncoder;  // the same, but it looks along time and keeps nothing
  const std::string plain = "- both:    {add: [before, crossed]}";
  sums.replace(sums.find(plain), plain.size(),
               "- sums:    {cumsum: before, axis: 1}\n  - both:    {add: [sums, crossed]}");
  for (const bool again : {false, true})
    for (const DType real : {DType::float64, DType::float32}) {
      SCOPED_TRACE(text(again ? "runs again, " : "keeps, ", name_of(real)));
      const std::string yaml = again ? sums : kEncoder;
      Session session = session_of(yaml, real), whole = session_of(yaml);
      Generator generator(session, {"decoded", "logits", 0, {}});
      EXPECT_EQ(generator.runs_again(), again);
      int encoded = 0;
      session.set_observer([&](const StepReport& report) { encoded += report.node.name == "k"; });
      Tensor logits = generator.begin(kPrompts);
      for (int step = 0; step < 3; ++step) {
        for (std::size_t b = 0; b < kPrompts.size(); ++b) {
          const auto row = [](const TokenIds& ids) {
            return Tensor::of<std::int64_t>({1, std::ssize(ids)}, ids);
          };
          const Tensor expected =
              whole.run({{"ids", row(kPrompts[b])}, {"decoded", row(generator.sequences()[b])}})[0];
          expect_near(row_of(logits, static_cast<std::int64_t>(b)), row_of(expected, step),
                      real == DType::float64 ? 1e-12 : 1e-5);
        }
        logits = generator.next(kMore);
      }
      EXPECT_TRUE(again || encoded == 1) << encoded;
    }
}

TEST(Generator, ASequenceThatHasEndedStaysAsItIs) {
  for (const Case& tested : kCases) {
    SCOPED_TRACE(tested.name);
    Session session = session_of(tested.yaml), other = session_of(tested.yaml);
    // The context is full for one of them only; so is the table of positions.
    const Generation generation = {"ids", "logits", {}, 9};
    Generator generator(session, generation), alone(other, generation);
    const TokenIds full = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const Tensor before = generator.begin({full, {6}});
    Tensor logits;
    for (const std::int64_t token : {7, 0, 10, 7}) logits = generator.next({-1, token});
    expect_near(row_of(logits, 0), row_of(before, 0), 1e-12);
    expect_near(row_of(logits, 1), row_of(alone.begin({{6, 7, 0, 10, 7}}), 0), 1e-12);
    expect_near(row_of(generator.next({-1, -1}), 1), row_of(logits, 1), 1e-12);
    EXPECT_EQ(generator.sequences(), (std::vector<TokenIds>{full, {6, 7, 0, 10, 7}}));
  }
}

TEST(Generator, AllLogitsLeaveWhatWasBegun) {
  Session session = session_of(kCausal), other = session_of(kCausal);
  Generator generator(session, {"ids", "logits", {}, {}}), alone(other, {"ids", "logits", {}, {}});
  generator.begin({{1, 2}});
  all_logits(generator, {9, 8, 7});
  EXPECT_EQ(generator.sequences(), (std::vector<TokenIds>{{1, 2}}));
  expect_near(row_of(generator.next({3}), 0), row_of(alone.begin({{1, 2, 3}}), 0), 1e-12);
}

TEST(Generator, AllLogitsOfALongSequenceComeInPieces) {
  TokenIds tokens;
  for (std::int64_t i = 0; i < 700; ++i) tokens.push_back(i * i % 11);
  for (const Case& tested : {kCases[0], kCases[2]}) {
    SCOPED_TRACE(tested.name);
    Session session = session_of(tested.yaml), whole = session_of(tested.yaml);
    Generator generator(session, {"ids", "logits", {}, {}});
    const Tensor expected =
        whole.run({{"ids", Tensor::of<std::int64_t>({1, std::ssize(tokens)}, tokens)}})[0];
    std::int64_t next = 0, most = 0;
    generator.all_logits(tokens, [&](std::int64_t first, const Tensor& logits) {
      EXPECT_EQ(first, next);
      const std::int64_t count = logits.shape()[0];
      for (std::int64_t i = 0; i < count; ++i)
        expect_near(row_of(logits, i), row_of(expected, first + i), 1e-12);
      next += count;
      most = std::max(most, count);
    });
    EXPECT_EQ(next, std::ssize(tokens));
    EXPECT_EQ(most, tested.again ? 700 : 256);
  }
}

TEST(Generator, GoesOnBehindAnError) {
  Session session = session_of(kCausal), other = session_of(kCausal);
  Generator generator(session, {"ids", "logits", {}, {}}), alone(other, {"ids", "logits", {}, {}});
  generator.begin({{1, 2, 5}, {4}});
  EXPECT_NE(error_of([&] { generator.next({-1, 11}); }).message().find("11"), std::string::npos);
  EXPECT_EQ(generator.sequences(), (std::vector<TokenIds>{{1, 2, 5}, {4}}));
  generator.next({-1, 3});
  const Tensor logits = generator.next({6, 0});
  expect_near(row_of(logits, 0), row_of(alone.begin({{1, 2, 5, 6}}), 0), 1e-12);
  expect_near(row_of(logits, 1), row_of(alone.begin({{4, 3, 0}}), 0), 1e-12);
}

TEST(Generator, AnEncoderNeedsToKnowThePadding) {
  std::string yaml = kEncoder;
  const auto remove = [&](const std::string& part) {
    const std::size_t at = yaml.find(part);
    ASSERT_NE(at, std::string::npos);
    yaml.erase(at, part.size());
  };
  remove("  valid:   {dtype: bool, shape: [B, S], default: ones, hold: true}\n");
  remove(" valid: valid,");
  Session session = session_of(yaml), other = session_of(yaml);
  Generator generator(session, {"decoded", "logits", 0, {}});
  Generator alone(other, {"decoded", "logits", 0, {}});
  EXPECT_TRUE(error_of([&] { generator.begin(kPrompts); })
                  .message()
                  .starts_with("the prompts have different lengths"));
  const Tensor both = generator.begin({{1, 2, 3}, {4, 5, 6}});
  expect_near(row_of(both, 1), row_of(alone.begin({{4, 5, 6}}), 0), 1e-12);
  EXPECT_EQ(error_of([&] {
              generator.begin({{1}, {}});
            }).message(),
            "sequence 1 has no tokens: an encoder needs one at least");
  Session decoder = session_of(kCausal);
  EXPECT_TRUE(error_of([&] {
                Generator(decoder, {"ids", "logits", 0, {}}).begin({{1}});
              })
                  .message()
                  .find("no input [B, S] of tokens has 'hold: true'") != std::string::npos);
}

TEST(Generation, IsWhatTheModelSays) {
  const std::string graph =
      "inputs: {ids: {dtype: int64, shape: [B, T]}}\n"
      "params: {n: 5, none_such: none}\n"
      "graph: [{logits: {one_hot: ids, classes: n}}]\noutputs: [logits]\n";
  const auto of = [&](const std::string& generate) {
    return Generation::of({description_of(graph + generate), nullptr, {}, {}});
  };
  const Generation all =
      of("generate: {tokens: ids, logits: logits, start: n - 5, context: 2 * n}\n");
  EXPECT_EQ(all.tokens, "ids");
  EXPECT_EQ(all.logits, "logits");
  EXPECT_EQ(all.start, 0);
  EXPECT_EQ(all.context, 10);
  const Generation some = of("generate: {tokens: ids, logits: logits, context: none_such}\n");
  EXPECT_EQ(some.start, std::nullopt);
  EXPECT_EQ(some.context, std::nullopt);
  const std::string message = error_of([&] { of(""); }).message();
  EXPECT_NE(message.find("says nothing of how text is generated"), std::string::npos) << message;
}

TEST(Generator, Mistakes) {
  Session session = session_of(kCausal);
  Generator generator(session, {"ids", "logits", {}, 4});
  EXPECT_EQ(error_of([&] {
              generator.begin({{1}, {}});
            }).message(),
            "sequence 1 has no tokens: it needs one to begin with");
  EXPECT_EQ(error_of([&] {
              generator.begin({{1, 2, 3, 4, 5}});
            }).message(),
            "sequence 0 has 5 tokens, and the model's context has room for 4");
  generator.begin({{1, 2, 3, 4}});
  EXPECT_EQ(error_of([&] { generator.begin({}); }).message(), "there is no sequence to go on with");
  generator.begin({{1, 2, 3, 4}});
  EXPECT_EQ(error_of([&] { all_logits(generator, {}); }).message(),
            "sequence 0 has no tokens: it needs one to begin with");
  EXPECT_EQ(error_of([&] { generator.next({1}); }).message(),
            "sequence 0 has 5 tokens, and the model's context has room for 4");
  EXPECT_EQ(error_of([&] {
              generator.next({1, 2});
            }).message(),
            "there are 1 sequences, and 2 tokens to go on with");
  const std::string message =
      error_of([&] {
        Generator(session, {"ids", "n", {}, {}}), Generator(session, {"ids", "seen", {}, {}});
      }).message();
  EXPECT_NE(message.find("'seen' [B, T, 2, 4]"), std::string::npos) << message;
}

TEST(Generator, TellsTheRecordedStory) {
  const char* data = std::getenv("ATTO_TEST_DATA");
  if (!data) GTEST_SKIP() << "ATTO_TEST_DATA names no folder of test data";
  const std::string folder = std::string(data) + "/stories260k";
  const Model model = open_model({folder, {}, {}, {ATTO_SOURCE_DIR "/models"}});
  const Json json = Json::parse(read_file(folder + "/expected.json"), "expected.json");
  TokenIds expected;
  for (const Json& id : *json.find("greedy_ids_from_bos")->as<Json::Array>())
    expected.push_back(*id.as<std::int64_t>());
  ASSERT_EQ(expected.size(), 200u);
  const NpzReader recorded(folder + "/expected.npz");
  const Tensor ids = recorded.read("ids"), logits = recorded.read("logits").cast(DType::float64);
  for (const DType real : {DType::float32, DType::float64})
    for (const bool kernels : {true, false})
      for (const int thread_count : {1, 2}) {
        set_threads(thread_count);
        SessionOptions options;
        options.real = real;
        options.plan.kernels = kernels;
        Session session = model.session(options);
        const Tensor computed = session.run({{"ids", ids}})[0].cast(DType::float64);
        for (std::int64_t i = 0; i < logits.size(); ++i)
          ASSERT_NEAR(computed.data<double>()[static_cast<std::size_t>(i)],
                      logits.data<double>()[static_cast<std::size_t>(i)], 2e-4);
        Generator generator(session, Generation::of(model));
        TokenIds made = {expected[0]};
        Tensor scores = generator.begin({made});
        while (made.size() < expected.size()) {
          const std::vector<double> row = row_of(scores, 0);
          made.push_back(std::max_element(row.begin(), row.end()) - row.begin());
          scores = generator.next({made.back()});
        }
        EXPECT_EQ(made, expected);
      }
  set_threads(available_threads());
}

}  // namespace
}  // namespace atto
