#include "framework/graph/build.h"

#include "framework/describe/literal.h"
#include "framework/graph/builder.h"

namespace atto {

Graph build(const Description& description, Problems& problems, const HasTensor& has_tensor,
            std::size_t most_parts) {
  return Builder(description, problems, has_tensor, most_parts).build();
}

Graph build(const Description& description) {
  Problems problems;
  Graph graph = build(description, problems);
  problems.throw_if_any();
  return graph;
}

bool is_dim_name(const Yaml& size) {
  return size.is_scalar() && !size.quoted && is_name(size.scalar) && !is_keyword(size.scalar);
}

Builder::Builder(const Description& description, Problems& problems, const HasTensor& has_tensor,
                 std::size_t most_parts)
    : description_(description),
      problems_(problems),
      has_tensor_(has_tensor),
      most_parts_(most_parts),
      registry_(Registry::instance()) {
  for (const Block& block : description.blocks) blocks_[block.name.text] = &block;
  for (const InputDeclaration& input : description.inputs) model_names_.insert(input.name.text);
  for (const WeightDeclaration& weight : description.body.weights)
    model_names_.insert(weight.name.text);
  for (const Line& line : description.body.graph)
    for (const Name& name : line.names) model_names_.insert(name.text);
}

Graph Builder::build() {
  check_reads(description_, problems_);
  check_block_names();
  check_operators();
  params_ = evaluate_params(description_, problems_);
  Frame frame;
  frame.scope = std::make_shared<Scope>(params_.scope.get());
  add_inputs(frame);
  declare_weights(description_.body, frame);
  expand(description_.body, frame);
  finish_weights();
  add_outputs(frame);
  add_show();
  check_generate();
  check_feed();
  return std::move(graph_);
}

void Builder::check_block_names() {
  for (const Block& block : description_.blocks)
    if (registry_.find(block.name.text))
      problems_.add(
          Error(text("there is an operator '", block.name.text, "': give the block another name"),
                block.name.position));
}

void Builder::check_operators() {
  const auto check = [&](const Body& body) {
    for (const Line& line : body.graph)
      if (!line.failed && !is_known(line.op.text)) problems_.add(unknown_operator(line));
  };
  check(description_.body);
  for (const Block& block : description_.blocks) check(block);
}

bool Builder::is_known(const std::string& op) const { return block(op) || registry_.find(op); }

Error Builder::unknown_operator(const Line& line) const {
  for (const auto& [name, value] : line.arguments)
    if (is_known(name.text))
      return Error(text("'", line.op.text, "' is no operator; the operator stands first: {",
                        name.text, ": INPUTS, ...}"),
                   line.op.position);
  std::vector<std::string> names = registry_.names();
  for (const Block& other : description_.blocks) names.push_back(other.name.text);
  const std::string guess = did_you_mean(line.op.text, names);
  return Error(text("unknown operator '", line.op.text, "'",
                    guess.empty() ? "; 'atto ops' lists the operators" : guess),
               line.op.position);
}

void Builder::add_inputs(Frame& frame) {
  for (const InputDeclaration& declaration : description_.inputs)
    attempt(declaration.name.position, [&] {
      for (const Yaml& size : declaration.shape.items)
        if (is_dim_name(size) && !frame.scope->find(size.scalar))
          frame.scope->set(size.scalar, Dim::symbol(size.scalar));  // the caller chooses it
    });
  for (const InputDeclaration& declaration : description_.inputs) {
    const Position& position = declaration.name.position;
    Binding& binding = frame.names[declaration.name.text];
    binding.position = position;
    binding.failed = !attempt(position, [&] {
      if (declaration.failed) throw NeedsFailed{};
      Input input;
      input.words = declaration.words;
      input.fallback = static_cast<Input::Default>(declaration.fallback);
      input.hold = declaration.hold;
      Value value;
      value.name = declaration.name.text;
      value.kind = declaration.kind;
      value.shape = evaluate_dims(declaration.shape, *frame.scope);
      value.is = Value::Is::input;
      value.position = position;
      if (input.fallback == Input::Default::positions && value.shape.empty())
        throw Error("positions count along the last axis: the shape needs one", position);
      input.value = add_value(std::move(value));
      binding.values = {input.value};
      graph_.inputs.push_back(std::move(input));
    });
  }
}

void Builder::add_outputs(const Frame& frame) {
  for (const Name& name : description_.body.outputs) {
    try {
      ValueId id = -1;
      if (name.text.find('.') != std::string::npos)
        id = graph_.find(name.text);
      else
        id = lookup_one(Yaml::scalar_at(name.text, name.position), frame);
      graph_.outputs.emplace_back(name.text, id);
    } catch (Error& error) {
      report(std::move(error), frame, name.position);
    } catch (const NeedsFailed&) {
    }
  }
}

void Builder::add_show() {
  if (!problems_.empty()) return;  // a value may be missing for a reason that is reported already
  for (const auto& [label, name] : description_.show)
    problems_.attempt(name.position, [&, &key = label, &value_name = name] {
      const Yaml written = Yaml::scalar_at(value_name.text, value_name.position);
      graph_.show.emplace_back(key.text, graph_.find(evaluate_text(written, *params_.scope)));
    });
}

void Builder::check_generate() {
  if (!problems_.empty()) return;
  for (const auto& [name, yaml] : description_.generate)
    problems_.attempt(yaml.position, [&, &key = name.text, &value = yaml.scalar] {
      if (key == "tokens") graph_.input(value);
      if (key == "logits") graph_.find(value);
    });
}

void Builder::check_feed() {
  if (!problems_.empty()) return;
  for (const auto& [name, yaml] : description_.feed)
    problems_.attempt(name.position, [&, &key = name] { graph_.input(key.text); });
}

ValueId Builder::add_value(Value value) {
  try {
    product_of(value.shape);
  } catch (const Error& error) {
    throw Error(text("'", value.name, "' of shape ", text_of(value.shape),
                     " is too large: ", error.message()),
                value.position);
  }
  const auto id = static_cast<ValueId>(graph_.values.size());
  const auto [known, is_new] = graph_.names.emplace(value.name, id);
  if (!is_new)
    throw Error(text("there is a value '", value.name, "' already"), value.position)
        .note("it is defined here", this->value(known->second).position);
  graph_.values.push_back(std::move(value));
  return id;
}

void Builder::must_be_equal(const Dim& a, const Dim& b, const std::string& message,
                            const Position& position) {
  const auto equal = Dim::equal(a, b);
  if (!equal)
    graph_.constraints.push_back({{a, b, message}, position});
  else if (!*equal)
    throw Error(message, position);
}

}  // namespace atto
