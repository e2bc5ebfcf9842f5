#include "framework/testing/rows.h"

#include <gtest/gtest.h>

namespace atto::testing {
namespace {

using Names = std::vector<std::string>;

TEST(Rows, EveryOperatorHasOne) { EXPECT_EQ(operators_without_rows(), Names()); }

TEST(Rows, EveryOperatorHasOneForAnError) { EXPECT_EQ(operators_without_error_rows(), Names()); }

}  // namespace
}  // namespace atto::testing
