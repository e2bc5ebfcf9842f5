// Published architectures agree with PyTorch: reference/*.py wrote the .json files beside this one.
// Checkpoints are made from formulas, laid out as Hugging Face's are, and opened.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "framework/core/json.h"
#include "framework/core/parallel.h"
#include "framework/data/safetensors.h"
#include "framework/run/model.h"
#include "tests/error_of.h"

namespace atto {
namespace {

/// The folder's config.json and model.safetensors as `model`, a file of models/. `set` wins, as
/// `--set` does.
Session open(const std::string& model, const std::string& folder,
             const std::vector<std::string>& set, const SessionOptions& options) {
  Problems problems;
  const Model opened =
      open_model({ATTO_SOURCE_DIR "/models/" + model, {folder}, set, {}}, problems);
  if (!problems.empty()) throw problems.errors().front();
  return opened.session(options);
}

struct Case {
  std::string name;
  std::string model;
  std::string config;               // the text of config.json
  std::vector<std::string> params;  // NAME=VALUE
  std::vector<std::string> grows;   // inputs that a text is given by, token by token
  std::vector<std::pair<std::string, Tensor>> tensors;
  std::map<std::string, Tensor> feed, expected;  // float64
};

void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name; }

/// Element i is offset + scale * h, where h, from -1/2 up to 1/2, is a hash of the name and of i:
/// numbers() of reference/case.py.
Tensor tensor_of(const std::string& name, const Shape& shape, double offset, double scale) {
  std::uint32_t state = 0x811C9DC5;  // FNV-1a
  for (const char c : name) state = (state ^ static_cast<unsigned char>(c)) * 0x01000193;
  Tensor tensor(DType::float32, shape);
  for (float& element : tensor.data<float>()) {
    std::uint32_t x = state += 0x9E3779B9;
    x = (x ^ x >> 16) * 0x7FEB352D;
    x = (x ^ x >> 15) * 0x846CA68B;
    x ^= x >> 16;
    element = static_cast<float>(offset + scale * (static_cast<double>(x >> 16) - 32768) / 65536);
  }
  return tensor;
}

/// Nested lists of numbers or truth values, as float64.
Tensor tensor_of(const JsonPlace& lists) {
  Shape shape;
  std::vector<double> values;
  const auto collect = [&](const JsonPlace& place, std::size_t depth, auto&& self) -> void {
    if (const bool* truth = place.value().as<bool>()) return values.push_back(*truth ? 1 : 0);
    if (!place.value().as<Json::Array>()) return values.push_back(place.number());
    const std::vector<JsonPlace> elements = place.elements();
    if (shape.size() == depth) shape.push_back(static_cast<std::int64_t>(elements.size()));
    for (const JsonPlace& element : elements) self(element, depth + 1, self);
  };
  collect(lists, 0, collect);
  return Tensor::of(shape, values);
}

JsonPlace at(const JsonPlace& object, const std::string& key) {
  return JsonFields(object).required(key);
}

std::vector<std::string> words_of(const JsonPlace& list) {
  std::vector<std::string> words;
  for (const JsonPlace& word : list.elements()) words.push_back(word.string());
  return words;
}

std::map<std::string, Tensor> tensors_of(const JsonPlace& object) {
  std::map<std::string, Tensor> tensors;
  for (const auto& [name, lists] : object.object())
    tensors[name] = tensor_of(JsonPlace(lists, object.path() + "." + name));
  return tensors;
}

Case case_of(const std::string& file, const std::string& model,
             const std::vector<std::string>& grows, const JsonPlace& place) {
  JsonFields fields(place);
  Case out;
  out.name = file + "_" + fields.required("name").string();
  out.model = fields.string("model", model);
  out.config = fields.required("config").string();
  if (fields.has("params")) out.params = words_of(fields.required("params"));
  out.grows = grows;
  for (const JsonPlace& stored : fields.required("tensors").elements()) {
    const std::vector<JsonPlace> parts = stored.elements();
    Shape shape;
    for (const JsonPlace& size : parts[1].elements()) shape.push_back(size.integer());
    const std::string& name = parts[0].string();
    out.tensors.emplace_back(name, tensor_of(name, shape, parts[2].number(), parts[3].number()));
  }
  out.feed = tensors_of(fields.required("feed"));
  out.expected = tensors_of(fields.required("expected"));
  fields.ignore("covers");
  fields.finish();
  return out;
}

/// The cases that agree, and those that `config` alone makes wrong for the model, named by its key.
struct Reference {
  std::vector<Case> cases, refused;
};

Reference read_references() {
  Reference out;
  for (const std::string name : {"gpt2", "llama", "bert", "t5"}) {
    std::ifstream file(ATTO_SOURCE_DIR "/tests/models/" + name + ".json");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const Json json = Json::parse(text, name + ".json");
    const JsonPlace root(json, "");
    const std::string model = at(root, "model").string();
    const std::size_t first = out.cases.size();
    for (const JsonPlace& place : at(root, "cases").elements())
      out.cases.push_back(case_of(name, model, words_of(at(root, "grows")), place));
    for (const auto& [key, config] : at(root, "refused").object()) {
      Case refused = out.cases[first];
      refused.name = key;
      refused.config = *config.as<std::string>();
      out.refused.push_back(std::move(refused));
    }
  }
  return out;
}

const Reference& references() {
  static const Reference all = read_references();
  return all;
}

class Models : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    set_threads(available_threads());
  }

  Session open(const SessionOptions& options = {}) const {
    const Case& tested = GetParam();
    std::ofstream(folder_ + "/config.json") << tested.config;
    write_safetensors(folder_ + "/model.safetensors", tested.tensors);
    return atto::open(tested.model, folder_, tested.params, options);
  }

  const std::string folder_ = text(::testing::TempDir(), "models-", getpid());
};

/// The case's inputs as the model declares them.
Feed feed_of(const Case& tested, const Session& session) {
  Feed feed;
  for (const auto& [name, numbers] : tested.feed) {
    const Graph& graph = session.graph();
    const Kind kind = graph.value(graph.input(name).value).kind;
    feed[name] = numbers.cast(dtype_of(kind, session.options().real));
  }
  return feed;
}

/// x[:, from:to]
Tensor columns(const Tensor& x, std::int64_t from, std::int64_t to) {
  Shape shape = x.shape();
  const auto column = x.bytes() / static_cast<std::size_t>(shape[0] * shape[1]);
  const auto all = static_cast<std::size_t>(shape[1]) * column;
  const auto some = static_cast<std::size_t>(to - from) * column;
  const auto before = static_cast<std::size_t>(from) * column;
  shape[1] = to - from;
  Tensor y(x.dtype(), shape);
  for (std::size_t row = 0; row < static_cast<std::size_t>(shape[0]); ++row)
    std::copy_n(static_cast<const std::byte*>(x.raw()) + row * all + before, some,
                static_cast<std::byte*>(y.raw()) + row * some);
  return y;
}

/// As far apart as the precision allows, by the largest number that is expected.
void expect_near(const Tensor& actual, const Tensor& expected, const std::string& what) {
  ASSERT_EQ(actual.shape(), expected.shape()) << what;
  const Tensor reals = actual.cast(DType::float64);
  double largest = 0, apart = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(expected.size()); ++i) {
    const double a = reals.data<double>()[i], e = expected.data<double>()[i];
    ASSERT_TRUE(std::isfinite(a)) << what << ", element " << i;
    largest = std::max(largest, std::abs(e));
    apart = std::max(apart, std::abs(a - e));
  }
  EXPECT_LE(apart, (actual.dtype() == DType::float64 ? 1e-9 : 1e-4) * largest) << what;
}

TEST_P(Models, agree_with_pytorch) {
  for (const DType real : {DType::float64, DType::float32})
    for (const bool kernels : {true, false})
      for (const int threads : {1, 2}) {
        set_threads(threads);
        Session session = open({.real = real, .plan = {.kernels = kernels}});
        std::vector<ValueId> wanted;
        for (const auto& [name, expected] : GetParam().expected)
          wanted.push_back(session.graph().find(name));
        const std::vector<Tensor> values = session.run(feed_of(GetParam(), session), wanted);
        std::size_t i = 0;
        for (const auto& [name, expected] : GetParam().expected)
          expect_near(values[i++], expected,
                      text(name, " in ", name_of(real), kernels ? "" : " by definitions", ", ",
                           threads, " threads"));
      }
}

/// What stands at a place does not change with what is still to come.
TEST_P(Models, agree_in_pieces) {
  const Case& tested = GetParam();
  if (tested.grows.empty()) return;  // an encoder
  Session session = open({.real = DType::float64});
  const Feed whole = feed_of(tested, session);
  const std::vector<ValueId> wanted = {session.graph().find("logits")};
  const Tensor& logits = tested.expected.at("logits");
  SessionState state = session.new_state();
  std::int64_t from = 0;
  for (const std::int64_t piece : {2, 1, 1, 100}) {
    const std::int64_t to = std::min(from + piece, logits.shape()[1]);
    Feed feed = whole;
    for (const std::string& name : tested.grows)
      if (feed.contains(name)) feed[name] = columns(feed[name], from, to);
    const std::vector<Tensor> values = session.run(feed, wanted, &state);
    expect_near(values[0], columns(logits, from, to), text("tokens ", from, " to ", to));
    from = to;
  }
}

INSTANTIATE_TEST_SUITE_P(Published, Models, ::testing::ValuesIn(references().cases),
                         [](const auto& tested) { return tested.param.name; });

/// A config.json for which the model is not right is refused, and the key is named.
class Refused : public Models {};

TEST_P(Refused, names_the_key) {
  const std::string message = error_of([&] { open(); }).report();
  EXPECT_NE(message.find(GetParam().name), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(Published, Refused, ::testing::ValuesIn(references().refused),
                         [](const auto& tested) {
                           return text(tested.index, "_", tested.param.name);
                         });

}  // namespace
}  // namespace atto
