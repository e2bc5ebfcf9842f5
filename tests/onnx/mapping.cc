// Which operators of ours an ONNX operator is: what is an input there and an attribute here, names
// of attributes, ONNX's defaults, nodes that are two lines or more. One that takes what ours takes
// and has no attributes is found by the name that ours gives (see RegisterOp).
#include <algorithm>
#include <numeric>
#include <optional>

#include "tests/onnx/call.h"

namespace atto::onnx {
namespace {

using testing::Inputs;

[[noreturn]] void leave_out(const Call& c, const std::string& what) {
  throw NotMapped{NotMapped::Why::left_out, text(c.op(), ": ", what)};
}

std::int64_t rank_of(const Tensor& x) { return static_cast<std::int64_t>(x.shape().size()); }

std::int64_t from_front(std::int64_t axis, std::int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

Shape counted(std::int64_t from, std::int64_t to) {
  Shape numbers(static_cast<std::size_t>(to - from));
  std::iota(numbers.begin(), numbers.end(), from);
  return numbers;
}

/// The elements of the axes from `begin` to `end`.
std::int64_t elements_of(const Tensor& x, std::int64_t begin, std::int64_t end) {
  return atto::elements_of(Shape(x.shape().begin() + begin, x.shape().begin() + end));
}

/// A number as an input.
Tensor number(double value, DType dtype) {
  return Tensor::of({}, std::vector<double>{value}).cast(dtype);
}

Tensor reshaped(Call& c, const Tensor& x, const Shape& to) {
  return x.shape() == to ? x : c.run("reshape", {{"to", to}}, {x});
}

// What our graphs know before they run.

void constant(Call& c) {
  if (c.has("value")) c.set(0, c.value("value"));
  if (c.has("value_int")) c.set(0, Tensor::of<std::int64_t>({}, {c.integer("value_int", 0)}));
}

void shape(Call& c) {
  const Tensor x = c.in(0);
  const auto place = [&](const char* attribute, std::int64_t fallback) {
    const std::int64_t at = from_front(c.integer(attribute, fallback), rank_of(x));
    return x.shape().begin() + std::clamp<std::int64_t>(at, 0, rank_of(x));
  };
  const auto begin = place("start", 0), end = place("end", rank_of(x));
  const Shape sizes(begin, std::max(begin, end));
  c.set(0, Tensor::of({static_cast<std::int64_t>(sizes.size())}, sizes));
}

// Groups of operators that are alike.

/// y = op(x) along the attribute `axis`.
template <std::int64_t kFallback>
void along_axis(Call& c, const char* op) {
  c.set(0, c.run(op, {{"axis", c.integer("axis", kFallback)}}, c.all()));
}

/// An operator of two inputs for one of many.
Tensor folded(Call& c, const char* op) {
  Tensor y = c.in(0);
  for (std::size_t i = 1; i < c.inputs(); ++i) y = c.run(op, {}, {y, c.in(i)});
  return y;
}

/// Axes are an input since some version, before that an attribute; nothing where there is neither.
Shape axes_of(Call& c) { return c.has(1) ? c.integers(1) : c.integers("axes", {}); }

Tensor reduced(Call& c, const char* op, const Tensor& x) {
  std::optional<Shape> axes = axes_of(c);
  const bool none = c.integer("noop_with_empty_axes", 0) != 0;
  if (axes->empty() && !none) axes.reset();
  return c.run(op, {{"axis", axes}, {"keep_dims", c.integer("keepdims", 1) != 0}}, {x});
}

Tensor one_by_one(Call& c, const char* op, const Tensor& x) { return c.run(op, {}, {x}); }

Tensor squared(Call& c, const Tensor& x) { return c.run("mul", {}, {x, x}); }

/// Over all axes but the first two.
void global_pool(Call& c, const char* op) {
  const Tensor x = c.in(0);
  c.set(0, c.run(op, {{"axis", counted(2, rank_of(x))}, {"keep_dims", true}}, {x}));
}

void argmax(Call& c, const Tensor& x) {
  if (c.integer("select_last_index", 0) != 0) leave_out(c, "select_last_index");
  const bool keep_dims = c.integer("keepdims", 1) != 0;
  c.set(0, c.run("argmax", {{"axis", c.integer("axis", 0)}, {"keep_dims", keep_dims}}, {x}));
}

/// ONNX's own definition.
void or_equal(Call& c, const char* op) {
  const Inputs ab = c.all();
  c.set(0, c.run("or", {}, {c.run(op, {}, ab), c.run("equal", {}, ab)}));
}

// In the order of their names.

void cast(Call& c) {
  const std::string to = elements_name(c.integer("to", 0));
  const bool real = to == "float32" || to == "float64";
  if (!real && to != "int64" && to != "bool") throw NotMapped{NotMapped::Why::elements, to};
  const Tensor y = c.run("cast", {{"to", real ? "real" : to}}, {c.in(0)});
  if (name_of(y.dtype()) != to)
    throw NotMapped{NotMapped::Why::elements, "float32 and float64 together"};
  c.set(0, y);
}

void clip(Call& c) {
  std::optional<double> min, max;
  if (c.has(1)) min = c.number(1);
  if (c.has(2)) max = c.number(2);
  const Tensor x = c.in(0);
  if (!min && !max) leave_out(c, "neither min nor max");
  c.set(0, c.run("clip", {{"min", min}, {"max", max}}, {x}));
}

void constant_of_shape(Call& c) {
  const Value zero{"float32", Tensor(DType::float32, {1})};
  const Value value = c.has("value") ? c.value("value") : zero;
  if (!value.is_ours()) throw NotMapped{NotMapped::Why::elements, value.elements};
  c.set(0, c.run("broadcast", {{"to", c.integers(0)}}, {value.tensor}));
}

void conv(Call& c) {
  const Inputs inputs = c.all();
  const std::size_t axes = inputs[0]->shape().size() - 2;
  if (c.word("auto_pad", "NOTSET") != "NOTSET") leave_out(c, "auto_pad");
  c.integers("kernel_shape", {});  // the weight has it
  c.set(0, c.run(axes == 1 ? "conv1d" : "conv2d",
                 {{"stride", c.integers("strides", Shape(axes, 1))},
                  {"padding", c.integers("pads", Shape(2 * axes, 0))},
                  {"dilation", c.integers("dilations", Shape(axes, 1))},
                  {"groups", c.integer("group", 1)}},
                 inputs));
}

/// Ours has the classes last, and no weights.
void cross_entropy(Call& c) {
  if (c.has(2)) leave_out(c, "weights of classes");
  const Tensor x = c.in(0);
  Shape order = counted(0, rank_of(x));
  std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  std::optional<std::int64_t> ignore;
  if (c.has("ignore_index")) ignore = c.integer("ignore_index", 0);
  const auto y = c.run("cross_entropy", {{"ignore", ignore}},
                       {c.run("transpose", {{"order", order}}, {x}), c.in(1)}, 2);
  const std::string reduction = c.word("reduction", "mean");
  if (reduction == "mean")
    c.set(0, y[0]);
  else
    c.set(0, reduction == "sum" ? c.run("reduce_sum", {}, {y[1]}) : y[1]);
  if (c.wants(1)) c.set(1, c.run("log_softmax", {{"axis", std::int64_t{1}}}, {x}));
}

void cumsum(Call& c) {
  c.set(0, c.run("cumsum",
                 {{"axis", c.integers(1).at(0)},
                  {"exclusive", c.integer("exclusive", 0) != 0},
                  {"reverse", c.integer("reverse", 0) != 0}},
                 {c.in(0)}));
}

/// Ours is for models that run.
void dropout(Call& c) {
  if (c.has(2) && c.number(2) != 0) leave_out(c, "training_mode");
  const double rate = c.has(1) ? c.number(1) : c.real("ratio", 0.5);
  c.integer("seed", 0);
  c.set(0, c.run("dropout", {{"rate", rate}}, {c.in(0)}));
  c.leave_out(1);
}

/// Without an arrow the result has the letters that occur once.
void einsum(Call& c) {
  const Inputs inputs = c.all();
  if (inputs.size() != 2) leave_out(c, "other than two inputs");
  std::string equation = c.word("equation", "");
  std::erase(equation, ' ');
  if (equation.find("->") == std::string::npos) {
    std::string once;
    for (char letter = 'A'; letter <= 'z'; ++letter)
      if (std::count(equation.begin(), equation.end(), letter) == 1) once += letter;
    equation += "->" + once;
  }
  c.set(0, c.run("einsum", {{"equation", equation}}, inputs));
}

/// ONNX lets x widen the shape: that is done here.
void expand(Call& c) {
  const Tensor x = c.in(0);
  Shape to = c.integers(1);
  if (to.size() < x.shape().size()) to.insert(to.begin(), x.shape().size() - to.size(), 1);
  const std::size_t lead = to.size() - x.shape().size();
  for (std::size_t i = 0; i < x.shape().size(); ++i)
    if (to[lead + i] == 1) to[lead + i] = x.shape()[i];
  c.set(0, c.run("broadcast", {{"to", to}}, {x}));
}

void flatten(Call& c) {
  const Tensor x = c.in(0);
  const std::int64_t axis = from_front(c.integer("axis", 1), rank_of(x));
  const Shape to = {elements_of(x, 0, axis), elements_of(x, axis, rank_of(x))};
  c.set(0, c.run("reshape", {{"to", to}}, {x}));
}

/// dense or linear where Gemm is one of them, else a product, factors and a sum.
void gemm(Call& c) {
  const Tensor a = c.in(0), b = c.in(1);
  const std::optional<Tensor> bias = c.has(2) ? std::optional(c.in(2)) : std::nullopt;
  const double alpha = c.real("alpha", 1), beta = c.real("beta", 1);
  const bool transpose_a = c.integer("transA", 0) != 0, transpose_b = c.integer("transB", 0) != 0;
  const std::int64_t columns = b.shape().at(transpose_b ? 0 : 1);
  const bool row = bias && bias->size() == columns && bias->shape().back() == columns;
  if (!transpose_a && alpha == 1 && beta == 1 && (row || !bias)) {
    Inputs inputs = {a, b};
    if (row) inputs.push_back(reshaped(c, *bias, {columns}));
    return c.set(0, c.run(transpose_b ? "linear" : "dense", {}, inputs));
  }
  const auto scaled = [&](const Tensor& x, double by) {
    return by == 1 ? x : c.run("scale", {{"by", by}}, {x});
  };
  const Tensor y = scaled(
      c.run("matmul", {{"transpose_a", transpose_a}, {"transpose_b", transpose_b}}, {a, b}), alpha);
  c.set(0, bias ? c.run("add", {}, {y, scaled(*bias, beta)}) : y);
}

/// Ours is over the last axis: the axes from `axis` on become one.
void layer_norm(Call& c) {
  const Tensor x = c.in(0);
  const std::int64_t axis = from_front(c.integer("axis", -1), rank_of(x));
  const std::int64_t width = elements_of(x, axis, rank_of(x));
  c.integer("stash_type", 1);
  Inputs inputs = {reshaped(c, x, {elements_of(x, 0, axis), width}), reshaped(c, c.in(1), {width})};
  if (c.has(2)) inputs.push_back(reshaped(c, c.in(2), {width}));
  const Tensor y = c.run("layer_norm", {{"eps", c.real("epsilon", 1e-5)}}, inputs);
  c.set(0, reshaped(c, y, x.shape()));
  c.leave_out(1);
  c.leave_out(2);
}

void mean(Call& c) {
  const double part = 1 / static_cast<double>(c.inputs());
  c.set(0, c.run("scale", {{"by", part}}, {folded(c, "add")}));
}

/// ONNX chooses the two numbers and where the new axis stands.
void one_hot(Call& c) {
  Tensor ids = c.in(0);
  if (ids.dtype() != DType::int64) ids = c.run("cast", {{"to", "int64"}}, {ids});
  const auto classes = static_cast<std::int64_t>(c.number(1));
  const Tensor values = c.in(2).cast(DType::float64);
  const double off = values.data<double>()[0], on = values.data<double>()[1];
  Tensor y = c.run("one_hot", {{"classes", classes}}, {ids});
  y = c.run("scale", {{"by", on - off}}, {y});
  y = c.run("add", {}, {y, number(off, y.dtype())});
  Shape order = counted(0, rank_of(y));
  std::rotate(order.begin() + from_front(c.integer("axis", -1), rank_of(y)), order.end() - 1,
              order.end());
  c.set(0, c.run("transpose", {{"order", order}}, {y}));
}

/// One line for each axis.
void pad(Call& c) {
  Tensor y = c.in(0);
  const Shape pads = c.integers(1);
  std::optional<double> value;
  if (c.has(2)) value = c.number(2);
  const std::string border = c.word("mode", "constant");
  const auto at = [&](std::int64_t i) { return pads.at(static_cast<std::size_t>(i)); };
  for (std::int64_t axis = 0, rank = rank_of(y); axis < rank; ++axis)
    y = c.run("pad",
              {{"axis", axis},
               {"before", at(axis)},
               {"after", at(rank + axis)},
               {"border", border},
               {"value", value}},
              {y});
  c.set(0, y);
}

/// Ours takes and gives one kind, ONNX's gives that of the base.
void pow(Call& c) {
  Tensor a = c.in(0), b = c.in(1);
  const bool whole = a.dtype() == DType::int64;
  if (a.dtype() != b.dtype()) {
    Tensor& other = whole ? a : b;
    other = c.run("cast", {{"to", "real"}}, {other});
  }
  const Tensor y = c.run("pow", {}, {a, b});
  c.set(0, whole && y.dtype() != DType::int64 ? c.run("cast", {{"to", "int64"}}, {y}) : y);
}

void range(Call& c) {
  c.set(0, c.run("arange",
                 {{"from", c.integers(0).at(0)},
                  {"to", c.integers(1).at(0)},
                  {"step", c.integers(2).at(0)}},
                 {}));
}

/// A 0 of ONNX's is the size that x has there.
void reshape(Call& c) {
  const Tensor x = c.in(0);
  Shape to = c.integers(1);
  const bool zero_is_zero = c.integer("allowzero", 0) != 0;
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i] == 0 && !zero_is_zero) to[i] = x.shape().at(i);
  c.set(0, c.run("reshape", {{"to", to}}, {x}));
}

/// One line for each axis.
void slice(Call& c) {
  Tensor y = c.in(0);
  const Shape from = c.integers(1), to = c.integers(2);
  const Shape axes = c.has(3) ? c.integers(3) : counted(0, static_cast<std::int64_t>(from.size()));
  const Shape steps = c.has(4) ? c.integers(4) : Shape(from.size(), 1);
  for (std::size_t i = 0; i < axes.size(); ++i)
    y = c.run("slice",
              {{"axis", axes[i]}, {"from", from.at(i)}, {"to", to.at(i)}, {"step", steps.at(i)}},
              {y});
  c.set(0, y);
}

void split(Call& c) {
  std::optional<std::int64_t> parts;
  std::optional<Shape> sizes;
  if (c.has(1))
    sizes = c.integers(1);
  else
    parts = static_cast<std::int64_t>(c.outputs());
  const std::int64_t axis = c.integer("axis", 0);
  const auto ys =
      c.run("split", {{"axis", axis}, {"parts", parts}, {"sizes", sizes}}, {c.in(0)}, c.outputs());
  for (std::size_t i = 0; i < ys.size(); ++i) c.set(i, ys[i]);
}

/// ONNX finds the axes itself where none is named.
void squeeze(Call& c) {
  const Tensor x = c.in(0);
  Shape axes = axes_of(c);
  if (!c.has(1) && !c.has("axes"))
    for (std::int64_t i = 0; i < rank_of(x); ++i)
      if (elements_of(x, i, i + 1) == 1) axes.push_back(i);
  c.set(0, c.run("squeeze", {{"axis", axes}}, {x}));
}

void top_k(Call& c) {
  c.integer("sorted", 1);
  const auto y = c.run("top_k",
                       {{"k", c.integers(1).at(0)},
                        {"axis", c.integer("axis", -1)},
                        {"largest", c.integer("largest", 1) != 0}},
                       {c.in(0)}, 2);
  c.set(0, y[0]);
  c.set(1, y[1]);
}

void transpose(Call& c) {
  std::optional<Shape> order;
  if (c.has("perm")) order = c.integers("perm", {});
  c.set(0, c.run("transpose", {{"order", order}}, {c.in(0)}));
}

using Mapping = void (*)(Call&);

const std::map<std::string, Mapping> kMappings = {
    // What our graphs know before they run.
    {"Constant", constant},
    {"Identity", [](Call& c) { c.set(0, c.in(0)); }},
    {"Shape", shape},
    {"Size", [](Call& c) { c.set(0, Tensor::of<std::int64_t>({}, {c.in(0).size()})); }},

    // One line of ours.
    {"ArgMax", [](Call& c) { argmax(c, c.in(0)); }},
    {"Cast", cast},
    {"Clip", clip},
    {"Concat", [](Call& c) { along_axis<0>(c, "concat"); }},
    {"ConstantOfShape", constant_of_shape},
    {"Conv", conv},
    {"CumSum", cumsum},
    {"Dropout", dropout},
    {"Einsum", einsum},
    {"Expand", expand},
    {"Flatten", flatten},
    {"Gather", [](Call& c) { along_axis<0>(c, "gather"); }},
    {"GatherElements", [](Call& c) { along_axis<0>(c, "take"); }},
    {"GlobalAveragePool", [](Call& c) { global_pool(c, "reduce_mean"); }},
    {"GlobalMaxPool", [](Call& c) { global_pool(c, "reduce_max"); }},
    {"LogSoftmax", [](Call& c) { along_axis<-1>(c, "log_softmax"); }},
    {"Range", range},
    {"Reciprocal",
     [](Call& c) {
       const Tensor x = c.in(0);
       c.set(0, c.run("div", {}, {number(1, x.dtype()), x}));
     }},
    {"ReduceMax", [](Call& c) { c.set(0, reduced(c, "reduce_max", c.in(0))); }},
    {"ReduceMean", [](Call& c) { c.set(0, reduced(c, "reduce_mean", c.in(0))); }},
    {"ReduceMin", [](Call& c) { c.set(0, reduced(c, "reduce_min", c.in(0))); }},
    {"ReduceSum", [](Call& c) { c.set(0, reduced(c, "reduce_sum", c.in(0))); }},
    {"Reshape", reshape},
    {"Softmax", [](Call& c) { along_axis<-1>(c, "softmax"); }},
    {"Split", split},
    {"Squeeze", squeeze},
    {"TopK", top_k},
    {"Transpose", transpose},
    {"Unsqueeze",
     [](Call& c) {
       c.set(0, c.run("expand_dims", {{"axis", axes_of(c)}}, {c.in(0)}));
     }},

    // Several lines of ours.
    {"ArgMin", [](Call& c) { argmax(c, one_by_one(c, "neg", c.in(0))); }},
    {"Gemm", gemm},
    {"GreaterOrEqual", [](Call& c) { or_equal(c, "greater"); }},
    {"LayerNormalization", layer_norm},
    {"LessOrEqual", [](Call& c) { or_equal(c, "less"); }},
    {"Max", [](Call& c) { c.set(0, folded(c, "maximum")); }},
    {"Mean", mean},
    {"Min", [](Call& c) { c.set(0, folded(c, "minimum")); }},
    {"OneHot", one_hot},
    {"Pad", pad},
    {"Pow", pow},
    {"ReduceL1",
     [](Call& c) { c.set(0, reduced(c, "reduce_sum", one_by_one(c, "abs", c.in(0)))); }},
    {"ReduceL2",
     [](Call& c) {
       c.set(0, one_by_one(c, "sqrt", reduced(c, "reduce_sum", squared(c, c.in(0)))));
     }},
    {"ReduceLogSum",
     [](Call& c) { c.set(0, one_by_one(c, "log", reduced(c, "reduce_sum", c.in(0)))); }},
    {"ReduceLogSumExp",
     [](Call& c) {
       const Tensor e = one_by_one(c, "exp", c.in(0));
       c.set(0, one_by_one(c, "log", reduced(c, "reduce_sum", e)));
     }},
    {"ReduceSumSquare", [](Call& c) { c.set(0, reduced(c, "reduce_sum", squared(c, c.in(0)))); }},
    {"Slice", slice},
    {"SoftmaxCrossEntropyLoss", cross_entropy},
    {"Sum", [](Call& c) { c.set(0, folded(c, "add")); }},
    {"Xor", [](Call& c) { c.set(0, c.run("not", {}, {c.run("equal", {}, c.all())})); }},
};

/// The operator that says it has this one's meaning.
const OpEntry* counterpart(const std::string& onnx) {
  for (const OpEntry* op : Registry::instance().all())
    if (op->origin.empty() && op->onnx.starts_with(onnx + "-")) return op;
  return nullptr;
}

}  // namespace

void map(Call& call) {
  if (const auto found = kMappings.find(call.op()); found != kMappings.end())
    return found->second(call);
  const OpEntry* op = counterpart(call.op());
  if (!op) throw NotMapped{NotMapped::Why::no_operator, call.op()};
  call.set(0, call.run(op->name, {}, call.all()));
}

}  // namespace atto::onnx
