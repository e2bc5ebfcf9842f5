// A model's text, from YAML to numbers: parsed, merged, described, built, planned, laid out and,
// where it is small, run. A line `%%` stands between a file and the parent that it extends; no file
// is read.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "framework/describe/emit.h"
#include "framework/describe/literal.h"
#include "framework/describe/merge.h"
#include "framework/graph/build.h"
#include "framework/run/session.h"

namespace {

using namespace atto;

constexpr std::string_view kParent = "\n%%\n";  // what stands in front of the parent
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
  const auto end = content.find(kParent);
  if (end == std::string::npos) return document("model", content);
  const Yaml parent = document("parent", content.substr(end + kParent.size()));
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
  const auto graph =
      std::make_shared<const Graph>(build(description, problems, nullptr, kFewParts));
  problems.throw_if_any();

  const std::string again = emit(yaml);
  try {
    build(describe(document("emitted", again), problems), problems, nullptr, kFewParts);
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

/// Changes a tree at random places: values change, move, double, go away.
class Mutation {
 public:
  explicit Mutation(unsigned seed) : random_(seed) {}

  bool rarely() { return below(4) == 0; }

  Yaml apply(Yaml yaml) {
    for (std::size_t count = 1 + below(3); count > 0; --count) {
      scalars_.clear();
      values_.clear();
      collect(yaml);
      change();
    }
    return yaml;
  }

 private:
  std::size_t below(std::size_t count) { return random_() % count; }

  void collect(Yaml& yaml) {
    values_.push_back(&yaml);
    if (yaml.is_scalar()) scalars_.push_back(&yaml);
    for (Yaml& item : yaml.items) collect(item);
    for (auto& [key, value] : yaml.entries) {
      scalars_.push_back(&key);
      collect(value);
    }
  }

  void change() {
    Yaml& value = *values_[below(values_.size())];
    const Yaml other = *values_[below(values_.size())];
    auto& items = value.items;
    auto& entries = value.entries;
    switch (below(6)) {
      case 0: value = other; break;
      case 1: scalar_at_random() = kTokens[below(std::size(kTokens))]; break;
      case 2: scalar_at_random() = std::string(scalar_at_random()); break;
      case 3:
        if (!items.empty()) items.erase(items.begin() + place_in(items));
        if (!entries.empty()) entries.erase(entries.begin() + place_in(entries));
        break;
      case 4:
        if (value.is_list()) items.insert(items.begin() + place_in(items), other);
        if (value.is_map())
          entries.emplace_back(Yaml::scalar_at(scalar_at_random(), value.position), other);
        break;
      default:
        if (!items.empty()) std::swap(items[below(items.size())], items[below(items.size())]);
        if (!entries.empty())
          std::swap(entries[below(entries.size())], entries[below(entries.size())]);
    }
  }

  std::string& scalar_at_random() {
    static std::string none;
    return scalars_.empty() ? none : scalars_[below(scalars_.size())]->scalar;
  }
  template <class List>
  std::ptrdiff_t place_in(const List& list) {
    return list.empty() ? 0 : static_cast<std::ptrdiff_t>(below(list.size()));
  }

  static constexpr const char* kTokens[] = {
      "0",      "1",    "-1",     "2",      "3",        "64",      "1000",     "2**31", "2**62",
      "-2**63", "0.5",  "1e308",  "T",      "T/2",      "2*T",     "none",     "true",  "false",
      "null",   "nan",  "i",      "$(i)",   "parallel", "real",    "int64",    "bool",  "_",
      "x",      "y",    "repeat", "as",     "zeros",    "ones",    "init",     "value", "from",
      "when",   "mode", "shape",  "prefix", "to",       "default", "positions"};

  std::mt19937 random_;
  std::vector<Yaml*> scalars_, values_;
};

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t count, std::size_t most);

/// Bytes changed at random are hardly ever YAML, so most changes are made in the tree.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t count,
                                               std::size_t most, unsigned seed) {
  const std::string content(reinterpret_cast<const char*>(bytes), count);
  const auto end = std::min(content.find(kParent), content.size());
  Mutation mutation(seed);
  if (!mutation.rarely()) try {
      const Yaml yaml = atto::parse_yaml(atto::source_of("model", content.substr(0, end)));
      const std::string changed = atto::flow_text(mutation.apply(yaml)) + content.substr(end);
      if (changed.size() <= most) {
        std::copy(changed.begin(), changed.end(), bytes);
        return changed.size();
      }
    } catch (const atto::Error&) {
    }
  return LLVMFuzzerMutate(bytes, count, most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  try {
    run({reinterpret_cast<const char*>(bytes), count});
  } catch (const atto::Error&) {
  } catch (const atto::Problems&) {
  }
  return 0;
}
