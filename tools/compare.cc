#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "framework/core/parallel.h"
#include "framework/data/file.h"
#include "tools/commands.h"
#include "tools/difference.h"
#include "tools/feed.h"
#include "tools/json.h"
#include "tools/model.h"
#include "tools/reference.h"
#include "tools/session_flags.h"
#include "tools/show_graph.h"
#include "tools/table.h"

namespace atto::tools {
namespace {

using atto::text_of;  // of shapes
using Json = nlohmann::ordered_json;

constexpr const char* kFooter = R"(
Compares values of a model with the arrays of an archive, or with the same model computed in another
way, and finds the first node that differs. Exits with 1 if there is any.

An array belongs to the value of the same name ('atto show FILE' lists them), or to the one that a map
names. Arrays for inputs are fed to the model, unless -i gives the input. The map is a YAML file:

  idx: ids                                   # an input
  ln1: h.0.n1                                # [B, T, D] in both
  q:   {value: h.0.q, order: [0, 2, 1, 3]}   # the array has [B, H, T, Dh], the value [B, T, H, Dh]
  fc:  {value: h.0.wide, reshape: true}      # as many elements, in the same order

'order' is that of numpy.transpose. Shapes that differ by axes of size 1 alone count as equal.

An element a agrees with its reference b if |a - b| <= atol + rtol * |b|; NaN agrees with NaN; whole
numbers and truth values are equal or not. atol is 1e-5 and rtol 1e-4; when both sides are float64,
1e-12 and 1e-9. The columns have the largest |a - b|, and the largest |a - b| / |b| among the elements
whose |b| is at least a thousandth of the largest one.

Examples:
  atto compare my-model --reference expected.npz
  atto compare my-model --reference expected.npz --map names.yaml --rtol 1e-3
  atto compare models/my.yaml --checkpoint my-model --reference expected.npz -i 'ids=[[1, 2, 3]]'
  atto compare my-model --against float64 -i ids=random:B=1,T=16 --print 'h.0.*'
  atto compare configs/article.yaml --against definition)";

constexpr Tolerance kFloat32 = {1e-5, 1e-4};
constexpr Tolerance kFloat64 = {1e-12, 1e-9};

struct CompareOptions {
  ModelOptions model;
  std::string reference;
  std::string map;
  std::string against;
  std::vector<std::string> inputs;
  std::vector<std::string> print;
  std::optional<double> atol, rtol;
  SessionFlags session;
  int threads = 0;
  bool json = false;
};

/// A value and what it is compared with.
struct Row {
  std::string array;
  ValueId value;
  Shape shape;
  Shape reference_shape;
  Tolerance tolerance;
  std::optional<Difference> difference;  // none where the shapes cannot be compared

  bool agrees() const { return difference && difference->apart == 0; }
};

Shape without_ones(Shape shape) {
  std::erase(shape, 1);
  return shape;
}

/// `[0, 2, 1]`: where element `index` stands.
std::string place_of(std::int64_t index, const Shape& shape) {
  Shape place(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; index /= shape[axis])
    place[axis] = index % shape[axis];
  return text_of(place);
}

/// What a node is asked to give under a name, and what can be computed, in the order of the graph.
std::vector<ValueId> named_values(const Graph& graph) {
  std::vector<bool> absent(graph.values.size(), false);
  for (const Weight& weight : graph.weights)
    absent[static_cast<std::size_t>(weight.value)] = weight.absent;
  std::vector<ValueId> values;
  for (const Node& node : graph.nodes) {
    const bool lacks = std::any_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) {
      return id >= 0 && absent[static_cast<std::size_t>(id)];
    });
    for (const ValueId id : node.outputs) {
      absent[static_cast<std::size_t>(id)] = lacks;
      if (!lacks && !graph.value(id).name.starts_with(node.name + ".")) values.push_back(id);
    }
  }
  return values;
}

std::vector<ValueId> selected_values(const Graph& graph, const std::vector<std::string>& globs) {
  if (globs.empty()) return named_values(graph);
  std::vector<ValueId> values;
  for (const std::string& glob : globs)
    for (const ValueId id : graph.match(glob)) values.push_back(id);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

class Compare {
 public:
  explicit Compare(const CompareOptions& options) : options_(options) {
    require(!options.reference.empty() || !options.against.empty(),
            "say with what: --reference FILE.npz, or --against float64, definition or no-optimize");
    model_ = open_model(options.model);
    settings_ = settings_of(model_.description.run, options.session);
    feed_ = make_feed(graph(), model_.description.feed, options.inputs, settings_.random.seed);
  }

  void operator()() {
    if (options_.threads > 0) set_threads(options_.threads);
    if (options_.against.empty())
      compare_with_archive();
    else
      compare_with_itself();
    std::printf("%s",
                options_.json
                    ? (json().dump(2, ' ', false, Json::error_handler_t::replace) + "\n").c_str()
                    : table_text().c_str());
    std::fflush(stdout);
    for (const Row& row : rows_)
      if (!row.agrees()) throw difference_at(row);
  }

 private:
  const Graph& graph() const { return *model_.graph; }

  void compare_with_archive() {
    const Reference reference(options_.reference, options_.map, graph());
    unmatched_ = reference.unmatched();
    std::vector<ReferenceArray> compared;
    std::vector<ValueId> wanted;
    for (const ReferenceArray& array : reference.arrays()) {
      if (graph().value(array.value).is == Value::Is::input) {
        feed(reference, array);
      } else {
        compared.push_back(array);
        wanted.push_back(array.value);
      }
    }
    require(!compared.empty(), options_.reference,
            " has no array with the name of a value; 'atto show' lists the values, and --map says "
            "what belongs together");
    const std::vector<Tensor> values = run(settings_, wanted);
    for (std::size_t i = 0; i < compared.size(); ++i)
      add(compared[i].name, wanted[i], values[i], reference.read(compared[i]), compared[i].reshape);
  }

  void feed(const Reference& reference, const ReferenceArray& array) {
    const Value& input = graph().value(array.value);
    for (const std::string& flag : options_.inputs)
      if (flag.substr(0, flag.find('=')) == input.name) return;
    try {
      feed_[input.name] = reference.read(array).cast(dtype_of(input.kind, settings_.session.real));
    } catch (Error& error) {
      throw error.note(text("the array '", array.name, "' is fed to the input '", input.name, "'"));
    }
  }

  void compare_with_itself() {
    SessionSettings other = settings_;
    if (options_.against == "float64") other.session.real = DType::float64;
    if (options_.against == "definition") other.session.plan.kernels = false;
    if (options_.against == "no-optimize") other.session.plan.optimize = false;
    const auto way = [](const SessionOptions& how) {
      return std::tuple(how.real, how.plan.kernels, how.plan.optimize);
    };
    require(way(other.session) != way(settings_.session), "--against ", options_.against,
            " would compare the model with the same computation: it is computed so already");
    const std::vector<ValueId> wanted = selected_values(graph(), options_.print);
    const std::vector<Tensor> values = run(settings_, wanted);
    const std::vector<Tensor> references = run(other, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      add(graph().value(wanted[i]).name, wanted[i], values[i], references[i], false);
  }

  std::vector<Tensor> run(const SessionSettings& settings,
                          const std::vector<ValueId>& wanted) const {
    Session session = model_.session(settings.session, settings.random);
    return session.run(feed_, wanted);
  }

  void add(const std::string& array, ValueId id, const Tensor& value, const Tensor& reference,
           bool reshape) {
    Row row{array, id, value.shape(), reference.shape(), tolerance_of(value, reference), {}};
    if (without_ones(value.shape()) == without_ones(reference.shape()) ||
        (reshape && value.size() == reference.size()))
      row.difference = difference(value, reference.reshaped(value.shape()), row.tolerance);
    rows_.push_back(std::move(row));
  }

  Tolerance tolerance_of(const Tensor& value, const Tensor& reference) const {
    const bool both = value.dtype() == DType::float64 && reference.dtype() == DType::float64;
    const Tolerance usual = both ? kFloat64 : kFloat32;
    return {options_.atol.value_or(usual.absolute), options_.rtol.value_or(usual.relative)};
  }

  /// `did you mean 'h.0.q'?`, or nothing.
  std::string nearest(const std::string& array) const {
    for (const Value& value : graph().values)
      if (value.name.ends_with("." + array)) return text("did you mean '", value.name, "'?");
    std::vector<std::string> known;
    for (const auto* names : {&graph().names, &graph().aliases})
      for (const auto& [name, id] : *names) known.push_back(name);
    const std::string guess = did_you_mean(array, known);
    return guess.empty() ? guess : guess.substr(2);
  }

  std::size_t differing() const {
    return static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return !row.agrees(); }));
  }

  std::string table_text() const {
    const bool by_name = options_.against.empty();
    std::vector<std::vector<std::string>> cells = {
        {"value", by_name ? "array" : "", "shape", "absolute", "relative", ""}};
    for (const Row& row : rows_) {
      const auto& how_far = row.difference;
      const std::string shape = text_of(row.shape);
      cells.push_back(
          {graph().value(row.value).name, by_name ? printable(row.array) : "",
           how_far ? shape : text(shape, ", not ", text_of(row.reference_shape)),
           how_far ? fmt::format("{:.1e}", how_far->absolute) : "-",
           how_far && how_far->relative ? fmt::format("{:.1e}", *how_far->relative) : "-",
           row.agrees() ? "ok" : "DIFFERS"});
    }
    if (!by_name)
      for (auto& line : cells) line.erase(line.begin() + 1);
    std::vector<std::vector<std::string>> left = {{"array", ""}};
    for (const std::string& array : unmatched_) left.push_back({printable(array), nearest(array)});
    const std::string numbers =
        table(cells, by_name ? std::vector<bool>{0, 0, 0, 1, 1} : std::vector<bool>{0, 0, 1, 1});
    return numbers + "\n" + section("not compared", left) + summary() + "\n";
  }

  std::string summary() const {
    Tolerance loosest;
    for (const Row& row : rows_) {
      loosest.absolute = std::max(loosest.absolute, row.tolerance.absolute);
      loosest.relative = std::max(loosest.relative, row.tolerance.relative);
    }
    const std::string count =
        differing() ? text(differing(), " of ", rows_.size(), " values differ")
                    : text(rows_.size(), rows_.size() == 1 ? " value agrees" : " values agree");
    return count + fmt::format(": |value - reference| {} {:g} + {:g} * |reference|",
                               differing() ? ">" : "<=", loosest.absolute, loosest.relative);
  }

  Json json() const {
    Json json;
    json["values"] = Json::array();
    for (const Row& row : rows_) {
      Json out;
      out["value"] = graph().value(row.value).name;
      out["reference"] = options_.against.empty() ? row.array : options_.against;
      out["shape"] = row.shape;
      out["reference_shape"] = row.reference_shape;
      out["atol"] = row.tolerance.absolute;
      out["rtol"] = row.tolerance.relative;
      if (const auto& how_far = row.difference) {
        out["absolute"] = to_json(how_far->absolute);
        out["relative"] = how_far->relative ? to_json(*how_far->relative) : Json();
        out["elements_apart"] = how_far->apart;
      }
      out["agrees"] = row.agrees();
      json["values"].push_back(out);
    }
    json["not_compared"] = unmatched_;
    json["differing"] = differing();
    return json;
  }

  /// The first difference, where it is in the file, and what is known of the node's inputs.
  Error difference_at(const Row& row) const {
    const Value& value = graph().value(row.value);
    std::string why =
        text("has shape ", text_of(row.shape), ", the reference ", text_of(row.reference_shape));
    if (row.difference)
      why = fmt::format("is {:.9g} at {}, not {:.9g}; {} of {} elements differ",
                        row.difference->value, place_of(row.difference->worst, row.shape),
                        row.difference->reference, row.difference->apart, elements_of(row.shape));
    Error error(text("the first difference: '", value.name, "' ", why), value.position);
    if (value.producer < 0) return error;
    const Node& node = graph().nodes[static_cast<std::size_t>(value.producer)];
    std::vector<std::string> inputs;
    for (const ValueId id : node.inputs)
      if (id >= 0) inputs.push_back(text(graph().value(id).name, " (", state_of(id), ")"));
    error.note(text(node.entry->name, " reads ", list_of(inputs)));
    for (auto note = node.chain.rbegin(); note != node.chain.rend(); ++note)
      error.note(note->message, note->position);
    return error;
  }

  const char* state_of(ValueId id) const {
    switch (graph().value(id).is) {
      case Value::Is::input: return "an input";
      case Value::Is::weight: return "a weight";
      case Value::Is::node: break;
    }
    for (const Row& row : rows_)
      if (row.value == id) return row.agrees() ? "agrees" : "differs";
    return "not compared";
  }

  const CompareOptions& options_;
  Model model_;
  SessionSettings settings_;
  Feed feed_;
  std::vector<Row> rows_;
  std::vector<std::string> unmatched_;
};

}  // namespace

CLI::App* add_compare(CLI::App& app, int&) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Find where a model differs from a reference");
  command->footer(kFooter);
  add_model_options(*command, options->model);
  auto* reference =
      command->add_option("--reference", options->reference, "The arrays to compare with")
          ->type_name("FILE.npz");
  command->add_option("--map", options->map, "Which array belongs to which value")
      ->type_name("FILE.yaml")
      ->needs(reference);
  auto* against = command->add_option("--against", options->against,
                                      "Compare with the model itself, computed in this way");
  against->check(CLI::IsMember({"definition", "float64", "no-optimize"}))->excludes(reference);
  command->add_option("--print", options->print, "Compare these values only, may be repeated")
      ->type_name("GLOB")
      ->allow_extra_args(false)
      ->needs(against);
  command
      ->add_option("-i,--input", options->inputs,
                   "Give an input, may be repeated; wins over the archive and the file's feed")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--atol", options->atol, "How far elements may be apart")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--rtol", options->rtol, "How far besides, as a part of the reference")
      ->check(CLI::NonNegativeNumber);
  add_session_flags(*command, options->session);
  command
      ->add_option("--threads", options->threads,
                   "Threads (default: as many as the process may use)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options] {
    Compare compare(*options);
    compare();
  });
  return command;
}

}  // namespace atto::tools
