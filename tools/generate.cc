#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>

#include <nlohmann/json.hpp>

#include "framework/core/parallel.h"
#include "framework/generate/sampler.h"
#include "tools/commands.h"
#include "tools/ids.h"
#include "tools/text_model.h"

namespace atto::tools {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr const char* kFooter = R"(
Prints what follows each prompt. Several prompts are run together; what they give is printed when all
are done. A text ends with one of the model's end tokens (generation_config.json), at a --stop text,
at --max-tokens, or where the model's context is full. Ctrl-C ends it with what was made (exit code
130).

Temperature 0 takes the most likely token; above it tokens are drawn: logits are divided by the
temperature, then --top-k, --top-p and --min-p leave out the unlikely ones. Each prompt has random
numbers of its own, which --seed chooses.

Examples:
  atto generate my-model --prompt 'Once upon a time'
  atto generate my-model --prompt 'Once' --temperature 0.8 --top-p 0.95 --seed 7 --max-tokens 200
  atto generate my-model --prompt-file question.txt --stop 'Question:' --stats
  atto generate my-model --prompt 'One' --prompt 'Two' --json
  atto generate models/mine.yaml --checkpoint my-model --prompt-ids '0, 0, 2, 1')";

constexpr const char *kPrompt = "--prompt", *kPromptFile = "--prompt-file",
                     *kPromptIds = "--prompt-ids";

/// How a prompt was given.
struct Prompt {
  std::string flag;
  std::string value;
};

struct GenerateOptions {
  ModelOptions model;
  SessionFlags session;
  std::vector<Prompt> prompts;  // in the order in which they were given
  std::int64_t max_tokens = 128;
  SamplerOptions sampler;
  std::vector<std::string> stops;
  int threads = 0;
  bool echo = false;
  bool stats = false;
  bool json = false;
};

volatile std::sig_atomic_t interrupted = 0;

/// The text of one sequence as it grows: what may be the beginning of a stop text is held back.
class Output {
 public:
  Output(const std::vector<std::string>& stops) : stops_(stops) {}

  /// What can be given now.
  std::string add(const std::string& more) {
    held_ += more;
    for (const std::string& stop : stops_) {
      const std::size_t at = held_.find(stop);
      if (at == std::string::npos) continue;
      stopped_ = true;
      held_.resize(at);
    }
    return give(stopped_ ? held_.size() : held_.size() - undecided());
  }
  std::string finish() { return give(held_.size()); }
  bool stopped() const { return stopped_; }
  const std::string& text() const { return text_; }

 private:
  std::string give(std::size_t bytes) {
    const std::string given = held_.substr(0, bytes);
    held_.erase(0, bytes);
    text_ += given;
    return given;
  }
  /// How many bytes at the end may be the beginning of a stop text.
  std::size_t undecided() const {
    std::size_t most = 0;
    for (const std::string& stop : stops_)
      for (std::size_t length = std::min(stop.size(), held_.size()); length > most; --length)
        if (held_.ends_with(stop.substr(0, length))) most = length;
    return most;
  }

  const std::vector<std::string>& stops_;
  std::string held_;
  std::string text_;
  bool stopped_ = false;
};

/// One prompt and what follows it.
struct Sequence {
  std::string prompt;  // as text; empty where ids were given
  TokenIds ids;
  Sampler sampler;
  Output output;
  std::optional<DecodeStream> stream;
  TokenIds made;
  std::string finish;  // why it ended: end, stop, length, context, interrupted; empty while it runs
};

struct Times {
  double load = 0, prompt = 0, tokens = 0;  // seconds
};

/// Tokens of all sequences, and the most memory that the process had.
struct Stats {
  std::int64_t prompt = 0, made = 0, bytes = 0;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Generate {
 public:
  explicit Generate(const GenerateOptions& options) : options_(options) {
    options.sampler.check();
    require(options.max_tokens >= 0, "--max-tokens is 0 or more, not ", options.max_tokens);
    for (const std::string& stop : options.stops)
      require(!stop.empty(), "--stop takes a text that is not empty");
    if (options.threads > 0) set_threads(options.threads);
    const auto start = Clock::now();
    text_ = std::make_unique<TextModel>(options.model, options.session);
    generator_ = std::make_unique<Generator>(text_->session(), Generation::of(text_->model()));
    ends_ = text_->ends();
    times_.load = seconds_since(start);
    const auto from_input = [](const Prompt& prompt) {
      return prompt.flag == kPromptFile && prompt.value == "-";
    };
    require(std::count_if(options.prompts.begin(), options.prompts.end(), from_input) <= 1,
            "standard input gives one prompt only: '--prompt-file -' stands there twice");
    streams_ = !options.json && options.prompts.size() <= 1;
    for (const auto& [flag, value] : options.prompts)
      if (flag == kPromptIds)
        add("", parse_ids(value, kPromptIds), true);
      else
        add_prompt(flag == kPromptFile ? read_text(value) : value);
    if (sequences_.empty()) add_prompt("");
    if (generator_->runs_again())
      std::fprintf(stderr,
                   "note: the model looks along its tokens in other ways than by attention that "
                   "keeps its keys: all of them are run again for each one, which is slow\n");
  }

  int operator()() {
    std::signal(SIGINT, [](int) {
      interrupted = 1;
      std::signal(SIGINT, SIG_DFL);  // who does not want to wait presses twice
    });
    run();
    for (Sequence& sequence : sequences_) {
      if (sequence.stream && !sequence.output.stopped())
        give(sequence, sequence.output.add(sequence.stream->finish()));
      give(sequence, sequence.output.finish());
    }
    if (streams_) std::printf("\n");
    if (options_.json)
      print_json();
    else if (!streams_)
      print_all();
    if (options_.stats) print_stats();
    return interrupted ? 130 : 0;
  }

 private:
  void add_prompt(const std::string& prompt) { add(prompt, text_->encode(prompt), false); }

  void add(const std::string& prompt, TokenIds ids, bool typed) {
    const auto index = static_cast<std::int64_t>(sequences_.size());
    check_ids(ids, generator_->vocabulary(), typed ? kPromptIds : "the prompt",
              typed ? "" : kForeignTokenizer);
    SamplerOptions sampler = options_.sampler;
    sampler.seed = text_->seed();
    sequences_.push_back(
        {prompt, std::move(ids), Sampler(sampler, index), Output(options_.stops), {}, {}, {}});
    if (!text_->has_tokenizer()) return;
    Sequence& sequence = sequences_.back();
    sequence.stream.emplace(text_->tokenizer());
    if (generator_->generation().start) return;  // the text of a decoder begins anew
    for (const std::int64_t id : sequence.ids) {
      const std::string text = sequence.stream->push(static_cast<TokenId>(id));
      if (options_.echo) give(sequence, text);
    }
  }

  void run() {
    std::vector<TokenIds> prompts;
    for (const Sequence& sequence : sequences_) prompts.push_back(sequence.ids);
    auto start = Clock::now();
    Tensor logits = generator_->begin(prompts);
    times_.prompt = seconds_since(start);
    start = Clock::now();
    while (take(logits)) {
      TokenIds last;
      for (const Sequence& sequence : sequences_)
        last.push_back(sequence.finish.empty() ? sequence.made.back() : -1);
      logits = generator_->next(last);
    }
    times_.tokens = seconds_since(start);
  }

  /// Draws the next token of each sequence; whether one goes on behind it.
  bool take(const Tensor& logits) {
    const Tensor scores = logits.cast(DType::float64);
    const auto width = static_cast<std::size_t>(scores.shape()[1]);
    bool goes_on = false;
    for (std::size_t b = 0; b < sequences_.size(); ++b) {
      Sequence& sequence = sequences_[b];
      const TokenIds& before = generator_->sequences()[b];
      if (sequence.finish.empty()) sequence.finish = end_of(sequence, std::ssize(before));
      if (!sequence.finish.empty()) continue;
      take(sequence, scores.data<double>().subspan(b * width, width), before);
      if (sequence.finish.empty()) sequence.finish = end_of(sequence, std::ssize(before) + 1);
      goes_on = goes_on || sequence.finish.empty();
    }
    return goes_on;
  }

  /// Why no token may follow the `length` ones that there are; empty when one may.
  std::string end_of(const Sequence& sequence, std::int64_t length) const {
    const auto& context = generator_->generation().context;
    if (interrupted) return "interrupted";
    if (std::ssize(sequence.made) >= options_.max_tokens) return "length";
    return context && length >= *context ? "context" : "";
  }

  void take(Sequence& sequence, std::span<const double> logits, const TokenIds& before) {
    const std::int64_t id = sequence.sampler.draw(logits, before);
    if (std::find(ends_.begin(), ends_.end(), id) != ends_.end()) {
      sequence.finish = "end";
      return;
    }
    sequence.made.push_back(id);
    if (sequence.stream)
      give(sequence, sequence.output.add(sequence.stream->push(static_cast<TokenId>(id))));
    else if (streams_)
      std::printf("%s%lld", sequence.made.size() > 1 ? ", " : "", static_cast<long long>(id));
    if (sequence.output.stopped()) sequence.finish = "stop";
  }

  void give(const Sequence&, const std::string& text) const {
    if (!streams_) return;
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }

  void print_all() const {
    for (std::size_t b = 0; b < sequences_.size(); ++b) {
      const Sequence& sequence = sequences_[b];
      std::printf("%s[%zu] %s\n", b ? "\n" : "", b + 1, sequence.prompt.c_str());
      if (sequence.stream)
        std::printf("%s\n", sequence.output.text().c_str());
      else
        std::printf("%s\n", Json(sequence.made).dump().c_str());
    }
  }

  void print_json() const {
    Json all;
    Json& sequences = all["sequences"] = Json::array();
    for (const Sequence& sequence : sequences_) {
      Json one;
      one["prompt"] = sequence.prompt;
      one["prompt_ids"] = sequence.ids;
      if (sequence.stream) one["text"] = sequence.output.text();
      one["ids"] = sequence.made;
      one["finish"] = sequence.finish;
      sequences.push_back(std::move(one));
    }
    const Stats stats = this->stats();
    all["stats"] = {{"load_seconds", times_.load},     {"prompt_tokens", stats.prompt},
                    {"prompt_seconds", times_.prompt}, {"tokens", stats.made},
                    {"seconds", times_.tokens},        {"peak_bytes", stats.bytes}};
    std::printf("%s\n", all.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
  }

  Stats stats() const {
    Stats stats;
    for (const Sequence& sequence : sequences_) {
      stats.prompt += std::ssize(sequence.ids);
      stats.made += std::ssize(sequence.made);
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    stats.bytes = std::int64_t{usage.ru_maxrss} * 1024;
    return stats;
  }

  void print_stats() const {
    const Stats stats = this->stats();
    const auto rate = [](std::int64_t count, double seconds) {
      return seconds > 0 ? static_cast<double>(count) / seconds : 0;
    };
    std::fprintf(stderr,
                 "load    %.3f s\nprompt  %lld tokens in %.3f s, %.1f tokens/s\n"
                 "text    %lld tokens in %.3f s, %.1f tokens/s\nmemory  %.1f MB at most\n",
                 times_.load, static_cast<long long>(stats.prompt), times_.prompt,
                 rate(stats.prompt, times_.prompt), static_cast<long long>(stats.made),
                 times_.tokens, rate(stats.made, times_.tokens),
                 static_cast<double>(stats.bytes) / (1 << 20));
  }

  const GenerateOptions& options_;
  std::unique_ptr<TextModel> text_;
  std::unique_ptr<Generator> generator_;
  std::vector<std::int64_t> ends_;
  std::vector<Sequence> sequences_;
  bool streams_ = false;  // what comes is printed at once
  Times times_;
};

}  // namespace

CLI::App* add_generate(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<GenerateOptions>();
  CLI::App* command = app.add_subcommand("generate", "Generate text that follows a prompt");
  command->footer(kFooter);
  add_model_options(*command, options->model);
  const auto repeated = [&](const char* flag, std::vector<std::string>& values, const char* help,
                            const char* type) {
    command->add_option(flag, values, help)->type_name(type)->allow_extra_args(false);
  };
  const auto prompt = [&](const char* flag, const char* help, const char* type) {
    const auto add = [options, flag](const std::string& value) {
      options->prompts.push_back({flag, value});
    };
    command->add_option_function<std::string>(flag, add, help)
        ->type_name(type)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->trigger_on_parse();
  };
  prompt(kPrompt, "What is gone on with; several make a batch", "TEXT");
  prompt(kPromptFile, "The same from a file, or - for standard input", "FILE");
  prompt(kPromptIds, "The same as token ids, such as '1, 403'", "IDS");
  command->add_option("--max-tokens", options->max_tokens, "Tokens to make at most")
      ->type_name("N")
      ->capture_default_str();
  SamplerOptions& sampler = options->sampler;
  const auto number = [&](const char* flag, auto& value, const char* help, const char* type) {
    command->add_option(flag, value, help)->type_name(type)->capture_default_str();
  };
  number("--temperature", sampler.temperature, "0: the most likely token; 1: as the model says",
         "T");
  number("--top-k", sampler.top_k, "Only the K most likely tokens; 0 is all", "K");
  number("--top-p", sampler.top_p, "Only the most likely that together have probability P", "P");
  number("--min-p", sampler.min_p, "Only those with the part P of the largest probability", "P");
  number("--repeat-penalty", sampler.repeat_penalty, "Above 1: tokens come again less", "R");
  repeated("--stop", options->stops, "End in front of this text, may be repeated", "TEXT");
  command->add_flag("--echo", options->echo, "Print the prompt too");
  command->add_flag("--stats", options->stats, "Print times and memory to standard error");
  command->add_flag("--json", options->json, "Print JSON when all is done");
  add_session_flags(*command, options->session);
  command
      ->add_option("--threads", options->threads,
                   "Threads (default: as many as the process may use)")
      ->check(CLI::Range(1, 1024));
  command->callback([options, &exit_code] {
    Generate generate(*options);
    exit_code = generate();
  });
  return command;
}

}  // namespace atto::tools
