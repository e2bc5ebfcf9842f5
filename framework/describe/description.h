#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/dtype.h"
#include "framework/describe/yaml.h"

namespace atto {

/// A name and where it is written.
struct Name {
  std::string text;
  Position position;
};

template <class T>
using NamedList = std::vector<std::pair<Name, T>>;

/// How a tensor that no file has is made.
struct Init {
  enum class Is { value, uniform, normal } is = Is::value;
  Yaml a;  ///< the value, the lower end, the mean
  Yaml b;  ///< -, the upper end, the deviation
  Position position;
};

/// `init:` of a run: the first entry whose glob matches a weight's canonical name counts.
struct InitRule {
  Name match;
  Init init;
};

/// Which tensors of a checkpoint make a weight.
struct WeightReference {
  std::vector<Yaml> names;     ///< the first that exists; a fresh model takes the last
  std::optional<Yaml> repeat;  ///< so many of them, stacked along a new first axis
  std::optional<Name> as;      ///< the loop variable in the name
  std::optional<Yaml> shape;   ///< regrouped to this shape, equal in count
  bool optional = false;
  Position position;
};

// A part of a description with a problem is there, `failed`, so that what names it has no problem
// of its own.

/// A tensor that a model or a block declares.
struct WeightDeclaration {
  Name name;
  bool failed = false;
  Kind kind = Kind::real;
  std::optional<Yaml> value;
  std::optional<Yaml> shape;
  std::optional<Init> init;
  std::optional<WeightReference> from;
  bool trained = true;
};

/// An input of the model.
struct InputDeclaration {
  enum class Default { none, zeros, ones, positions };
  Name name;
  bool failed = false;
  Kind kind = Kind::real;
  Yaml shape;                      ///< a list of sizes
  std::vector<std::string> words;  ///< word i stands for the number i
  Default fallback = Default::none;
  bool hold = false;
};

/// One line of a graph: `- q, k, v: {split: qkv, axis: -1, parts: 3}`.
struct Line {
  std::vector<Name> names;
  bool failed = false;
  Name op;                    ///< an operator or a block
  std::vector<Yaml> inputs;   ///< the operator's value
  NamedList<Yaml> arguments;  ///< named inputs, weights and attributes
  std::optional<Yaml> repeat;
  std::optional<Name> as;
  bool parallel = false;         ///< mode: parallel; the other mode is chain
  std::optional<Position> mode;  ///< where it is written
  std::optional<Yaml> when;
  std::optional<Yaml> prefix;
  std::optional<Yaml> shape;
  Position position;
};

/// Lines with what they use and give: a block, or the model's own graph.
struct Body {
  std::vector<WeightDeclaration> weights;
  std::vector<Line> graph;
  std::vector<Name> outputs;
};

struct Block : Body {
  Name name;
  bool failed = false;                    ///< its lines aside
  NamedList<Yaml> inputs;                 ///< each with its shape
  NamedList<std::optional<Yaml>> params;  ///< each with its default, if it has one
};

/// A param that a checkpoint's config.json gives.
struct ConfigEntry {
  Name name;
  std::vector<std::string> keys;  ///< the first that is there; dots descend
  std::optional<Yaml> fallback;
  NamedList<Yaml> words;      ///< what the file's words mean here
  std::optional<Yaml> value;  ///< what the file has, once apply_config() has read it
  std::string key;            ///< under which of the keys
};

/// How tensor names in files differ from the model's.
struct TensorNames {
  std::vector<Name> strip;
  NamedList<Yaml> rename;
  std::vector<Name> unused;
};

/// `run:` of a config; a flag of the runner wins.
struct RunSettings {
  std::optional<Yaml> dtype;   ///< float32 or float64
  std::optional<Yaml> random;  ///< `numpy` (its legacy stream) or `named`
  std::optional<Yaml> seed;
};

/// A model or a config as it is written, parents merged in; every part knows its file and line.
struct Description {
  std::string path;
  std::vector<std::string> files;  ///< the file, its parent, its parent's parent
  Yaml yaml;                       ///< all of it, as `atto show --expand` prints it
  NamedList<Yaml> params;
  std::vector<ConfigEntry> config;
  std::string config_path;  ///< of the config.json that was applied; empty for none
  NamedList<Yaml> assume;
  TensorNames tensors;
  std::vector<InputDeclaration> inputs;
  std::vector<Block> blocks;
  Body body;
  NamedList<Yaml> feed;
  RunSettings run;
  NamedList<Name> show;  ///< label -> value
  NamedList<Yaml> generate;
  std::vector<InitRule> init;
  NamedList<Yaml> example;  ///< of config's params, for looking at a model without a checkpoint
  std::optional<Yaml> checkpoint;

  const Block* block(const std::string& name) const;
};

/// Reads a merged document. What is wrong goes to `problems`, and what can be read is.
Description describe(const Yaml& yaml, Problems& problems);

/// Adds a problem for every value, param, input, weight and block that nothing reads: what finds
/// the misspelt name in a patch.
void check_reads(const Description& description, Problems& problems);

/// A weight as a port or a declaration names it: `name`, `[first, second]` or `{from: ...}`.
WeightReference read_weight_reference(const Yaml& yaml);

}  // namespace atto
