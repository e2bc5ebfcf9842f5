#include "tools/session_flags.h"

#include "framework/describe/expression.h"

namespace atto::tools {

void add_session_flags(CLI::App& app, SessionFlags& flags) {
  app.add_option("--dtype", flags.dtype,
                 "Precision of real numbers (default: the file's, or float32)")
      ->check(CLI::IsMember({"float32", "float64"}));
  app.add_option("--seed", flags.seed,
                 "Seed of random weights, inputs and tokens (default: the file's, or 0)")
      ->check(whole_number);
  app.add_option("--kernels", flags.kernels, "Fast kernels, or the operators' definitions")
      ->check(CLI::IsMember({"definition", "fast"}))
      ->capture_default_str();
  app.add_flag("--no-optimize", flags.no_optimize,
               "Run every node as written: nothing merged, left out or reused");
}

SessionSettings settings_of(const RunSettings& run, const SessionFlags& flags) {
  SessionSettings settings;
  std::string dtype = run.dtype ? run.dtype->scalar : "float32";
  if (!flags.dtype.empty()) dtype = flags.dtype;
  settings.session.real = dtype == "float64" ? DType::float64 : DType::float32;
  settings.session.plan.optimize = !flags.no_optimize;
  settings.session.plan.kernels = flags.kernels == "fast";
  if (run.random && run.random->scalar == "numpy")
    settings.random.stream = RandomOptions::Stream::numpy;
  if (run.seed)
    settings.random.seed = static_cast<std::uint64_t>(evaluate_count(*run.seed, Scope(), "'seed'"));
  if (flags.seed) settings.random.seed = static_cast<std::uint64_t>(*flags.seed);
  return settings;
}

std::string whole_number(const std::string& value) {
  const bool digits = value.find_first_not_of("0123456789") == std::string::npos;
  return digits ? "" : text("takes a whole number of at least 0, not '", value, "'");
}

}  // namespace atto::tools
