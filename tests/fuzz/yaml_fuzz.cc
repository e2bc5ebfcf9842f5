// A model's text, from YAML to numbers: parsed, merged, described, built, planned, laid out and,
// where it is small, run. A line `%%` stands between a file and the parent that it extends; no file
// is read.
#include <algorithm>
#include <cstdint>
#include <string>

#include "framework/describe/emit.h"
#include "framework/describe/literal.h"
#include "framework/describe/merge.h"
#include "framework/graph/build.h"
#include "framework/run/session.h"

namespace {

using namespace atto;

constexpr std::int64_t kSize = 3;               // of every size that a run chooses
constexpr std::size_t kMostBytes = 1u << 20;    // of a model that is run: of weights, of values
constexpr std::size_t kFewParts = 1000;         // of a model: sanitizers are slow
constexpr std::int64_t kMostFlops = 1'000'000;  // likewise

/// Error for a text with a value that stands for a file.
void refuse_files(const Yaml& yaml) {
  require(!names_array(yaml), "no file is read");
  for (const Yaml& item : yaml.items) refuse_files(item);
  for (const auto& [key, value] : yaml.entries) refuse_files(value);
}

Yaml document(const std::string& name, const std::string& content) {
  Yaml yaml = parse_yaml(source_of(name, content));
  require(yaml.is_map(), "no map");
  refuse_files(yaml);
  std::erase_if(yaml.entries, [](const auto& entry) { return entry.first.scalar == "extends"; });
  return yaml;
}

/// The text with its parent merged in.
Yaml merged(const std::string& content, Problems& problems) {
  const std::string line = "\n%%\n";
  const auto end = content.find(line);
  if (end == std::string::npos) return document("model", content);
  const Yaml parent = document("parent", content.substr(end + line.size()));
  return merge(parent, document("child", content.substr(0, end + 1)), problems);
}

/// Whether the model and what it computes are small enough to be run.
bool is_small(const Graph& graph, const Layout& layout) {
  std::int64_t flops = 0;
  std::size_t bytes = 0;
  for (const Node& node : graph.nodes)
    flops = checked_add(flops, node.flops.evaluate(layout.bindings));
  for (const Weight& weight : graph.weights)
    bytes += std::min(static_cast<std::size_t>(
                          elements_of(evaluate(graph.value(weight.value).shape, layout.bindings))),
                      kMostBytes);
  return flops <= kMostFlops && bytes <= kMostBytes && layout.bytes_without_reuse <= kMostBytes;
}

Feed feed_of(const Graph& graph, const Layout& layout) {
  Feed feed;
  for (const Input& input : graph.inputs) {
    const Value& value = graph.value(input.value);
    Tensor tensor(dtype_of(value.kind, DType::float64), evaluate(value.shape, layout.bindings));
    visit(tensor.dtype(), [&](auto zero) {
      std::int64_t i = 0;
      for (auto& element : tensor.data<decltype(zero)>())
        element = static_cast<decltype(zero)>(i++ % 5 - 1);
    });
    feed[value.name] = std::move(tensor);
  }
  return feed;
}

void run(const std::string& content) {
  Problems problems;
  const Yaml yaml = merged(content, problems);
  const Description description = describe(yaml, problems);
  const auto graph = std::make_shared<const Graph>(build(description, problems, kFewParts));
  problems.throw_if_any();

  const std::string again = emit(yaml);
  try {
    build(describe(document("emitted", again), problems), problems, kFewParts);
    ATTO_CHECK(problems.empty());
  } catch (const Error&) {
    ATTO_CHECK(!"what emit() writes can be read");
  }

  std::vector<ValueId> wanted;
  for (const auto* values : {&graph->outputs, &graph->show})
    for (const auto& [name, id] : *values) wanted.push_back(id);
  Bindings bindings;
  for (const Value& value : graph->values)
    for (const Dim& size : value.shape)
      for (const std::string& symbol : size.symbols()) bindings[symbol] = kSize;
  const Layout layout = lay_out(plan(graph, wanted), bindings, DType::float64);
  if (!is_small(*graph, layout)) return;
  const SessionOptions options{.real = DType::float64};
  Session session(graph, make_weights(*graph, options.real, {}), options);
  session.run(feed_of(*graph, layout), wanted);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  try {
    run({reinterpret_cast<const char*>(bytes), count});
  } catch (const atto::Error&) {
  } catch (const atto::Problems&) {
  }
  return 0;
}
