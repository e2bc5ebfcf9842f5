#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "framework/describe/description.h"
#include "framework/run/session.h"

namespace atto::tools {

/// The flags that say how a model is computed.
struct SessionFlags {
  std::string dtype;
  std::optional<std::int64_t> seed;
  std::string kernels = "fast";
  bool no_optimize = false;
};

/// Adds --dtype, --seed, --kernels and --no-optimize.
void add_session_flags(CLI::App& app, SessionFlags& flags);

struct SessionSettings {
  SessionOptions session;
  RandomOptions random;
};

/// What a file's `run:` says, and the flags over it. Error for a seed that is no whole number.
SessionSettings settings_of(const RunSettings& run, const SessionFlags& flags);

/// CLI11's check of a flag: an empty text, or what is wrong.
std::string whole_number(const std::string& value);

}  // namespace atto::tools
