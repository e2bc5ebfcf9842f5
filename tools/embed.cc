#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>
#include <span>

#include <nlohmann/json.hpp>

#include "framework/core/parallel.h"
#include "framework/data/npz.h"
#include "tools/commands.h"
#include "tools/json.h"
#include "tools/text_model.h"

namespace atto::tools {
namespace {

constexpr const char* kFooter = R"(
Prints a line of numbers for each text. The value is the model's first output, or --value: a vector
for each text [B,D], or one for each token [B,T,D], of which --pool makes one: their mean, or the
first (cls). Texts of different lengths are run together, 32 at a time, where an input [B,T] with
'default: ones' says what fills up the shorter ones, else one after the other.

Examples:
  atto embed my-bert --text 'a cat' --text 'a dog' --normalize
  atto embed models/sentence.yaml --checkpoint my-bert --text 'a cat'
  atto embed my-bert --file sentences.txt -o out.npz)";

struct EmbedOptions {
  ModelOptions model;
  SessionFlags session;
  std::vector<std::string> texts;
  std::string file;  // of texts, one a line
  std::string value;
  std::string pool = "mean";
  std::string output;
  int threads = 0;
  bool normalize = false;
  bool json = false;
};

constexpr std::size_t kBatch = 32;  // texts that are run together at most

constexpr const char* kNeeded =
    "; a text has a vector [B,D], or one for each token [B,T,D]: choose another --value";

using Vectors = std::vector<std::vector<double>>;

class Embed {
 public:
  explicit Embed(const EmbedOptions& options)
      : options_(options), model_(options.model, options.session) {
    for (const std::string& text : options.texts) add(text);
    if (!options.file.empty()) add_lines(read_text(options.file));
    require(!ids_.empty(), "give texts by --text TEXT, or by --file FILE with one a line");
    check_lengths();
    check_value();
  }

  int operator()() {
    Vectors vectors = compute();
    if (options_.normalize)
      for (std::vector<double>& vector : vectors) normalize(vector);
    if (!options_.output.empty()) save(vectors);
    if (options_.json)
      print_json(vectors);
    else if (options_.output.empty())
      for (const std::vector<double>& vector : vectors) print(vector);
    return 0;
  }

 private:
  void check_lengths() const {
    if (model_.model().description.generate.empty()) return;
    const auto context = Generation::of(model_.model()).context;
    for (std::size_t i = 0; i < ids_.size(); ++i)
      require(!context || std::ssize(ids_[i]) <= *context, "text ", i + 1, " has ", ids_[i].size(),
              " tokens, and the model's context has room for ", context.value_or(0));
  }

  /// A vector has the same length for each text.
  void check_value() const {
    const Value& value = model_.model().graph->value(wanted());
    require(value.shape.empty() || value.shape.back().symbols().empty(), "'", value.name,
            "' has shape ", text_of(value.shape), kNeeded);
  }

  void add(const std::string& text) { ids_.push_back(model_.encode(text)); }

  void add_lines(const std::string& content) {
    for (std::size_t from = 0; from < content.size();) {
      const std::size_t end = std::min(content.find('\n', from), content.size());
      const bool windows = end > from && content[end - 1] == '\r';
      add(content.substr(from, end - from - windows));
      from = end + 1;
    }
  }

  /// An input [B,T] that says where tokens are no padding.
  static bool says_what_is_valid(const Graph& graph, const Input& input) {
    return input.fallback == Input::Default::ones && graph.value(input.value).shape.size() == 2;
  }

  /// Whether texts of these lengths can be run together without one changing another.
  bool can_be_batched() const {
    const Graph& graph = *model_.model().graph;
    return std::any_of(graph.inputs.begin(), graph.inputs.end(),
                       [&](const Input& input) { return says_what_is_valid(graph, input); }) ||
           std::all_of(ids_.begin(), ids_.end(),
                       [&](const TokenIds& ids) { return ids.size() == ids_[0].size(); });
  }

  /// The input of tokens and the one that says where they are no padding.
  Feed feed(const std::vector<TokenIds>& texts, std::int64_t length) const {
    Feed feed;
    const Graph& graph = *model_.model().graph;
    for (const Input& input : graph.inputs) {
      const Value& value = graph.value(input.value);
      const bool tokens = value.shape.size() == 2 && value.kind == Kind::int64 &&
                          input.fallback == Input::Default::none;
      if (!tokens && !says_what_is_valid(graph, input)) continue;
      Tensor rows(DType::int64, {std::ssize(texts), length});
      auto* row = rows.data<std::int64_t>().data();
      for (const TokenIds& ids : texts) {
        if (tokens)
          std::copy(ids.begin(), ids.end(), row);
        else
          std::fill_n(row, ids.size(), 1);
        row += length;
      }
      feed.emplace(value.name, rows.cast(dtype_of(value.kind, DType::float64)));
    }
    return feed;
  }

  ValueId wanted() const {
    const Graph& graph = *model_.model().graph;
    return options_.value.empty() ? graph.outputs.front().second : graph.find(options_.value);
  }

  /// Some texts of nearly the same length at a time.
  Vectors compute() {
    const std::size_t size = can_be_batched() ? kBatch : 1;
    std::vector<std::size_t> order(ids_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return ids_[a].size() < ids_[b].size(); });
    Vectors vectors(ids_.size());
    for (std::size_t first = 0; first < order.size(); first += size) {
      const std::span batch = std::span(order).subspan(first, std::min(size, order.size() - first));
      std::vector<TokenIds> texts;
      for (const std::size_t i : batch) texts.push_back(ids_[i]);
      Vectors of_batch = compute(texts);
      for (std::size_t i = 0; i < batch.size(); ++i) vectors[batch[i]] = std::move(of_batch[i]);
    }
    return vectors;
  }

  Vectors compute(const std::vector<TokenIds>& texts) {
    std::int64_t longest = 0;
    for (const TokenIds& ids : texts) longest = std::max(longest, std::int64_t{std::ssize(ids)});
    const Tensor all =
        model_.session().run(feed(texts, longest), {wanted()})[0].cast(DType::float64);
    const Shape& shape = all.shape();
    const bool right = shape.size() == 2 || (shape.size() == 3 && shape[1] == longest);
    require(right && shape[0] == std::ssize(texts), "'", model_.model().graph->value(wanted()).name,
            "' has shape ", text_of(shape), kNeeded);
    const std::int64_t length = shape.size() == 3 ? shape[1] : 1, width = shape.back();
    Vectors vectors;
    for (std::size_t b = 0; b < texts.size(); ++b) {
      const double* rows =
          all.data<double>().data() + static_cast<std::int64_t>(b) * length * width;
      const std::int64_t count =
          shape.size() == 2 || options_.pool == "cls" ? 1 : std::ssize(texts[b]);
      std::vector<double> sum(static_cast<std::size_t>(width), 0);
      for (std::int64_t t = 0; t < count; ++t)
        for (std::int64_t d = 0; d < width; ++d)
          sum[static_cast<std::size_t>(d)] += rows[t * width + d] / static_cast<double>(count);
      vectors.push_back(std::move(sum));
    }
    return vectors;
  }

  static void normalize(std::vector<double>& vector) {
    double squares = 0;
    for (const double x : vector) squares += x * x;
    if (squares == 0) return;  // no direction
    for (double& x : vector) x /= std::sqrt(squares);
  }

  void save(const Vectors& vectors) {
    const std::size_t width = vectors[0].size();
    Tensor tensor(DType::float64, {std::ssize(vectors), static_cast<std::int64_t>(width)});
    for (std::size_t b = 0; b < vectors.size(); ++b)
      std::copy(vectors[b].begin(), vectors[b].end(),
                tensor.data<double>().begin() + static_cast<std::ptrdiff_t>(b * width));
    NpzWriter writer(options_.output);
    writer.add("embeddings", tensor.cast(model_.session().options().real));
    writer.close();
    std::fprintf(stderr, "%s: embeddings [%zu, %zu] written\n", options_.output.c_str(),
                 vectors.size(), width);
  }

  static void print_json(const Vectors& vectors) {
    auto json = nlohmann::ordered_json::array();
    for (const std::vector<double>& vector : vectors) {
      auto numbers = nlohmann::ordered_json::array();
      for (const double x : vector) numbers.push_back(to_json(x));
      json.push_back(std::move(numbers));
    }
    std::printf("%s\n", json.dump().c_str());
  }

  static void print(const std::vector<double>& vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) std::printf("%s%.7g", i ? " " : "", vector[i]);
    std::printf("\n");
  }

  const EmbedOptions& options_;
  TextModel model_;
  std::vector<TokenIds> ids_;
};

}  // namespace

CLI::App* add_embed(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<EmbedOptions>();
  CLI::App* command = app.add_subcommand("embed", "Print a vector for each text");
  command->footer(kFooter);
  add_model_options(*command, options->model);
  command->add_option("--text", options->texts, "A text, may be repeated")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  command->add_option("--file", options->file, "Texts, one a line, or - for standard input")
      ->type_name("FILE");
  command->add_option("--value", options->value, "The value that is taken (default: the output)")
      ->type_name("NAME");
  command->add_option("--pool", options->pool, "How tokens' vectors become one")
      ->check(CLI::IsMember({"mean", "cls"}))
      ->capture_default_str();
  command->add_flag("--normalize", options->normalize, "Make each vector one long");
  command->add_option("-o,--output", options->output, "Write them as an .npz archive")
      ->type_name("FILE.npz");
  command->add_flag("--json", options->json, "Print JSON");
  add_session_flags(*command, options->session);
  command
      ->add_option("--threads", options->threads,
                   "Threads (default: as many as the process may use)")
      ->check(CLI::Range(1, 1024));
  command->callback([options, &exit_code] {
    if (options->threads > 0) set_threads(options->threads);
    Embed embed(*options);
    exit_code = embed();
  });
  return command;
}

}  // namespace atto::tools
