#include "framework/describe/language.h"

#include <algorithm>

namespace atto {
namespace {

const Key kWeights{"weights", Form::weights, "Tensors that come with the model, by name."};
const Key kGraph{"graph", Form::lines,
                 "The nodes, one a line: - name: {operator: inputs, attribute: value}. A file that "
                 "extends another says only the lines that differ."};
const Key kOutputs{"outputs", Form::texts, "The values that come out."};
const Key kKind{"dtype",
                Form::word,
                "Real numbers (float32 or float64, as the run chooses), int64 or bool.",
                {"real", "int64", "bool"}};

Language make_language() {
  Language out;
  out.model = {
      "a model",
      {{"attograph", Form::version, "The version of the language: 1. It stands in every file."},
       {"extends", Form::path,
        "The file that this one changes, relative to this file. Maps merge by name, a graph line "
        "by line; null takes an entry away."},
       {"params", Form::map_of_values,
        "Numbers, words and lists by name, which sizes and attributes are written in; each may be "
        "an expression over others. --set and files that extend this one change them."},
       {"config", Form::config_entries,
        "Params that a checkpoint's config.json gives: the key there, several of which the first "
        "that is there counts, or a map with a default."},
       {"assume", Form::map_of_anything,
        "Keys of a checkpoint's config.json, and the only values for which this file is right."},
       {"tensors", Form::tensor_names, "How the names of tensors in a checkpoint differ."},
       {"inputs", Form::inputs, "What the caller gives, by name."},
       {"blocks", Form::blocks, "Graphs with a name, used like operators."},
       kWeights,
       kGraph,
       kOutputs,
       {"feed", Form::map_of_literals,
        "What a run feeds to inputs: nested lists of numbers or words, \"@file.npy\", "
        "\"@file.npz:name\", random, or random:T=16 with sizes."},
       {"run", Form::run, "How a run computes; a flag of atto run wins."},
       {"show", Form::map_of_texts,
        "What atto run prints: a label, and the canonical name of a value, such as "
        "head.0.weights."},
       {"generate", Form::generation, "What a sampler of text needs to know."},
       {"init", Form::init_rules,
        "How the weights are made that have no value and no init of their own: the first rule that "
        "matches counts."},
       {"checkpoint", Form::anything,
        "Where trained weights are, relative to this file: a folder with config.json and "
        "model.safetensors, a file of weights, or a list of these."},
       {"example", Form::map_of_values,
        "Values for params of 'config', to look at the model without a checkpoint."},
       {"data", Form::map_of_anything, "Kept for training."},
       {"train", Form::map_of_anything, "Kept for training."}}};
  out.block = {"a block",
               {{"inputs", Form::map_of_shapes,
                 "What a call passes, each with its shape; a name in it that no param has is "
                 "what the passed value has there."},
                {"params", Form::block_params,
                 "What a call may set: a list of names, or a map of names and defaults."},
                kWeights,
                kGraph,
                kOutputs}};
  out.node = {
      "a node",
      {{"repeat", Form::count,
        "So many rounds; each takes the outputs of the one before as its first inputs, or with "
        "mode: parallel all take the same."},
       {"as", Form::name, "The name of the round's number, from 0."},
       {"mode",
        Form::word,
        "chain: what a round gives is fed to the next. parallel: all rounds have the same inputs, "
        "and the outputs make a list.",
        {"chain", "parallel"}},
       {"when", Form::condition,
        "Whether the line is there; depends on params and loop variables only."},
       {"prefix", Form::text, "Stands in front of the names of the node's tensors."},
       {"shape", Form::shape, "Asserts the shape of the first output."}}};
  out.input = {
      "an input",
      {kKind,
       {"shape", Form::shape, "Its sizes; a name that no param has is chosen by each run."},
       {"words", Form::texts, "Word i stands for the number i; needs dtype: int64."},
       {"default",
        Form::word,
        "What it is when a run does not give it; positions count 0, 1, 2 ... along the last axis.",
        {"none", "zeros", "ones", "positions"}},
       {"hold", Form::truth, "It stays the same: what depends on it alone is computed once."}}};
  out.weight = {
      "a weight",
      {kKind,
       {"value", Form::literal,
        "The tensor itself: nested lists, or \"@file.npz:name\", an array of a file."},
       {"shape", Form::shape, "Its sizes, which no run may choose."},
       {"init", Form::init, "How it is made when no checkpoint gives it."},
       {"from", Form::tensor, "The tensor of a checkpoint; of several the first that is there."},
       {"repeat", Form::count, "So many tensors, stacked along a new first axis."},
       {"as", Form::name, "The name of the tensor's number in 'from', from 0."},
       {"optional", Form::truth, "Whether a checkpoint may lack it."},
       {"trained", Form::truth, "Whether training changes it; true unless it says false."}}};
  out.tensor = {
      "a tensor",
      {{"from", Form::tensor, "Its name in a checkpoint; of several the first that is there."},
       {"repeat", Form::count, "So many tensors, stacked along a new first axis."},
       {"as", Form::name, "The name of the tensor's number in 'from', from 0."},
       {"shape", Form::shape, "The shape that it is regrouped to, of as many elements."},
       {"optional", Form::truth, "Whether a checkpoint may lack it."}}};
  out.config_entry = {
      "a config entry",
      {{"key", Form::tensor, "A key of config.json, or several; dots descend."},
       {"default", Form::value, "What the param is when the key is absent or null."},
       {"map", Form::map_of_values, "What words of config.json mean here."}}};
  out.tensor_names = {"tensors",
                      {{"strip", Form::texts, "Prefixes that a checkpoint may have or not."},
                       {"rename", Form::map_of_texts, "Parts of names, and what they are here."},
                       {"unused", Form::texts, "Tensors of a checkpoint that are not read."}}};
  out.run = {"run",
             {{"dtype", Form::word, "Of all real numbers.", {"float32", "float64"}},
              {"random",
               Form::word,
               "How weights are drawn: named by seed and name, numpy by its legacy stream in the "
               "order of the file.",
               {"named", "numpy"}},
              {"seed", Form::count, "What the random numbers begin with."}}};
  out.generation = {
      "generate",
      {{"tokens", Form::name, "The input that takes the text's tokens."},
       {"logits", Form::text, "The value that scores each next token."},
       {"start", Form::count,
        "The token that a decoder begins with; the prompt then goes to the held input "
        "of an encoder."},
       {"context", Form::count, "How many tokens a text may have; none when nothing limits it."}}};
  return out;
}

}  // namespace

std::optional<Yaml::Is> outline_of(Form form) {
  switch (form) {
    case Form::path:
    case Form::truth:
    case Form::condition:
    case Form::count:
    case Form::word:
    case Form::name:
    case Form::text: return Yaml::Is::scalar;
    case Form::texts:
    case Form::init_rules:
    case Form::lines: return Yaml::Is::list;
    case Form::map_of_anything:
    case Form::map_of_values:
    case Form::map_of_texts:
    case Form::map_of_literals:
    case Form::map_of_shapes:
    case Form::config_entries:
    case Form::inputs:
    case Form::weights:
    case Form::blocks:
    case Form::tensor_names:
    case Form::run:
    case Form::generation: return Yaml::Is::map;
    case Form::version:
    case Form::anything:
    case Form::value:
    case Form::literal:
    case Form::shape:
    case Form::tensor:
    case Form::init:
    case Form::block_params: break;
  }
  return std::nullopt;
}

const Key* Section::find(const std::string& name) const {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

const Language& language() {
  static const Language language = make_language();
  return language;
}

}  // namespace atto
