#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <string_view>

#include "framework/data/file.h"
#include "framework/describe/config_file.h"
#include "framework/run/weights.h"
#include "tools/commands.h"
#include "tools/json.h"
#include "tools/model.h"
#include "tools/show_graph.h"
#include "tools/table.h"

namespace atto::tools {
namespace {

namespace fs = std::filesystem;
using atto::text_of;  // of shapes
using Json = nlohmann::ordered_json;

constexpr const char* kFooter = R"(
Lists the tensors of a checkpoint and the nodes that read them, then what is wrong: tensors that the
model needs and that are missing, that it does not read, and whose shape does not fit. Exits with 1 if
there is any. FILE.yaml is the model; without it the one for the model_type of the config.json is
taken, and where there is none the tensors alone are listed. FOLDER may also be a file of weights.

Statistics leave out NaN and infinities, which are counted. The deviation is that of all elements, as
numpy.std has it. In the last column but one, '-' is a tensor that nothing reads, 'unused' one that
'tensors: {unused: [...]}' of the model permits. --filter takes * and ?, and what is wrong is listed
all the same.

Examples:
  atto weights my-model
  atto weights my-model models/llama.yaml --no-stats
  atto weights my-model/model.safetensors --filter '*.self_attn.*'
  atto weights my-model --json)";

constexpr std::size_t kLongestName = 200;                 // bytes that a table shows
constexpr std::size_t kWidestReaders = 40;                // characters
constexpr std::size_t kFirstNumber = 3, kLastNumber = 6;  // columns

struct WeightsOptions {
  std::string path;
  ModelOptions model;
  std::string filter = "*";
  bool no_stats = false;
  bool json = false;
};

struct Statistics {
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double mean = 0;
  double deviation = 0;
  std::int64_t nan = 0;
  std::int64_t infinite = 0;
};

template <class T>
Statistics statistics_of(std::span<const T> elements) {
  Statistics out;
  double sum = 0, squares = 0;
  for (const T element : elements) {
    const auto value = static_cast<double>(element);
    out.nan += std::isnan(value);
    out.infinite += std::isinf(value);
    if (!std::isfinite(value)) continue;
    out.min = std::min(out.min, value);
    out.max = std::max(out.max, value);
    sum += value;
  }
  const double count =
      static_cast<double>(static_cast<std::int64_t>(elements.size()) - out.nan - out.infinite);
  if (count == 0) out.min = out.max = std::numeric_limits<double>::quiet_NaN();
  out.mean = sum / count;
  for (const T element : elements)
    if (const auto value = static_cast<double>(element); std::isfinite(value))
      squares += (value - out.mean) * (value - out.mean);
  out.deviation = std::sqrt(squares / count);
  return out;
}

Statistics statistics_of(const Tensor& stored) {
  const Tensor tensor = is_storage(stored.dtype()) ? stored.cast(DType::float32) : stored;
  return visit(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    return statistics_of<T>(tensor.data<T>());
  });
}

/// `3 NaN, 1 inf`, or nothing.
std::string not_finite(const Statistics& statistics) {
  std::vector<std::string> counts;
  if (statistics.nan > 0) counts.push_back(text(statistics.nan, " NaN"));
  if (statistics.infinite > 0) counts.push_back(text(statistics.infinite, " inf"));
  return list_of(counts);
}

/// What the words of safetensors (`BF16`, `I64`, `BOOL`) and of NumPy (`<f4`, `|b1`) mean.
Kind kind_of(const std::string& type) {
  if (type.find_first_of("fF") != std::string::npos) return Kind::real;
  return type == "BOOL" || type == "|b1" ? Kind::boolean : Kind::int64;
}

std::string file_of(const Checkpoint::Entry& entry) {
  return fs::path(entry.file).filename().string();
}

/// Names in alphabetical order, numbers in them in that of their value: layer 2 before layer 10.
struct NaturalOrder {
  bool operator()(std::string_view a, std::string_view b) const {
    while (!a.empty() && !b.empty()) {
      const std::string_view x = first_part(a), y = first_part(b);
      const bool numbers = std::isdigit(static_cast<unsigned char>(x[0])) != 0 &&
                           std::isdigit(static_cast<unsigned char>(y[0])) != 0;
      if (numbers && x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      a.remove_prefix(x.size());
      b.remove_prefix(y.size());
    }
    return a.empty() && !b.empty();
  }

 private:
  /// Digits, or one character.
  static std::string_view first_part(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    return text.substr(0, std::max<std::size_t>(digits, 1));
  }
};

/// A tensor of the checkpoint.
struct Row {
  std::string name;  // as the model calls it
  const Checkpoint::Entry* entry = nullptr;
  std::vector<std::string> readers;  // canonical names of nodes
  enum class Is { read, unread, unused, unknown } is = Is::unknown;
  std::optional<Statistics> statistics;
};

/// What is wrong with a tensor.
struct Problem {
  std::string name;
  std::string what;
  std::string more;
};

/// What the model does with the tensors of a checkpoint.
class Report {
 public:
  explicit Report(const WeightsOptions& options) : options_(options) {
    load_plugins(options.model.plugins);
    tensors_.emplace(std::vector<Checkpoint>{Checkpoint::open(options.path)}, TensorNames{});
    open();
    for (const std::string& name : tensors_->names()) {
      Row& row = rows_[name];
      row.name = name;
      row.entry = tensors_->find(name);
      if (graph_) row.is = tensors_->may_be_unread(name) ? Row::Is::unused : Row::Is::unread;
    }
    if (graph_)
      for (const Weight& weight : graph_->weights) find_readers(weight);
    if (graph_)
      for (const Weight& weight : graph_->weights) check(weight);
    require(rows_.empty() || std::any_of(rows_.begin(), rows_.end(),
                                         [&](const auto& row) { return is_shown(row.second); }),
            "no tensor matches '", options.filter, "'");
    if (!options.no_stats)
      for (auto& [name, row] : rows_)
        if (is_shown(row)) add_statistics(row);
  }

  int print() const {
    std::printf("%s",
                options_.json
                    ? (json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n").c_str()
                    : table_text().c_str());
    const bool right = missing_.empty() && unfit_.empty() && unreadable_.empty() && !wrong_model_;
    return right && count(Row::Is::unread) == 0 ? 0 : 1;
  }

 private:
  /// The model, if there is one; else why not.
  void open() {
    const bool given = !options_.model.path.empty();
    std::string path = options_.model.path;
    if (!given) path = is_folder(options_.path) ? options_.path : folder();
    Problems problems;
    try {
      if (!given) find(path);
    } catch (const Error& error) {  // a checkpoint may have no model yet
      return explain(error.report());
    }
    problems.attempt({}, [&] {
      Model model = atto::open_model(
          {path, {options_.path}, options_.model.set, architecture_folders()}, problems);
      if (!problems.empty()) return;
      graph_ = model.graph;
      tensors_ = std::move(model.tensors);
    });
    if (problems.empty()) return;
    wrong_model_ = true;
    explain(problems.report());
  }

  std::string folder() const {
    const fs::path parent = fs::path(options_.path).parent_path();
    return parent.empty() ? "." : parent.string();
  }

  static void find(const std::string& path) {
    const ConfigFile config = ConfigFile::read((fs::path(path) / "config.json").string());
    find_architecture(config.model_type(), architecture_folders());
  }

  static void explain(const std::string& why) {
    std::fprintf(stderr, "%s\nnote: the tensors are listed without a model\n", why.c_str());
  }

  void find_readers(const Weight& weight) {
    std::vector<std::string> readers;
    for (const Node& node : graph_->nodes)
      if (std::find(node.inputs.begin(), node.inputs.end(), weight.value) != node.inputs.end())
        readers.push_back(node.name);
    for (const auto& [name, id] : graph_->outputs)
      if (id == weight.value) readers.push_back("output " + name);
    for (const std::string& name : tensors_of(*graph_, weight)) {
      const auto found = rows_.find(name);
      if (found == rows_.end()) continue;
      Row& row = found->second;
      row.readers.insert(row.readers.end(), readers.begin(), readers.end());
      row.is = Row::Is::read;
    }
  }

  void check(const Weight& weight) {
    if (weight.literal || weight.absent) return;
    const Value& value = graph_->value(weight.value);
    const std::vector<std::string> names = tensors_of(*graph_, weight);
    if (weight.init && (names.empty() || !rows_.contains(names[0]))) return;  // it is made
    Dims shape = value.shape;
    if (weight.stacked && !shape.empty()) shape.erase(shape.begin());
    for (const std::string& name : names) {
      const auto found = rows_.find(name);
      if (found == rows_.end())
        missing_.push_back({name, text_of(shape), nearest(name)});
      else
        check_shape(found->second, shape, weight.regrouped, value.kind);
    }
  }

  void check_shape(const Row& row, const Dims& needed, bool regrouped, Kind kind) {
    const Checkpoint::Entry& entry = *row.entry;
    const Dims stored(entry.shape.begin(), entry.shape.end());
    const bool fits = stored == needed || (regrouped && product_of(stored) == product_of(needed));
    if (fits && (kind == Kind::real) == (kind_of(entry.type) == Kind::real)) return;
    unfit_.push_back({row.name, text(text_of(needed), " ", name_of(kind)),
                      text(text_of(entry.shape), " ", entry.type)});
  }

  /// `did you mean 'x'?`, or nothing.
  std::string nearest(const std::string& name) const {
    std::vector<std::string> unread;
    for (const auto& [other, row] : rows_)
      if (row.is != Row::Is::read) unread.push_back(other);
    const std::string guess = did_you_mean(name, unread);
    return guess.empty() ? guess : guess.substr(2);
  }

  void add_statistics(Row& row) {
    try {
      const Tensor tensor = tensors_->read(row.name);
      if (tensor.size() > 0) row.statistics = statistics_of(tensor);
    } catch (const Error& error) {
      unreadable_.push_back({row.name, error.message(), ""});
    }
  }

  bool is_shown(const Row& row) const {
    return glob_matches(options_.filter, row.name) ||
           glob_matches(options_.filter, row.entry->name);
  }

  std::size_t count(Row::Is is) const {
    return static_cast<std::size_t>(std::count_if(
        rows_.begin(), rows_.end(), [&](const auto& row) { return row.second.is == is; }));
  }

  static std::string readers_text(const Row& row) {
    switch (row.is) {
      case Row::Is::read: return names_within(row.readers, kWidestReaders);
      case Row::Is::unread: return "-";
      case Row::Is::unused: return "unused";
      case Row::Is::unknown: break;
    }
    return "";
  }

  std::string table_text() const {
    std::vector<std::vector<std::string>> cells = {{"name", "dtype", "shape", "min", "max", "mean",
                                                    "std", "not finite", "read by", "in the file"}};
    for (const auto& [name, row] : rows_) {
      if (!is_shown(row)) continue;
      std::vector<std::string> line = {printable(name, kLongestName), row.entry->type,
                                       text_of(row.entry->shape)};
      for (const auto number :
           {&Statistics::min, &Statistics::max, &Statistics::mean, &Statistics::deviation})
        line.push_back(row.statistics ? fmt::format("{:.4g}", (*row.statistics).*number) : "");
      line.push_back(row.statistics ? not_finite(*row.statistics) : "");
      line.push_back(readers_text(row));
      line.push_back(row.entry->name == name ? "" : printable(row.entry->name, kLongestName));
      cells.push_back(line);
    }
    std::vector<bool> right;
    cells = without_empty_columns(cells, right);
    return table(cells, right) + "\n" + problems_text() + summary() + "\n";
  }

  /// Columns that are empty but for their head say nothing; of the others, which are numbers.
  static std::vector<std::vector<std::string>> without_empty_columns(
      const std::vector<std::vector<std::string>>& cells, std::vector<bool>& right) {
    std::vector<std::vector<std::string>> kept(cells.size());
    for (std::size_t column = 0; column < cells[0].size(); ++column) {
      const bool empty = std::all_of(cells.begin() + 1, cells.end(),
                                     [&](const auto& row) { return row[column].empty(); });
      if (empty && column >= kFirstNumber) continue;
      right.push_back(column >= kFirstNumber && column <= kLastNumber);
      for (std::size_t i = 0; i < cells.size(); ++i) kept[i].push_back(cells[i][column]);
    }
    return kept;
  }

  std::string problems_text() const {
    const auto list = [](const std::string& title, std::vector<std::string> heads,
                         const std::vector<Problem>& problems) {
      std::vector<std::vector<std::string>> cells = {std::move(heads)};
      for (const Problem& problem : problems)
        cells.push_back({printable(problem.name, kLongestName), problem.what, problem.more});
      return section(title, cells);
    };
    std::vector<Problem> unread;
    for (const auto& [name, row] : rows_)
      if (row.is == Row::Is::unread)
        unread.push_back({name, text_of(row.entry->shape), file_of(*row.entry)});
    return list("missing", {"name", "shape", ""}, missing_) +
           list("unread (if they change nothing: 'tensors: {unused: [...]}')",
                {"name", "shape", "file"}, unread) +
           list("of another shape", {"name", "the model needs", "the file has"}, unfit_) +
           list("unreadable", {"name", "", ""}, unreadable_);
  }

  std::string summary() const {
    std::int64_t parameters = 0, bytes = 0;
    for (const auto& [name, row] : rows_) {
      bytes += static_cast<std::int64_t>(row.entry->bytes);
      if (row.is == Row::Is::read || row.is == Row::Is::unknown)
        parameters += elements_of(row.entry->shape);
    }
    const std::string read = graph_ ? text(" (", count(Row::Is::read), " read)") : "";
    return text(rows_.size(), rows_.size() == 1 ? " tensor" : " tensors", read, ", ",
                grouped(parameters), " parameters, ", grouped(bytes), " bytes");
  }

  Json json() const {
    Json json;
    json["tensors"] = Json::array();
    for (const auto& [name, row] : rows_)
      if (is_shown(row)) json["tensors"].push_back(tensor_json(row));
    const auto list = [&](const char* key, const char* what, const char* more,
                          const std::vector<Problem>& problems) {
      json[key] = Json::array();
      for (const Problem& problem : problems)
        json[key].push_back({{"name", problem.name}, {what, problem.what}, {more, problem.more}});
    };
    list("missing", "needs", "hint", missing_);
    list("of_another_shape", "needs", "has", unfit_);
    list("unreadable", "why", "hint", unreadable_);
    json["unread"] = Json::array();
    for (const auto& [name, row] : rows_)
      if (row.is == Row::Is::unread) json["unread"].push_back(name);
    json["summary"] = summary();
    return json;
  }

  static Json tensor_json(const Row& row) {
    static constexpr const char* kStates[] = {"read", "unread", "unused", "unknown"};
    Json json = {{"name", row.name},          {"in_the_file", row.entry->name},
                 {"file", row.entry->file},   {"dtype", row.entry->type},
                 {"shape", row.entry->shape}, {"bytes", row.entry->bytes}};
    if (row.statistics)
      json["statistics"] = {{"min", to_json(row.statistics->min)},
                            {"max", to_json(row.statistics->max)},
                            {"mean", to_json(row.statistics->mean)},
                            {"std", to_json(row.statistics->deviation)},
                            {"nan", row.statistics->nan},
                            {"inf", row.statistics->infinite}};
    json["state"] = kStates[static_cast<int>(row.is)];
    json["read_by"] = row.readers;
    return json;
  }

  const WeightsOptions& options_;
  std::shared_ptr<const Graph> graph_;  // null when nothing is known of the model
  std::optional<TensorMap> tensors_;
  bool wrong_model_ = false;
  std::map<std::string, Row, NaturalOrder> rows_;
  std::vector<Problem> missing_, unfit_, unreadable_;
};

}  // namespace

CLI::App* add_weights(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<WeightsOptions>();
  CLI::App* command =
      app.add_subcommand("weights", "List the tensors of a checkpoint and who reads them");
  command->footer(kFooter);
  command->add_option("FOLDER", options->path, "The checkpoint: a folder, or a file of weights")
      ->required()
      ->type_name("");
  command->add_option("FILE", options->model.path, "The model, a YAML file")->type_name("");
  add_setting_options(*command, options->model);
  command->add_option("--filter", options->filter, "List these tensors only")->type_name("GLOB");
  command->add_flag("--no-stats", options->no_stats, "Read names and shapes only");
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &exit_code] { exit_code = Report(*options).print(); });
  return command;
}

}  // namespace atto::tools
