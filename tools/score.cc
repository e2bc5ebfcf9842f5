#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "framework/core/parallel.h"
#include "tools/commands.h"
#include "tools/json.h"
#include "tools/text_model.h"

namespace atto::tools {
namespace {

constexpr const char* kFooter = R"(
The log-likelihood is the sum of the natural logarithms of the probabilities of each token behind the
tokens in front of it; the first token has none. Perplexity is exp(-log-likelihood / tokens).

A text that is longer than the model's context is cut into windows of --window tokens; each begins
--stride tokens behind the one before, and only its tokens that were not scored yet count, so that a
smaller stride gives them more to go by and takes longer.

Examples:
  atto score my-model --file book.txt
  atto score my-model --text 'Once upon a time' --json
  atto score my-model --file book.txt --window 512 --stride 256)";

struct ScoreOptions {
  ModelOptions model;
  SessionFlags session;
  std::optional<std::string> file, text;
  std::int64_t window = 0;
  std::int64_t stride = 0;
  int threads = 0;
  bool json = false;
};

struct Score {
  std::int64_t tokens = 0;
  double log_likelihood = 0;
};

/// log(exp(x[id]) / sum(exp(x))).
template <class T>
double log_probability(std::span<const T> x, std::int64_t id) {
  const double peak = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (const T value : x) sum += std::exp(static_cast<double>(value) - peak);
  return static_cast<double>(x[static_cast<std::size_t>(id)]) - peak - std::log(sum);
}

/// Adds the tokens of a window from `first` on.
void add_window(Generator& generator, const TokenIds& window, std::int64_t first, Score& score) {
  generator.all_logits(window, [&](std::int64_t begin, const Tensor& logits) {
    const auto width = static_cast<std::size_t>(logits.shape()[1]);
    const std::int64_t end =
        std::min<std::int64_t>(begin + logits.shape()[0], std::ssize(window) - 1);
    visit(logits.dtype(), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::is_floating_point_v<T>)
        for (std::int64_t t = std::max(begin, first - 1); t < end; ++t) {  // what is behind token t
          const auto row =
              logits.data<T>().subspan(static_cast<std::size_t>(t - begin) * width, width);
          const double log = log_probability<T>(row, window[static_cast<std::size_t>(t + 1)]);
          require(!std::isnan(log), "the logits behind token ", t,
                  " of a window have NaN or infinity: --check-finite of atto run finds the node "
                  "that makes it");
          score.log_likelihood += log;
          ++score.tokens;
        }
    });
  });
}

int run(const ScoreOptions& options) {
  require(options.file.has_value() != options.text.has_value(),
          "give one text, by --file FILE (or - for standard input) or by --text TEXT");
  if (options.threads > 0) set_threads(options.threads);
  TextModel model(options.model, options.session);
  Generator generator(model.session(), Generation::of(model.model()));
  require(!generator.generation().start,
          "a text is scored by a model that goes on with it; this one has an encoder");
  const std::string text = options.file ? read_text(*options.file) : *options.text;
  const TokenIds ids = model.encode(text);
  check_ids(ids, generator.vocabulary(), "the text");
  require(ids.size() >= 2, "the text has one token only; the first has nothing in front of it to ",
          "score it by");
  const std::int64_t count = std::ssize(ids);
  const std::int64_t context = generator.generation().context.value_or(count);
  require(options.window >= 0 && options.stride >= 0,
          "--window and --stride are above 0; left out, they are chosen");
  const std::int64_t window = options.window > 0 ? options.window : std::min(count, context);
  require(window >= 2 && window <= context, "--window is at least 2 and at most ", context,
          ", the model's context, not ", window);
  const std::int64_t stride =
      options.stride > 0 ? options.stride : std::max<std::int64_t>(window / 2, 1);
  require(stride < window, "--stride is below --window, which is ", window, ", not ", stride);
  Score score;
  std::int64_t scored = 0;  // tokens from the front
  for (std::int64_t begin = 0; scored < count; begin += stride) {
    const std::int64_t end = std::min(begin + window, count);
    add_window(generator, {ids.begin() + begin, ids.begin() + end}, scored - begin, score);
    scored = end;
  }
  const double mean = score.log_likelihood / static_cast<double>(score.tokens);
  if (options.json) {
    nlohmann::ordered_json json;
    json["tokens"] = score.tokens;
    json["log_likelihood"] = to_json(score.log_likelihood);
    json["perplexity"] = to_json(std::exp(-mean));
    std::printf("%s\n", json.dump(2).c_str());
  } else {
    std::printf("tokens          %lld\nlog-likelihood  %.6f\nperplexity      %.6f\n",
                static_cast<long long>(score.tokens), score.log_likelihood, std::exp(-mean));
  }
  return 0;
}

}  // namespace

CLI::App* add_score(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ScoreOptions>();
  CLI::App* command = app.add_subcommand("score", "Print how likely a model finds a text");
  command->footer(kFooter);
  add_model_options(*command, options->model);
  command->add_option("--file", options->file, "The text, or - for standard input")
      ->type_name("FILE");
  command->add_option("--text", options->text, "The text itself")->type_name("TEXT");
  command->add_option("--window", options->window, "Tokens run at a time (default: the context)")
      ->type_name("N");
  command
      ->add_option("--stride", options->stride,
                   "Tokens from one window to the next (default: half a window)")
      ->type_name("N");
  command->add_flag("--json", options->json, "Print JSON");
  add_session_flags(*command, options->session);
  command
      ->add_option("--threads", options->threads,
                   "Threads (default: as many as the process may use)")
      ->check(CLI::Range(1, 1024));
  command->callback([options, &exit_code] { exit_code = run(*options); });
  return command;
}

}  // namespace atto::tools
