#pragma once
#include <string>
#include <vector>

#include "framework/testing/row.h"

namespace atto::testing {

/// Makes tests of the rows of one operator; a variable at namespace scope:
///
///     const std::vector<Row> kRows = {
///         {.name = "rows",
///          .attributes = "{axis: 1}",
///          .inputs = {"[[0, 0]]"},
///          .outputs = {"[[0.5, 0.5]]"}},
///         {.name = "scalar",
///          .attributes = "{axis: 0}",
///          .inputs = {"1"},
///          .error = "axis 0 is out of range for a scalar, which has none"},
///     };
///
///     const Rows rows("softmax", kRows);
///
/// Each row becomes the test softmax.<name> (see check_row); besides them there are
/// softmax.random_shapes and softmax.documents.
class Rows {
 public:
  /// `plugin` is the path of the shared object that has the operator, if the library has it not.
  Rows(const std::string& op, const std::vector<Row>& rows, const std::string& plugin = {},
       const char* file = __builtin_FILE(), int line = __builtin_LINE());
};

/// The library's operators that have no row of what they do, or no error row; a plug-in's author
/// sees to his own.
std::vector<std::string> operators_without_rows();
std::vector<std::string> operators_without_error_rows();

}  // namespace atto::testing
