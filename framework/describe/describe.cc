#include <algorithm>
#include <set>

#include "framework/describe/description.h"
#include "framework/describe/expression.h"
#include "framework/describe/fields.h"
#include "framework/describe/language.h"
#include "framework/describe/merge.h"

namespace atto {
namespace {

bool is_reserved(const std::string& key) { return language().node.find(key) != nullptr; }

/// Error for a name that cannot define anything: it is none, or means something else.
void check_defined(const Name& name) {
  if (!is_name(name.text))
    throw Error(
        text("'", name.text, "' is no name: a name has letters, digits and _, no digit first"),
        name.position);
  if (is_keyword(name.text))
    throw Error(text("'", name.text, "' has a meaning of its own: take another name"),
                name.position);
}

/// A name that refers to something.
Name reference(const Yaml& yaml, const char* what) {
  if (!yaml.is_scalar()) throw Error(text(what, " is a name"), yaml.position);
  return {yaml.scalar, yaml.position};
}

Yaml shape_list(const Yaml& yaml) {
  if (!yaml.is_list())
    throw Error("a shape is a list of sizes, such as [T, D]; [] is a single number", yaml.position);
  for (const Yaml& item : yaml.items)
    if (!item.is_scalar()) throw Error("a size is a number or an expression", item.position);
  return yaml;
}

/// What stands in {} without a value is null; nobody means that.
void refuse_null(const Name& name, const Yaml& value) {
  if (!value.is_null()) return;
  const bool joined = name.text.find(':') != std::string::npos;
  throw Error(text("'", name.text, "' has no value: ",
                   joined ? "a blank is missing behind its colon" : "give it one or leave it out"),
              name.position);
}

class Describer {
 public:
  explicit Describer(Problems& problems) : problems_(problems) {}

  Description describe(const Yaml& yaml) {
    Description out;
    out.yaml = yaml;
    Fields fields(yaml, language().model, problems_);
    each(fields.take("params"), [&](const Name& name, const Yaml& value) {
      out.params.emplace_back(name, value);
      check_defined(name);
      refuse_null(name, value);
    });
    each(fields.take("config"), [&](const Name& name, const Yaml& value) {
      out.config.emplace_back().name = name;
      check_defined(name);
      config_entry(out.config.back(), value);
    });
    each(fields.take("assume"),
         [&](const Name& name, const Yaml& value) { out.assume.emplace_back(name, value); });
    if (const Yaml* tensors = fields.take("tensors")) out.tensors = tensor_names(*tensors);
    each(fields.take("inputs"), [&](const Name& name, const Yaml& value) {
      out.inputs.emplace_back().name = name;
      out.inputs.back().failed = fails([&] { input(out.inputs.back(), value); }, name.position);
    });
    each(fields.take("blocks"), [&](const Name& name, const Yaml& value) {
      out.blocks.emplace_back().name = name;
      out.blocks.back().failed = fails([&] { block(out.blocks.back(), value); }, name.position);
    });
    out.body = body(fields, yaml.position);
    each(fields.take("feed"),
         [&](const Name& name, const Yaml& value) { out.feed.emplace_back(name, value); });
    if (const Yaml* run = fields.take("run")) out.run = run_settings(*run);
    each(fields.take("show"), [&](const Name& label, const Yaml& value) {
      out.show.emplace_back(label, reference(value, "what is shown"));
    });
    if (const Yaml* generate = fields.take("generate")) out.generate = generation(*generate);
    each_item(fields.take("init"), [&](const Yaml& item) { out.init.push_back(init_rule(item)); });
    each(fields.take("example"),
         [&](const Name& name, const Yaml& value) { out.example.emplace_back(name, value); });
    out.checkpoint = fields.take_optional("checkpoint");
    for (const char* later : {"data", "train"}) fields.take(later);
    fields.refuse_others();
    refuse_double_params(out);
    return out;
  }

 private:
  template <class Work>
  void each(const Yaml* map, Work work) {
    if (!map) return;
    for (const auto& [key, value] : map->entries)
      problems_.attempt(key.position, [&, &k = key, &v = value] {
        work(Name{k.scalar, k.position}, v);
      });
  }
  template <class Work>
  void each_item(const Yaml* list, Work work) {
    if (!list) return;
    for (const Yaml& item : list->items) problems_.attempt(item.position, [&] { work(item); });
  }
  void problem(std::string message, const Position& position) {
    problems_.add(Error(std::move(message), position));
  }
  /// Whether reading a part has a problem, those inside the lines of a graph aside.
  template <class Work>
  bool fails(Work work, const Position& position) {
    const auto count = [&] { return problems_.errors().size() - problems_of_lines_; };
    const std::size_t before = count();
    problems_.attempt(position, work);
    return count() > before;
  }

  void refuse_double_params(const Description& description) {
    for (const ConfigEntry& entry : description.config)
      for (const auto& [name, value] : description.params)
        if (name.text == entry.name.text && value.position.source == entry.name.position.source)
          problems_.add(Error(text("'", name.text, "' is a param and comes from config.json too"),
                              name.position)
                            .note("config names it here", entry.name.position));
  }

  void config_entry(ConfigEntry& entry, const Yaml& yaml) {
    const auto add_keys = [&](const Yaml& keys) {
      if (keys.is_list() && keys.items.empty())
        throw Error("a key of config.json is missing", keys.position);
      for (const Yaml& key : keys.is_list() ? keys.items : std::vector<Yaml>{keys})
        entry.keys.push_back(reference(key, "a key of config.json").text);
    };
    if (!yaml.is_map()) {
      add_keys(yaml);
    } else {
      Fields fields(yaml, language().config_entry, problems_);
      if (const Yaml* key = fields.take("key"))
        add_keys(*key);
      else
        problem("a config entry needs 'key', a key of config.json", yaml.position);
      entry.fallback = fields.take_optional("default");
      if (entry.fallback) refuse_null({"default", entry.fallback->position}, *entry.fallback);
      each(fields.take("map"),
           [&](const Name& word, const Yaml& value) { entry.words.emplace_back(word, value); });
      fields.refuse_others();
    }
  }

  TensorNames tensor_names(const Yaml& yaml) {
    TensorNames out;
    Fields fields(yaml, language().tensor_names, problems_);
    each_item(fields.take("strip"), [&](const Yaml& item) {
      out.strip.push_back(reference(item, "a prefix of tensor names"));
    });
    each(fields.take("rename"), [&](const Name& name, const Yaml& value) {
      reference(value, "what a tensor is renamed to");
      out.rename.emplace_back(name, value);
    });
    each_item(fields.take("unused"),
              [&](const Yaml& item) { out.unused.push_back(reference(item, "an unused tensor")); });
    fields.refuse_others();
    return out;
  }

  Kind kind(Fields& fields) {
    const std::string word = fields.take_word("dtype");
    return word == "int64" ? Kind::int64 : word == "bool" ? Kind::boolean : Kind::real;
  }

  void input(InputDeclaration& out, const Yaml& yaml) {
    check_defined(out.name);
    Fields fields(yaml, language().input, problems_);
    out.kind = kind(fields);
    if (const Yaml* shape = fields.take("shape"))
      out.shape = shape_list(*shape);
    else
      problem(text("the input '", out.name.text, "' needs a shape"), yaml.position);
    std::set<std::string> words;
    each_item(fields.take("words"), [&](const Yaml& item) {
      const std::string word = reference(item, "a word").text;
      if (!words.insert(word).second)
        throw Error(text("the word '", word, "' stands twice"), item.position);
      out.words.push_back(word);
    });
    if (!out.words.empty() && out.kind != Kind::int64)
      problem("words become numbers: the input needs 'dtype: int64'", yaml.position);
    const auto fallback = fields.take_word("default");
    if (fallback == "zeros") out.fallback = InputDeclaration::Default::zeros;
    if (fallback == "ones") out.fallback = InputDeclaration::Default::ones;
    if (fallback == "positions") out.fallback = InputDeclaration::Default::positions;
    if (fallback == "positions" && out.kind != Kind::int64)
      problem("positions are numbers: the input needs 'dtype: int64'", yaml.position);
    out.hold = fields.take_bool("hold", false);
    fields.refuse_others();
  }

  Init init(const Yaml& yaml) {
    const Yaml zero = Yaml::scalar_at("0", yaml.position),
               one = Yaml::scalar_at("1", yaml.position);
    if (yaml.is_scalar()) {
      if (yaml.scalar == "uniform") return {Init::Is::uniform, zero, one, yaml.position};
      if (yaml.scalar == "normal") return {Init::Is::normal, zero, one, yaml.position};
      if (yaml.scalar == "zeros") return {Init::Is::value, zero, {}, yaml.position};
      if (yaml.scalar == "ones") return {Init::Is::value, one, {}, yaml.position};
    } else if (yaml.is_map() && yaml.entries.size() == 1) {
      const auto& [key, value] = yaml.entries[0];
      const bool pair = value.is_list() && value.items.size() == 2 && value.items[0].is_scalar() &&
                        value.items[1].is_scalar();
      if (key.scalar == "normal" && value.is_scalar())
        return {Init::Is::normal, zero, value, yaml.position};
      if (key.scalar == "value" && value.is_scalar())
        return {Init::Is::value, value, {}, yaml.position};
      if ((key.scalar == "zeros" || key.scalar == "ones") && value.scalar == "true")
        return {Init::Is::value, key.scalar == "ones" ? one : zero, {}, yaml.position};
      if (key.scalar == "uniform" && pair)
        return {Init::Is::uniform, value.items[0], value.items[1], yaml.position};
    }
    throw Error(
        "init is uniform, normal, zeros, ones, {uniform: [low, high]}, {normal: deviation} "
        "or {value: number}",
        yaml.position);
  }

  InitRule init_rule(const Yaml& yaml) {
    const Yaml* match = yaml.is_map() ? yaml.find("match") : nullptr;
    if (!match || !match->is_scalar())
      throw Error("an entry of init is {match: a name with * and ?, how: ...}", yaml.position);
    Yaml how = yaml;
    std::erase_if(how.entries, [](const auto& entry) { return entry.first.scalar == "match"; });
    return {{match->scalar, match->position}, init(how)};
  }

  void weight(WeightDeclaration& out, const Yaml& yaml) {
    check_defined(out.name);
    Fields fields(yaml, language().weight, problems_);
    out.kind = kind(fields);
    out.value = fields.take_optional("value");
    if (const Yaml* shape = fields.take("shape")) out.shape = shape_list(*shape);
    if (const Yaml* how = fields.take("init")) out.init = init(*how);
    const Yaml* from = fields.take("from");
    Yaml reference_map = Yaml::map_at(from ? from->position : Position());
    for (const char* key : {"from", "repeat", "as", "optional"})
      if (const Yaml* value = fields.take(key)) {
        if (!from)
          problem(text("'", key, "' goes with 'from', the tensor of a checkpoint"),
                  value->position);
        reference_map.entries.emplace_back(Yaml::scalar_at(key, value->position), *value);
      }
    if (from) out.from = read_weight_reference(reference_map);
    out.trained = fields.take_bool("trained", true);
    fields.refuse_others();
    if (out.value && (out.init || out.from))
      problem("a weight has a value, or it is read or initialised, not both", yaml.position);
    if (!out.value && !out.shape)
      problem(text("the weight '", out.name.text, "' needs a shape or a value"), yaml.position);
  }

  void block(Block& out, const Yaml& yaml) {
    check_defined(out.name);
    if (is_reserved(out.name.text))
      throw Error(text("'", out.name.text, "' is a key of every node: take another name"),
                  out.name.position);
    Fields fields(yaml, language().block, problems_);
    each(fields.take("inputs"), [&](const Name& name, const Yaml& shape) {
      check_defined(name);
      out.inputs.emplace_back(name, shape_list(shape));
    });
    if (const Yaml* params = fields.take("params")) {
      if (params->is_map())
        each(params, [&](const Name& param, const Yaml& value) {
          check_defined(param);
          refuse_null(param, value);
          out.params.emplace_back(param, value);
        });
      else if (params->is_list())
        each_item(params, [&](const Yaml& item) {
          const Name param = reference(item, "a param");
          check_defined(param);
          for (const auto& [other, fallback] : out.params)
            if (other.text == param.text)
              throw Error(text("the param '", param.text, "' stands twice"), param.position);
          out.params.emplace_back(param, std::nullopt);
        });
      else
        problem("params of a block are [name, ...] or {name: default}", params->position);
    }
    for (const auto& [param, fallback] : out.params)
      for (const auto& [name, shape] : out.inputs)
        if (param.text == name.text)
          problem(text("'", param.text, "' is an input of the block too"), param.position);
    static_cast<Body&>(out) = body(fields, yaml.position);
    fields.refuse_others();
  }

  Body body(Fields& fields, const Position& position) {
    Body out;
    each(fields.take("weights"), [&](const Name& name, const Yaml& value) {
      out.weights.emplace_back().name = name;
      out.weights.back().failed = fails([&] { weight(out.weights.back(), value); }, name.position);
    });
    const Yaml* graph = fields.take("graph");
    each_item(graph, [&](const Yaml& item) {
      Line& next = out.graph.emplace_back();
      next.position = item.position;
      next.failed = fails([&] { line(next, item); }, item.position);
      if (!next.failed) return;
      ++problems_of_lines_;
      next.arguments.emplace_back(Name{}, item);  // what it names counts as read
    });
    if (!graph) problem("'graph' is missing: the list of nodes", position);
    const Yaml* outputs = fields.take("outputs");
    each_item(outputs, [&](const Yaml& item) {
      const Name name = reference(item, "an output");
      for (const Name& other : out.outputs)
        if (other.text == name.text)
          throw Error(text("the output '", name.text, "' stands twice"), name.position);
      out.outputs.push_back(name);
    });
    if (!outputs || outputs->items.empty())
      problem("'outputs' is missing: the list of values that come out", position);
    return out;
  }

  void line(Line& out, const Yaml& yaml) {
    for (const auto& [names, node] : yaml.entries)
      for (const std::string& name : split_names(names.scalar))
        out.names.push_back({name, names.position});
    if (!yaml.is_map() || yaml.entries.size() != 1)
      throw Error("a line of a graph is one node: '- name: {operator: inputs}'", yaml.position);
    const auto& [key, value] = yaml.entries[0];
    out.position = key.position;
    std::set<std::string> names;
    for (const Name& name : out.names) {
      check_defined(name);
      if (name.text != "_" && !names.insert(name.text).second)
        throw Error(text("the name '", name.text, "' stands twice"), key.position);
    }
    if (names.empty())
      throw Error("_ is an output that nobody reads: a node has one output with a name",
                  key.position);
    if (value.is_null())
      throw Error(text("'", key.scalar,
                       "' says nothing: a node is {operator: inputs}; without a "
                       "value it removes a line of the file that this one extends"),
                  key.position);
    if (!value.is_map())
      throw Error("a node is a map {operator: inputs, attribute: value}", value.position);
    for (const auto& [argument, content] : value.entries) entry(out, argument, content);
    if (out.op.text.empty())
      throw Error(text("the node '", key.scalar, "' names no operator"), key.position);
    if (out.as && !out.repeat)
      throw Error("'as' names the loop variable of 'repeat', which is missing", out.as->position);
  }

  void entry(Line& line, const Yaml& key, const Yaml& value) {
    const std::string& name = key.scalar;
    if (is_reserved(name) || !line.op.text.empty()) refuse_null({name, key.position}, value);
    if (name == "repeat") {
      line.repeat = value;
    } else if (name == "as") {
      line.as = reference(value, "'as'");
      check_defined(*line.as);
    } else if (name == "mode") {
      const std::string mode = reference(value, "'mode'").text;
      if (mode != "chain" && mode != "parallel")
        throw Error(text("mode is chain or parallel, not '", mode, "'"), value.position);
      line.parallel = mode == "parallel";
      line.mode = value.position;
    } else if (name == "when") {
      line.when = value;
    } else if (name == "prefix") {
      reference(value, "'prefix'");
      line.prefix = value;
    } else if (name == "shape") {
      line.shape = shape_list(value);
    } else if (line.op.text.empty()) {
      line.op = {name, key.position};
      line.inputs = inputs(value);
    } else {
      line.arguments.emplace_back(Name{name, key.position}, value);
    }
  }

  static std::vector<Yaml> inputs(const Yaml& yaml) {
    if (yaml.is_null()) return {};
    std::vector<Yaml> list = yaml.is_list() ? yaml.items : std::vector<Yaml>{yaml};
    for (const Yaml& item : list)
      if (!item.is_scalar())
        throw Error("an input is the name of a value: what computes it is a line of its own",
                    item.position);
    return list;
  }

  NamedList<Yaml> generation(const Yaml& yaml) {
    NamedList<Yaml> out;
    Fields fields(yaml, language().generation, problems_);
    for (const char* key : {"tokens", "logits", "start", "context"})
      if (const Yaml* value = fields.take(key)) out.push_back({{key, value->position}, *value});
    fields.refuse_others();
    return out;
  }

  RunSettings run_settings(const Yaml& yaml) {
    RunSettings out;
    Fields fields(yaml, language().run, problems_);
    fields.take_word("dtype");
    fields.take_word("random");
    out.dtype = fields.take_optional("dtype");
    out.random = fields.take_optional("random");
    if (const Yaml* seed = fields.take("seed")) {
      problems_.attempt(seed->position, [&] { evaluate_count(*seed, Scope(), "'seed'"); });
      out.seed = *seed;
    }
    fields.refuse_others();
    return out;
  }

  Problems& problems_;
  std::size_t problems_of_lines_ = 0;
};

}  // namespace

const Block* Description::block(const std::string& name) const {
  for (const Block& candidate : blocks)
    if (candidate.name.text == name) return &candidate;
  return nullptr;
}

Description describe(const Yaml& yaml, Problems& problems) {
  return Describer(problems).describe(yaml);
}

WeightReference read_weight_reference(const Yaml& yaml) {
  WeightReference out;
  out.position = yaml.position;
  const auto add = [&](const Yaml& names) {
    for (const Yaml& name : names.is_list() ? names.items : std::vector<Yaml>{names}) {
      reference(name, "a tensor");
      out.names.push_back(name);
    }
  };
  if (!yaml.is_map()) {
    add(yaml);
  } else {
    Problems problems;
    Fields fields(yaml, language().tensor, problems);
    if (const Yaml* from = fields.take("from"))
      add(*from);
    else
      throw Error("a tensor is a name, a list of names or {from: name}", yaml.position);
    out.repeat = fields.take_optional("repeat");
    if (const Yaml* as = fields.take("as")) out.as = Name{as->scalar, as->position};
    if (const Yaml* shape = fields.take("shape")) out.shape = shape_list(*shape);
    out.optional = fields.take_bool("optional", false);
    fields.refuse_others();
    if (!problems.empty()) throw problems.errors().front();
    if (out.repeat.has_value() != out.as.has_value())
      throw Error("'repeat' and 'as' stack tensors and go together", yaml.position);
  }
  if (out.names.empty()) throw Error("the name of a tensor is missing", yaml.position);
  return out;
}

}  // namespace atto
