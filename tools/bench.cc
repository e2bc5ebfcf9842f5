#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "framework/core/parallel.h"
#include "tools/commands.h"
#include "tools/feed.h"
#include "tools/json.h"
#include "tools/measure.h"
#include "tools/model.h"
#include "tools/session_flags.h"
#include "tools/sizes.h"
#include "tools/table.h"

namespace atto::tools {
namespace {

constexpr const char* kFooter = R"(
Weights are those of the file, or random ones where it has none. Inputs whose sizes --dims gives, or
that the file does not feed, are random too: normal reals, words, or whole numbers 0 and 1. Several
sizes or numbers of threads make a sweep: every combination is measured, in a session of its own.

A time is that of a whole run, after some that are not counted. GFLOP/s counts what the operators say
they compute, GB/s all inputs that nodes read and outputs that they write. The arena holds what nodes
compute; the peak is all memory of the process.

Examples:
  atto bench configs/article.yaml
  atto bench models/article.yaml --set heads=8 --dims T=128,512 --threads 1,2
  atto bench models/article.yaml --dims T=1024 --runs 20 --csv)";

struct BenchOptions {
  ModelOptions model;
  SessionFlags session;
  std::vector<std::string> dims;
  std::vector<int> threads;
  std::optional<std::int64_t> runs;
  int nodes = 12;
  bool json = false;
  bool csv = false;
};

/// One combination of what is swept.
struct Case {
  Bindings dims;
  int threads;
};

struct Result {
  Case of;
  Measurement measured;
};

/// `T=128,512` and `T=128 B=1` alike: a text without a name is one more size of the name before it.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> parse_sweep(
    const std::vector<std::string>& texts, const std::vector<std::string>& symbols) {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> sweep;
  std::string name;
  for (const std::string& item : texts) {
    const auto equals = item.find('=');
    if (equals != std::string::npos) name = item.substr(0, equals);
    const std::string one = equals == std::string::npos && !name.empty() ? name + "=" + item : item;
    const Bindings parsed = parse_dims({one}, symbols, "--dims takes sizes such as T=128,512 B=2");
    const auto& [symbol, size] = *parsed.begin();
    const auto known = std::find_if(sweep.begin(), sweep.end(),
                                    [&](const auto& other) { return other.first == symbol; });
    if (known == sweep.end())
      sweep.push_back({symbol, {size}});
    else
      known->second.push_back(size);
  }
  return sweep;
}

class Bench {
 public:
  explicit Bench(const BenchOptions& options)
      : options_(options), model_(open_model(options.model)) {
    settings_ = settings_of(model_.description.run, options.session);
    settings_.random.fallback = Initializer{Initializer::Is::normal, 0, 0.02};
    add_cases(parse_sweep(options.dims, symbols_of(*model_.graph)));
  }

  void operator()() {
    std::vector<Result> results;
    for (const Case& one : cases_) results.push_back({one, run(one)});
    if (options_.json)
      print_json(results);
    else if (options_.csv)
      print_csv(results);
    else
      print_text(results);
  }

 private:
  void add_cases(const std::vector<std::pair<std::string, std::vector<std::int64_t>>>& sweep) {
    std::vector<int> threads = options_.threads;
    if (threads.empty()) threads.push_back(atto::threads());
    std::vector<Bindings> combinations = {{}};
    for (const auto& [symbol, sizes] : sweep) {
      symbols_.push_back(symbol);
      std::vector<Bindings> more;
      for (const Bindings& combination : combinations) {
        for (const std::int64_t size : sizes) {
          more.push_back(combination);
          more.back()[symbol] = size;
        }
      }
      combinations = std::move(more);
    }
    for (const Bindings& combination : combinations)
      for (const int count : threads) cases_.push_back({combination, count});
  }

  Measurement run(const Case& one) const {
    set_threads(one.threads);
    const auto& [how, random] = settings_;
    Session session = model_.session(how, random);
    return measure(session, feed_of(one.dims), options_.runs);
  }

  /// What the file feeds, where --dims does not give its sizes; all other inputs are random.
  Feed feed_of(const Bindings& dims) const {
    NamedList<Yaml> fed;
    std::vector<std::string> flags;
    for (const Input& input : model_.graph->inputs) {
      const Value& value = model_.graph->value(input.value);
      const auto symbols = product_of(value.shape).symbols();
      const auto* given = find_in(model_.description.feed, value.name);
      const bool sized = std::any_of(symbols.begin(), symbols.end(),
                                     [&](const auto& symbol) { return dims.contains(symbol); });
      if (given && !sized) {
        fed.push_back(*given);
      } else if (input.fallback == Input::Default::none) {
        std::string sizes;
        for (const std::string& symbol : symbols) {
          const auto size = dims.find(symbol);
          require(size != dims.end(), "nothing says how large ", symbol, " of '", value.name, "' ",
                  text_of(value.shape), " is: give --dims ", symbol, "=128");
          sizes += text(sizes.empty() ? ":" : ",", symbol, "=", size->second);
        }
        flags.push_back(value.name + "=random" + sizes);
      }
    }
    return make_feed(*model_.graph, fed, flags, settings_.random.seed);
  }

  static const std::pair<Name, Yaml>* find_in(const NamedList<Yaml>& list,
                                              const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& entry) { return entry.first.text == name; });
    return found == list.end() ? nullptr : &*found;
  }

  void print_text(const std::vector<Result>& results) const {
    std::printf("%s, %s, %s\n\n", options_.model.path.c_str(), name_of(settings_.session.real),
                settings_.session.plan.kernels ? "fast kernels" : "definitions");
    std::vector<std::string> head = symbols_;
    for (const char* column : {"threads", "runs", "min [us]", "median [us]", "p90 [us]", "GFLOP/s",
                               "GB/s", "weights [MB]", "arena [MB]", "peak [MB]"})
      head.emplace_back(column);
    std::vector<std::vector<std::string>> rows = {head};
    const auto megabytes = [](std::int64_t bytes) {
      return fmt::format("{:.1f}", double(bytes) / 1e6);
    };
    for (const auto& [of, m] : results) {
      std::vector<std::string> row;
      for (const std::string& symbol : symbols_) row.push_back(grouped(of.dims.at(symbol)));
      row.insert(row.end(), {std::to_string(of.threads), grouped(std::ssize(m.seconds)),
                             microseconds(m.seconds.front()), microseconds(m.median()),
                             microseconds(m.quantile(0.9)), per_nanosecond(m.flops, m),
                             per_nanosecond(m.bytes, m), megabytes(m.weight_bytes),
                             megabytes(m.arena_bytes), megabytes(m.peak_bytes)});
      rows.push_back(std::move(row));
    }
    std::printf("%s", table(rows, std::vector<bool>(head.size(), true)).c_str());
    for (const auto& [of, m] : results) {
      if (options_.nodes == 0) continue;
      const std::string sizes = text_of(of.dims);
      std::printf("\nnodes%s%s, %d thread%s\n%s", sizes.empty() ? "" : " at ", sizes.c_str(),
                  of.threads, of.threads == 1 ? "" : "s",
                  profile_table(m.nodes, static_cast<std::size_t>(options_.nodes)).c_str());
    }
  }

  static std::string microseconds(double seconds) { return fmt::format("{:.2f}", seconds * 1e6); }
  static std::string per_nanosecond(std::int64_t count, const Measurement& m) {
    return fmt::format("{:.1f}", double(count) / m.median() * 1e-9);
  }

  void print_csv(const std::vector<Result>& results) const {
    for (const std::string& symbol : symbols_) std::printf("%s,", symbol.c_str());
    std::printf(
        "threads,runs,min_seconds,median_seconds,p90_seconds,flops,bytes,weight_bytes,arena_bytes,"
        "peak_bytes\n");
    for (const auto& [of, m] : results) {
      for (const std::string& symbol : symbols_)
        std::printf("%lld,", static_cast<long long>(of.dims.at(symbol)));
      std::printf("%s\n",
                  fmt::format("{},{},{:.9f},{:.9f},{:.9f},{},{},{},{},{}", of.threads,
                              m.seconds.size(), m.seconds.front(), m.median(), m.quantile(0.9),
                              m.flops, m.bytes, m.weight_bytes, m.arena_bytes, m.peak_bytes)
                      .c_str());
    }
  }

  void print_json(const std::vector<Result>& results) const {
    nlohmann::ordered_json json;
    json["file"] = options_.model.path;
    json["dtype"] = name_of(settings_.session.real);
    json["cases"] = nlohmann::ordered_json::array();
    for (const auto& [of, m] : results) {
      nlohmann::ordered_json one;
      one["dims"] = nlohmann::ordered_json::object();
      for (const auto& [symbol, size] : of.dims) one["dims"][symbol] = size;
      one["threads"] = of.threads;
      one["runs"] = m.seconds.size();
      one["min_seconds"] = m.seconds.front();
      one["median_seconds"] = m.median();
      one["p90_seconds"] = m.quantile(0.9);
      one["flops"] = m.flops;
      one["bytes"] = m.bytes;
      one["weight_bytes"] = m.weight_bytes;
      one["arena_bytes"] = m.arena_bytes;
      one["peak_bytes"] = m.peak_bytes;
      one["nodes"] = to_json(m.nodes);
      json["cases"].push_back(one);
    }
    std::printf("%s\n", json.dump(2).c_str());
  }

  const BenchOptions& options_;
  Model model_;
  SessionSettings settings_;
  std::vector<std::string> symbols_;  // that are swept, in the order of the flags
  std::vector<Case> cases_;
};

}  // namespace

CLI::App* add_bench(CLI::App& app, int&) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measure time and memory of a model");
  command->footer(kFooter);
  add_model_options(*command, options->model);
  command
      ->add_option("--dims", options->dims,
                   "Sizes that symbols stand for; several are measured one by one")
      ->type_name("NAME=SIZE[,SIZE...]")
      ->delimiter(',');
  command
      ->add_option("--threads", options->threads,
                   "Threads; several are measured one by one (default: as many as the process may "
                   "use)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--runs", options->runs,
                   "Timed runs (default: as many as take a second, at least 5)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
  add_session_flags(*command, options->session);
  command->add_option("--nodes", options->nodes, "Print so many of the slowest nodes")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  auto* json = command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--csv", options->csv, "Print CSV: a line a combination, without nodes")
      ->excludes(json);
  command->callback([options] {
    Bench bench(*options);
    bench();
  });
  return command;
}

}  // namespace atto::tools
