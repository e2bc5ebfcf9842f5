#pragma once
#include <iosfwd>
#include <string>
#include <vector>

namespace atto::onnx {

/// Where Debian's package libonnx-testdata has ONNX's node tests.
inline constexpr const char* kNodeTests = "/usr/share/libonnx-testdata/data/node";

/// What came of one of ONNX's node tests.
struct Result {
  enum class Outcome { passed, failed, not_mapped };

  std::string name;   ///< of its folder: test_softmax_axis_0
  std::string group;  ///< the node's operator, `Softmax`; kGraphs for a graph of several nodes
  Outcome outcome = Outcome::not_mapped;
  /// Of one that failed: how. Of one that is not mapped: why, in two parts.
  std::string what = {};
  std::string why = {};
  bool partly = false;  ///< whether ours lacks an output, and the others are what is compared
};

inline constexpr const char* kGraphs = "SeveralNodes";

/// ONNX takes a real within 1e-7 + 1e-3 * |expected|; besides that ours is within these, relative
/// to the larger of 1 and |expected|.
inline constexpr double kTolerance32 = 1e-6;
inline constexpr double kTolerance64 = 1e-13;

/// Runs every test in the folder, or those of one group: definition and kernel must give the
/// recorded outputs. Error when the folder cannot be read.
std::vector<Result> run_all(const std::string& folder, const std::string& group = {});

/// How many pass by operator, what fails, and why the others are not mapped.
void print(const std::vector<Result>& results, std::ostream& out);

}  // namespace atto::onnx
