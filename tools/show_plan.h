#pragma once
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "framework/plan/layout.h"
#include "tools/sizes.h"

namespace atto::tools {

/// A plan, and its layout when all sizes are known.
struct PlanView {
  Plan plan;
  DType real = DType::float32;
  Bindings given;                    ///< with --dims
  std::optional<Layout> layout;      ///< for `--dims`, or for the sizes of what the file feeds
  std::vector<std::string> unknown;  ///< symbols that a layout needs and nobody gave
};

/// The symbols that a layout of a plan needs, in alphabetical order.
std::vector<std::string> symbols_of(const Plan& plan);

/// Steps, buffers, what was merged, folded and removed, and the bytes.
std::string plan_text(const PlanView& view);
nlohmann::ordered_json plan_json(const PlanView& view);

}  // namespace atto::tools
