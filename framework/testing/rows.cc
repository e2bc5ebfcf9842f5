#include "framework/testing/rows.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "framework/testing/checks.h"

namespace atto::testing {
namespace {

using Check = std::function<std::vector<std::string>(const OpEntry&)>;

/// The operators that have rows of each kind.
struct Covered {
  std::set<std::string> examples;
  std::set<std::string> errors;
};

Covered& covered() {
  static Covered covered;
  return covered;
}

class CheckTest : public ::testing::Test {
 public:
  CheckTest(std::string op, std::string plugin, Check check)
      : op_(std::move(op)), plugin_(std::move(plugin)), check_(std::move(check)) {}

  void TestBody() override {
    Registry& registry = Registry::instance();
    if (!registry.find(op_) && !plugin_.empty()) registry.load_plugin(plugin_);
    const OpEntry* op = registry.find(op_);
    ASSERT_NE(op, nullptr) << "there is no operator " << op_;
    for (const std::string& failure : check_(*op)) ADD_FAILURE() << failure;
  }

 private:
  std::string op_;
  std::string plugin_;
  Check check_;
};

std::vector<std::string> operators_outside(const std::set<std::string>& covered) {
  std::vector<std::string> out;
  for (const OpEntry* op : Registry::instance().all())
    if (op->origin.empty() && !covered.contains(op->name)) out.push_back(op->name);
  return out;
}

}  // namespace

Rows::Rows(const std::string& op, const std::vector<Row>& rows, const std::string& plugin,
           const char* file, int line) {
  const auto add = [&](const std::string& name, Check check) {
    ::testing::RegisterTest(
        op.c_str(), name.c_str(), nullptr, nullptr, file, line,
        [op, plugin, check]() -> ::testing::Test* { return new CheckTest(op, plugin, check); });
  };
  for (const Row& row : rows) {
    (row.error.empty() ? covered().examples : covered().errors).insert(op);
    add(row.name, [row](const OpEntry& entry) { return check_row(entry, row); });
  }
  add("random_shapes", [rows](const OpEntry& entry) { return check_random_shapes(entry, rows); });
  add("documents", check_documents);
}

std::vector<std::string> operators_without_rows() { return operators_outside(covered().examples); }

std::vector<std::string> operators_without_error_rows() {
  return operators_outside(covered().errors);
}

}  // namespace atto::testing
