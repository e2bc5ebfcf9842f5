#include "tests/onnx/conformance.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iterator>
#include <map>
#include <ostream>

#include "framework/data/file.h"
#include "tests/onnx/call.h"

namespace atto::onnx {
namespace {

namespace fs = std::filesystem;
using Outcome = Result::Outcome;

/// What `parse` makes of a file's bytes; an Error of it names the file.
template <class Parse>
auto read_file(const fs::path& path, Parse parse) {
  return about_file(path.string(), [&] {
    std::ifstream file(path, std::ios::binary);
    require(file.good(), "cannot be opened");
    return parse(std::string(std::istreambuf_iterator<char>(file), {}));
  });
}

/// One node test: the graph, and inputs and outputs as they are recorded.
struct Case {
  Model model;
  std::vector<Value> inputs;
  std::vector<Value> outputs;
};

std::vector<Value> read_values(const fs::path& data, const char* kind, std::size_t count) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(read_file(data / text(kind, "_", i, ".pb"), read_value));
  return values;
}

/// The precision that the test is in.
DType real_of(const Case& test) {
  for (const auto* values : {&test.outputs, &test.inputs})
    for (const Value& value : *values)
      if (value.is_ours() && kind_of(value.tensor.dtype()) == Kind::real)
        return value.tensor.dtype();
  return DType::float32;
}

/// Whether a real is as near as ONNX and kTolerance32 or kTolerance64 want it.
template <class T>
bool is_near(T got, T expected) {
  if (got == expected || (std::isnan(got) && std::isnan(expected))) return true;
  const double size = std::abs(static_cast<double>(expected));
  const double relative = sizeof(T) == sizeof(float) ? kTolerance32 : kTolerance64;
  const double allowed = std::min(1e-7 + 1e-3 * size, relative * std::max(1.0, size));
  return std::abs(static_cast<double>(got) - static_cast<double>(expected)) <= allowed;
}

/// Empty when `got` is what is expected.
std::string difference(const Tensor& got, const Tensor& expected) {
  if (got.dtype() != expected.dtype())
    return text("is ", name_of(got.dtype()), ", not ", name_of(expected.dtype()));
  if (got.shape() != expected.shape())
    return text("has shape ", text_of(got.shape()), ", not ", text_of(expected.shape()));
  return visit(got.dtype(), [&](auto zero) -> std::string {
    using T = decltype(zero);
    const auto values = got.data<T>(), wanted = expected.data<T>();
    for (std::size_t i = 0; i < values.size(); ++i) {
      bool same = values[i] == wanted[i];
      if constexpr (std::is_floating_point_v<T>) same = is_near(values[i], wanted[i]);
      if (!same) return text("is ", values[i], " at element ", i, ", not ", wanted[i]);
    }
    return {};
  });
}

/// Runs the graph; empty when every output is what is expected. Counts those that ours has not.
std::string run(const Case& test, testing::Version version, int& left_out) {
  const How how{real_of(test), version};
  Values values = test.model.constants;
  for (std::size_t i = 0; i < test.inputs.size(); ++i)
    values[test.model.inputs[i]] = test.inputs[i];
  int lines = 0;
  for (const Node& node : test.model.nodes) {
    Call call(node, values, how);
    map(call);
    call.finish();
    lines += call.lines();
  }
  if (lines == 0) throw NotMapped{NotMapped::Why::left_out, "known without running an operator"};
  for (std::size_t i = 0; i < test.outputs.size(); ++i) {
    const Value& expected = test.outputs[i];
    const auto got = values.find(test.model.outputs[i]);
    if (got == values.end()) {
      ++left_out;
      continue;
    }
    if (!expected.is_ours()) throw NotMapped{NotMapped::Why::elements, expected.elements};
    const std::string what = difference(got->second.tensor, expected.tensor);
    if (!what.empty()) return text("output ", i, " ", what);
  }
  return left_out < static_cast<int>(test.outputs.size()) ? "" : "no output is compared";
}

const char* text_of(NotMapped::Why why) {
  switch (why) {
    case NotMapped::Why::no_operator: return "no such operator";
    case NotMapped::Why::elements: return "elements of another type";
    case NotMapped::Why::left_out: break;
  }
  return "a feature that is left out";
}

Result run_case(const fs::path& folder, Case test, const std::string& group) {
  Result result{.name = folder.filename().string(), .group = group};
  const auto end = [&](Outcome outcome, const std::string& what, const char* why = "") {
    result.outcome = outcome;
    result.what = what;
    result.why = why;
    return result;
  };
  if (!test.model.only_tensors)
    return end(Outcome::not_mapped, "sequences and optional values",
               text_of(NotMapped::Why::elements));
  try {
    for (int set = 0;; ++set) {
      const fs::path data = folder / text("test_data_set_", set);
      if (set > 0 && !fs::exists(data)) return end(Outcome::passed, "");
      test.inputs = read_values(data, "input", test.model.inputs.size());
      test.outputs = read_values(data, "output", test.model.outputs.size());
      for (const auto version : {testing::Version::definition, testing::Version::kernel}) {
        int left_out = 0;
        const std::string what = run(test, version, left_out);
        result.partly = left_out > 0;
        if (!what.empty())
          return end(Outcome::failed,
                     text(version == testing::Version::kernel ? "kernel: " : "definition: ", what));
      }
    }
  } catch (const NotMapped& reason) {
    return end(Outcome::not_mapped, reason.what, text_of(reason.why));
  } catch (const Error& error) {
    return end(Outcome::failed, error.report());
  }
}

std::string group_of(const Model& model) {
  return model.nodes.size() == 1 ? model.nodes[0].op : kGraphs;
}

}  // namespace

std::vector<Result> run_all(const std::string& folder, const std::string& group) {
  Registry::instance();  // an Error here is not a test's
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(folder)) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  std::vector<Result> results;
  for (const fs::path& path : folders) {
    Case test{read_file(path / "model.onnx", read_model), {}, {}};
    const std::string of = group_of(test.model);
    if (group.empty() || of == group) results.push_back(run_case(path, std::move(test), of));
  }
  return results;
}

void print(const std::vector<Result>& results, std::ostream& out) {
  struct Count {
    int all = 0, passed = 0, partly = 0;
  };
  std::map<std::string, Count> groups;
  std::map<std::string, std::map<std::string, int>> reasons;
  std::map<Outcome, int> outcomes;
  for (const Result& result : results) {
    Count& group = groups[result.group];
    ++outcomes[result.outcome];
    ++group.all;
    if (result.outcome == Outcome::not_mapped) ++reasons[result.why][result.what];
    if (result.outcome != Outcome::passed) continue;
    ++group.passed;
    group.partly += result.partly;
  }
  for (const auto& [name, count] : groups) {
    if (count.passed == 0) continue;
    out << std::setw(28) << std::left << name << count.passed << " of " << count.all;
    if (count.partly > 0) out << ", " << count.partly << " without an output that ours has not";
    out << "\n";
  }
  for (const Result& result : results)
    if (result.outcome == Outcome::failed)
      out << "FAILED " << result.name << ": " << result.what << "\n";
  for (const auto& [why, whats] : reasons) {
    int sum = 0;
    for (const auto& [what, count] : whats) sum += count;
    out << "\nnot mapped, " << why << ": " << sum << "\n";
    for (const auto& [what, count] : whats)
      out << std::setw(6) << std::right << count << "  " << what << "\n";
  }
  out << "\n"
      << outcomes[Outcome::passed] << " of " << results.size() << " pass, "
      << outcomes[Outcome::failed] << " fail, " << outcomes[Outcome::not_mapped]
      << " are not mapped\n";
}

}  // namespace atto::onnx
