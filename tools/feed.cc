#include "tools/feed.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "framework/core/random.h"
#include "framework/describe/literal.h"
#include "framework/describe/load.h"
#include "tools/sizes.h"

namespace atto::tools {
namespace {

struct RandomInput {
  const Input* input;
  Position position;
};

class FeedMaker {
 public:
  FeedMaker(const Graph& graph, std::uint64_t seed) : graph_(graph), seed_(seed) {}

  void add(const Name& name, const Yaml& yaml) {
    try {
      const Input& input = graph_.input(name.text);
      feed_.erase(name.text);
      std::erase_if(random_, [&](const RandomInput& other) { return other.input == &input; });
      if (names_array(yaml))
        feed_[name.text] = read_array(yaml);
      else if (is_random(yaml, input))
        add_random(input, yaml);
      else
        feed_[name.text] = read_value(input, yaml);
    } catch (Error& error) {
      throw error.at(yaml.position ? yaml.position : name.position);
    }
  }

  Feed finish() {
    for (const RandomInput& random : random_) make_random(random);
    return std::move(feed_);
  }

 private:
  const Value& value(const Input& input) const { return graph_.value(input.value); }

  static bool is_random(const Yaml& yaml, const Input& input) {
    if (!yaml.is_scalar() || yaml.quoted) return false;
    const bool word =
        std::find(input.words.begin(), input.words.end(), yaml.scalar) != input.words.end();
    return !word && (yaml.scalar == "random" || yaml.scalar.starts_with("random:"));
  }

  Tensor read_value(const Input& input, const Yaml& yaml) const {
    const DType dtype = dtype_of(value(input).kind, DType::float64);
    const bool sentence =
        yaml.is_scalar() && !input.words.empty() && value(input).shape.size() == 1;
    if (!sentence) return read_literal(yaml, dtype, Scope(), input.words);
    Yaml list = yaml;  // 'the cat sat': words apart by blanks
    list.is = Yaml::Is::list;
    std::istringstream words(yaml.scalar);
    for (std::string word; words >> word;)
      list.items.push_back(Yaml::scalar_at(word, yaml.position));
    return read_literal(list, dtype, Scope(), input.words);
  }

  void add_random(const Input& input, const Yaml& yaml) {
    std::istringstream list(yaml.scalar.size() > 7 ? yaml.scalar.substr(7) : std::string());
    std::vector<std::string> sizes;
    for (std::string size; std::getline(list, size, ',');) sizes.push_back(size);
    for (const auto& [symbol, size] :
         parse_dims(sizes, symbols_of(graph_), "random: takes sizes such as T=16,B=2"))
      sizes_[symbol] = size;
    random_.push_back({&input, yaml.position});
  }

  /// Sizes that the other inputs say need no repetition.
  Bindings known_sizes() const {
    Bindings bindings = sizes_;
    for (const auto& [name, tensor] : feed_) {
      const Dims& dims = value(graph_.input(name)).shape;
      for (std::size_t i = 0; i < std::min(dims.size(), tensor.shape().size()); ++i)
        if (const auto symbols = dims[i].symbols();
            symbols.size() == 1 && dims[i] == Dim::symbol(symbols[0]))
          bindings.emplace(symbols[0], tensor.shape()[i]);
    }
    return bindings;
  }

  void make_random(const RandomInput& random) {
    const Value& input = value(*random.input);
    const Bindings bindings = known_sizes();
    for (const std::string& symbol : product_of(input.shape).symbols())
      if (!bindings.contains(symbol))
        throw Error(text("nothing says how large ", symbol, " of '", input.name, "' ",
                         text_of(input.shape), " is: write random:", symbol, "=16"),
                    random.position);
    Tensor tensor(dtype_of(input.kind, DType::float64), evaluate(input.shape, bindings));
    const NamedRandom stream(seed_, input.name);
    const std::size_t words = random.input->words.size();
    visit(tensor.dtype(), [&](auto zero) {
      using T = decltype(zero);
      const auto data = tensor.data<T>();
      for (std::size_t i = 0; i < data.size(); ++i) {
        if constexpr (std::is_floating_point_v<T>)
          data[i] = static_cast<T>(stream.normal(i));
        else
          data[i] = static_cast<T>(stream.uniform(i) * static_cast<double>(words ? words : 2));
      }
    });
    feed_[input.name] = std::move(tensor);
  }

  const Graph& graph_;
  std::uint64_t seed_;
  Feed feed_;
  Bindings sizes_;
  std::vector<RandomInput> random_;
};

/// NAME and VALUE of `-i`; a file or `random` is no YAML, so it is taken as it stands.
std::pair<Name, Yaml> parse_input(const std::string& flag) {
  const auto equals = flag.find('=');
  if (equals != std::string::npos && equals > 0 && flag.compare(equals + 1, 1, "@") == 0) {
    auto source = std::make_shared<Source>(Source{"-i", flag});
    return {Name{flag.substr(0, equals), {source, 1, 1}},
            Yaml::scalar_at(flag.substr(equals + 1), {source, 1, static_cast<int>(equals) + 2})};
  }
  return parse_setting("-i", flag);
}

}  // namespace

Feed make_feed(const Graph& graph, const NamedList<Yaml>& fed,
               const std::vector<std::string>& flags, std::uint64_t seed) {
  FeedMaker maker(graph, seed);
  for (const auto& [name, yaml] : fed) maker.add(name, yaml);
  std::set<std::string> given;
  for (const std::string& flag : flags) {
    const auto [name, yaml] = parse_input(flag);
    if (!given.insert(name.text).second)
      throw Error(text("the input '", name.text, "' is given twice"), name.position);
    maker.add(name, yaml);
  }
  return maker.finish();
}

}  // namespace atto::tools
