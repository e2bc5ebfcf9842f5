#pragma once
#include <string>
#include <vector>

#include "framework/testing/lone_node.h"
#include "framework/testing/row.h"

namespace atto::testing {

/// What failed: one message a check, each beginning with what was checked.
class Report {
 public:
  explicit Report(std::string subject) : subject_(std::move(subject)) {}

  template <class... Part>
  void fail(const std::string& check, const Part&... parts) {
    failures_.push_back(text(subject_, ": ", check, ": ", parts...));
  }
  /// Runs a check that must not throw an Error.
  template <class Work>
  void attempt(const std::string& check, Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      fail(check, "error: ", error.message());
    }
  }
  const std::vector<std::string>& failures() const { return failures_; }

 private:
  std::string subject_;
  std::vector<std::string> failures_;
};

/// A row, parsed: what a check runs on.
struct Example {
  Inputs inputs;
  std::vector<Tensor> outputs;  ///< those that are known; the others are not asked for
  std::vector<bool> wanted;     ///< one for each output of the node
  double tolerance = 1e-12;
  double float32_tolerance = 1e-5;
};

/// All checks of a row: an error row's message; else the inferred shapes, forward in float64 and
/// float32, definition and kernel, with 1, 2 and 4 threads, every output written, optional outputs
/// left out, in place, gradients, and state in pieces.
std::vector<std::string> check_row(const OpEntry& op, const Row& row);

/// Definition and kernel agree and refuse alike at random shapes drawn from the signature,
/// gradients are right at the small ones, results do not depend on threads at the large ones. The
/// attributes are those of the rows. How shapes are drawn: a name of the signature is a size, the
/// ellipsis 0 to 3 sizes; small ones are 0 to 3, large ones up to 300; reals are uniform in [-2,
/// 2), int64 in {0, 1, 2}; an optional input is there or not. An `infer` of the operator's own may
/// refuse a draw, but not all.
std::vector<std::string> check_random_shapes(const OpEntry& op, const std::vector<Row>& rows);

/// The operator and each of its attributes have a document.
std::vector<std::string> check_documents(const OpEntry& op);

/// The parts of check_row that other checks use too.
Inputs parse_inputs(const OpEntry& op, const Row& row);
/// Outputs in both precisions and versions, and with so many threads, are the expected ones; with
/// none expected, those of the definition with one thread.
void check_forward(const LoneNode& node, const Example& example, const std::vector<int>& threads,
                   Report& report);
/// Gradients of sum(w * y), w random, against central differences in float64; nothing where an
/// input or output is not finite.
void check_gradient(const LoneNode& node, const Example& example, std::uint64_t seed,
                    Report& report);
/// Pieces along the row's `time` axes give together what one run gives.
void check_state(const OpEntry& op, const Row& row, const Example& example, Report& report);

}  // namespace atto::testing
