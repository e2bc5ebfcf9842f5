#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "framework/core/characters.h"
#include "framework/data/checkpoint.h"
#include "framework/data/file.h"
#include "framework/describe/config_file.h"
#include "framework/describe/expression.h"
#include "tools/commands.h"
#include "tools/model.h"
#include "tools/table.h"

namespace atto::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFooter = R"(
Prints the beginning of a model's YAML file for a folder with a config.json and weights: the sizes that
config.json gives, the tensors by layer, and a line for each weight. What is to be said stands as TODO:
'atto check FILE' lists what is left, 'atto weights FOLDER FILE' the tensors that nothing reads yet, and
'atto compare' finds the first difference to a reference.

Examples:
  atto new-model my-model > models/my.yaml
  atto check models/my.yaml
  atto weights my-model models/my.yaml --no-stats)";

constexpr std::string_view kLayer = "$(i)";  // the number of a layer in a name
constexpr std::size_t kLongestValue = 60;    // characters of a config's value in a comment
constexpr std::size_t kCommentColumn = 86;

/// Params, and the keys of config.json that published architectures have for them.
const std::vector<std::pair<std::string, std::vector<std::string>>> kWellKnown = {
    {"D", {"hidden_size", "n_embd", "d_model", "dim"}},
    {"L", {"num_hidden_layers", "n_layer", "num_layers", "n_layers"}},
    {"H", {"num_attention_heads", "n_head", "num_heads", "n_heads"}},
    {"Hkv", {"num_key_value_heads", "n_kv_heads"}},
    {"Dh", {"head_dim", "d_kv"}},
    {"F", {"intermediate_size", "n_inner", "d_ff", "ffn_dim", "hidden_dim"}},
    {"V", {"vocab_size"}},
    {"C", {"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len"}},
    {"eps", {"rms_norm_eps", "layer_norm_epsilon", "layer_norm_eps", "norm_eps", "norm_epsilon"}},
    {"theta", {"rope_theta"}},
    {"act", {"hidden_act", "activation_function", "hidden_activation", "dense_act_fn"}},
    {"window", {"sliding_window"}},
    {"tied", {"tie_word_embeddings"}}};

std::string text_of(const Json& json) {
  std::vector<std::string> parts;
  if (const auto* value = json.as<bool>()) return *value ? "true" : "false";
  if (const auto* value = json.as<std::int64_t>()) return text(*value);
  if (const auto* value = json.as<double>()) return fmt::format("{}", *value);
  if (const auto* value = json.as<std::string>()) return "\"" + *value + "\"";
  if (const auto* array = json.as<Json::Array>()) {
    for (const Json& element : *array) parts.push_back(text_of(element));
    return "[" + list_of(parts) + "]";
  }
  const auto* object = json.as<Json::Object>();
  if (!object) return "null";
  for (const auto& [key, value] : *object) parts.push_back(key + ": " + text_of(value));
  return "{" + list_of(parts) + "}";
}

/// Whether some reader of YAML takes it for a truth value or for nothing.
bool is_word_of_yaml(const std::string& word) {
  static const std::set<std::string> kWords = {"y",   "n",    "yes",   "no",  "on",
                                               "off", "true", "false", "null"};
  return kWords.contains(lower(word));
}

/// As a scalar of YAML: plain where that is sure to stay the same text.
std::string scalar(const std::string& word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_.-$()").find(static_cast<char>(c)) != std::string_view::npos;
  });
  const bool letter = !word.empty() && std::isalpha(static_cast<unsigned char>(word[0]));
  if (plain && letter && !is_word_of_yaml(word)) return word;
  Yaml yaml = Yaml::scalar_at(word, {});
  yaml.quoted = true;
  return flow_text(yaml);
}

/// A name of the language that is near to a word.
std::string name_of(std::string word, const std::string& instead) {
  for (char& c : word)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return is_name(word) && !is_keyword(word) && !is_word_of_yaml(word) ? word : instead + word;
}

std::string with_comment(std::string line, const std::string& comment) {
  if (comment.empty()) return line + "\n";
  line.resize(std::max(line.size(), kCommentColumn), ' ');
  return line + "  # " + comment + "\n";
}

/// A tensor, or what tensors of several layers have in common.
struct Tensors {
  std::string name;  // within its layer
  Shape shape;
  std::set<std::int64_t> layers;
};

/// Tensors whose names are equal but for a number: `model.layers.$(i)`.
struct Group {
  std::string prefix;
  std::vector<Tensors> tensors;
  std::set<std::int64_t> layers;
};

/// Tensors in the order of the checkpoint; the group without a prefix is outside of layers.
std::vector<Group> groups_of(const Checkpoint& checkpoint) {
  std::vector<Group> groups = {{}};
  for (const Checkpoint::Entry& entry : checkpoint.entries()) {
    std::string prefix, name = entry.name;
    std::optional<std::int64_t> layer;
    for (std::size_t from = 0, to; (to = entry.name.find('.', from)) != std::string::npos;
         from = to + 1) {
      const std::string part = entry.name.substr(from, to - from);
      const bool number = !part.empty() && part.size() < 10 && (part == "0" || part[0] != '0') &&
                          part.find_first_not_of("0123456789") == std::string::npos;
      if (!number) continue;
      layer = std::stoll(part);
      prefix = atto::text(entry.name.substr(0, from), kLayer);
      name = entry.name.substr(to + 1);
      break;
    }
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& other) { return other.prefix == prefix; });
    if (group == groups.end()) group = groups.insert(groups.end(), {prefix, {}, {}});
    auto same = std::find_if(group->tensors.begin(), group->tensors.end(),
                             [&](const Tensors& other) { return other.name == name; });
    if (same == group->tensors.end()) same = group->tensors.insert(same, {name, entry.shape, {}});
    if (!layer) continue;
    group->layers.insert(*layer);
    same->layers.insert(*layer);
  }
  std::rotate(groups.begin(), groups.begin() + 1, groups.end());  // the layers first
  return groups;
}

/// Writes the file.
class Skeleton {
 public:
  Skeleton(const std::string& folder, const ConfigFile& config, const Checkpoint& checkpoint)
      : folder_(folder), config_(config), groups_(groups_of(checkpoint)) {
    for (const auto& [param, keys] : kWellKnown) find_param(param, keys);
    find_size_names();
    in_first_ = stores_inputs_first();
  }

  std::string text() {
    out_ =
        atto::text("# ", printable(fs::canonical(folder_).filename().string()),
                   ": a beginning by 'atto new-model'. TODO is yours to say: what a line reads, ",
                   "what is added to what.\nattograph: 1\n\n");
    write_config();
    write_tensors();
    write_inputs();
    write_blocks();
    write_graph();
    return std::move(out_);
  }

 private:
  struct Param {
    std::string name, key;
    const Json* value;
  };

  /// Models of several parts have the text's sizes under `text_config`.
  void find_param(const std::string& param, const std::vector<std::string>& keys) {
    for (const char* part : {"", "text_config."})
      for (const std::string& key : keys)
        if (const Json* value = config_.find(part + key))
          return params_.push_back({param, part + key, value});
  }

  /// What sizes are called; the first name of a size counts.
  void find_size_names() {
    std::map<std::string, std::int64_t> sizes;
    for (const Param& param : params_)
      if (const auto* size = param.value->as<std::int64_t>()) sizes[param.name] = *size;
    const auto add = [&](const std::string& name, std::int64_t size) {
      size_names_.emplace(size, name);
    };
    for (const char* name : {"D", "F", "V", "C"})
      if (sizes.contains(name)) add(name, sizes[name]);
    if (sizes["Dh"] == 0 && sizes["H"] > 0) sizes["Dh"] = sizes["D"] / sizes["H"];
    const std::string head = has_param("Dh") ? "Dh" : "D // H";
    if (sizes["Hkv"] > 0) add("Hkv * " + head, sizes["Hkv"] * sizes["Dh"]);
    if (sizes["H"] > 0) add("H * " + head, sizes["H"] * sizes["Dh"]);
    for (const std::int64_t times : {2, 3, 4})
      if (sizes["D"] > 0) add(atto::text(times, "*D"), times * sizes["D"]);
  }

  bool has_param(const std::string& name) const {
    return std::any_of(params_.begin(), params_.end(),
                       [&](const Param& param) { return param.name == name; });
  }

  std::string size_name(std::int64_t size) const {
    const auto found = size_names_.find(size);
    return found == size_names_.end() ? atto::text(size) : found->second;
  }

  static const Tensors* find(const Group& group, const std::string& name) {
    for (const Tensors& tensors : group.tensors)
      if (tensors.name == name) return &tensors;
    return nullptr;
  }

  /// Whether matrices are [in, out]: a bias has as many elements as a matrix has outputs.
  bool stores_inputs_first() const {
    for (const Group& group : groups_)
      for (const Tensors& tensors : group.tensors) {
        const Shape& shape = tensors.shape;
        if (!tensors.name.ends_with(".weight") || shape.size() != 2 || shape[0] == shape[1])
          continue;
        const Tensors* bias = find(group, without_ending(tensors.name) + ".bias");
        if (bias && bias->shape == Shape{shape[1]}) return true;
      }
    return false;
  }

  static std::string without_ending(const std::string& name) {
    return name.substr(0, name.rfind('.'));
  }

  void write_config() {
    out_ += params_.empty() ? "config: {}\n" : "config:\n";
    std::set<std::string> used = {"model_type"};
    for (const Param& param : params_) {
      used.insert(param.key);
      const std::string key = scalar(param.key);
      out_ += with_comment("  " + param.name + ": " + key,
                           printable(text_of(*param.value), kLongestValue));
    }
    out_ +=
        "  # What else config.json says; what changes a result is a param, or stands in "
        "'assume'.\n";
    for (const auto& [key, value] : *config_.json.as<Json::Object>())
      if (!used.contains(key))
        out_ += "  # " + printable(key + ": " + text_of(value), kLongestValue + key.size()) + "\n";
    const Json* type = config_.find("model_type");
    const auto* name = type ? type->as<std::string>() : nullptr;
    out_ += name ? "assume: {model_type: " + scalar(*name) + "}\n\n" : "\n";
  }

  void write_tensors() {
    for (const Group& group : groups_) {
      if (group.tensors.empty()) continue;
      out_ += group.prefix.empty() ? "# Tensors outside of layers:\n"
                                   : atto::text("# Tensors of ", group.layers.size(),
                                                group.layers.size() == 1 ? " layer, " : " layers, ",
                                                printable(group.prefix), ":\n");
      std::vector<std::vector<std::string>> rows;
      for (const Tensors& tensors : group.tensors) {
        const bool some = tensors.layers.size() < group.layers.size();
        rows.push_back({"#   " + printable(tensors.name), atto::text_of(tensors.shape),
                        some ? atto::text("in ", tensors.layers.size(), " of them") : ""});
      }
      out_ += table(rows, {});
    }
    out_ += "\n";
  }

  void write_inputs() {
    out_ += "inputs:\n  ids: {dtype: int64, shape: [B, T]}\n";
    if (has_param("C") || has_param("theta"))
      out_ += "  positions: {dtype: int64, shape: [B, T], default: positions}\n";
    out_ += "\n";
  }

  /// `layer`, or with several groups what stands in front of the number: `encoder_block`.
  std::string block_name(const Group& group) const {
    if (groups_.size() == 2) return "layer";
    std::string path = group.prefix.substr(0, group.prefix.size() - kLayer.size());
    if (!path.empty()) path.pop_back();  // the dot
    return name_of(path, "layer_");
  }

  void write_blocks() {
    if (groups_.size() == 1) return;  // nothing is in layers
    out_ += "blocks:\n";
    for (const Group& group : groups_) {
      if (group.prefix.empty()) continue;
      out_ += "  " + block_name(group) + ":\n    inputs: {x: [B, T, D]}\n    graph:\n";
      names_ = {"x", "y"};
      for (const Tensors& tensors : group.tensors) write_line(group, tensors, "      ");
      out_ += "      - y: {add: [x, TODO]}\n    outputs: [y]\n";
    }
    out_ += "\n";
  }

  /// What is outside of layers: tables in front of them, the rest behind.
  void write_graph() {
    const Group& outside = groups_.back();
    out_ += "graph:\n";
    names_ = {"ids", "positions", "logits", "h"};
    for (const Tensors& tensors : outside.tensors)
      if (is_table(outside, tensors)) write_line(outside, tensors, "  ");
    write_calls();
    std::string head = "TODO";
    for (const Tensors& tensors : outside.tensors) {
      if (is_head(outside, tensors) ||
          (head == "TODO" && is_table(outside, tensors) && size_name(tensors.shape[0]) == "V"))
        head = scalar(without_ending(tensors.name));
      else if (!is_table(outside, tensors))
        write_line(outside, tensors, "  ");
    }
    out_ += "  - logits: {linear: TODO, prefix: " + head + ", to: [V]}\n";
    out_ += "outputs: [logits]\n# generate: {tokens: ids, logits: logits}\n";
  }

  static bool counts_from_0(const Group& group) {
    return *group.layers.rbegin() == std::ssize(group.layers) - 1;
  }
  static std::string numbers_of(const Group& group) {
    std::vector<std::string> numbers;
    for (const std::int64_t layer : group.layers) numbers.push_back(atto::text(layer));
    return list_of(numbers);
  }

  void write_calls() {
    std::string before = "TODO";
    std::size_t calls = 0;
    for (const Group& group : groups_) {
      if (group.prefix.empty()) continue;
      const std::int64_t* layers = param("L");
      const bool all = layers && *layers == static_cast<std::int64_t>(group.layers.size());
      const std::string name = atto::text("h", calls++ ? atto::text(calls) : "");
      out_ += with_comment("  - " + name + ": {" + block_name(group) + ": " + before +
                               ", repeat: " + (all ? "L" : atto::text(group.layers.size())) +
                               ", as: i, prefix: " + scalar(group.prefix) + "}",
                           counts_from_0(group) ? "" : "TODO: the layers are " + numbers_of(group));
      before = name;
    }
  }

  bool has_rows(const Group& group, const Tensors& tensors) const {
    if (!group.prefix.empty() || tensors.shape.size() != 2 || !tensors.name.ends_with(".weight"))
      return false;
    const std::string rows = size_name(tensors.shape[0]);
    return rows == "V" || rows == "C";
  }
  static bool is_called_head(const Tensors& tensors) {
    return tensors.name.find("head") != std::string::npos ||
           without_ending(tensors.name).ends_with("output");
  }
  bool is_head(const Group& group, const Tensors& tensors) const {
    return has_rows(group, tensors) && is_called_head(tensors);
  }
  /// Whether it is the table of an embedding.
  bool is_table(const Group& group, const Tensors& tensors) const {
    return has_rows(group, tensors) && !is_called_head(tensors);
  }

  const std::int64_t* param(const std::string& name) const {
    for (const Param& one : params_)
      if (one.name == name) return one.value->as<std::int64_t>();
    return nullptr;
  }

  /// The node that reads a weight; a bias goes with it.
  void write_line(const Group& group, const Tensors& tensors, const std::string& indent) {
    const std::string prefix = without_ending(tensors.name);
    if (tensors.name.ends_with(".bias") && find(group, prefix + ".weight")) return;
    const std::string shape = atto::text_of(tensors.shape);
    if (!tensors.name.ends_with(".weight") || tensors.shape.empty() || tensors.shape.size() > 2) {
      out_ += indent + "# TODO " + printable(tensors.name) + " " + shape + "\n";
      return;
    }
    const bool biased = find(group, prefix + ".bias") != nullptr;
    out_ += with_comment(indent + "- " + unused_name(prefix) + ": {" +
                             node(group, tensors, prefix, biased) + (biased ? ", bias: bias" : "") +
                             "}",
                         shape);
  }

  std::string node(const Group& group, const Tensors& tensors, const std::string& prefix,
                   bool biased) const {
    const std::string reads = ": TODO, prefix: " + scalar(prefix);
    if (tensors.shape.size() == 1)
      return (biased ? "layer_norm" : "rms_norm") + reads + (has_param("eps") ? ", eps: eps" : "");
    const std::string first = size_name(tensors.shape[0]), second = size_name(tensors.shape[1]);
    if (is_table(group, tensors))
      return atto::text("embedding: ", first == "V" ? "ids" : "positions",
                        ", prefix: ", scalar(prefix), ", rows: ", first, ", to: [", second, "]");
    return (in_first_ ? "dense" : "linear") + reads + ", to: [" + (in_first_ ? second : first) +
           "]";
  }

  /// A name for a node after the last part of its weight's: `self_attn.q_proj` is q_proj.
  std::string unused_name(const std::string& prefix) {
    const std::string name = name_of(prefix.substr(prefix.rfind('.') + 1), "w_");
    std::string out = name;
    for (int i = 2; !names_.insert(out).second; ++i) out = atto::text(name, "_", i);
    return out;
  }

  const std::string folder_;
  const ConfigFile& config_;
  std::vector<Group> groups_;
  std::vector<Param> params_;
  std::map<std::int64_t, std::string> size_names_;
  bool in_first_ = false;
  std::set<std::string> names_;  // of the scope that is written
  std::string out_;
};

void new_model(const std::string& folder) {
  const ConfigFile config = ConfigFile::read((fs::path(folder) / "config.json").string());
  const Checkpoint checkpoint = Checkpoint::open(folder);
  std::printf("%s", Skeleton(folder, config, checkpoint).text().c_str());
  try {
    const std::string known = find_architecture(config.model_type(), architecture_folders());
    std::fprintf(stderr, "%s describes this architecture already\n", known.c_str());
  } catch (const Error&) {  // that is why one is begun
  }
}

}  // namespace

CLI::App* add_new_model(CLI::App& app, int&) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("new-model", "Print the beginning of a YAML file for a checkpoint");
  command->footer(kFooter);
  command->add_option("FOLDER", *folder, "A folder with a config.json and weights")
      ->required()
      ->type_name("");
  command->callback([folder] { new_model(*folder); });
  return command;
}

}  // namespace atto::tools
