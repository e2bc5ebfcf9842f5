#pragma once
#include <string>

#include <nlohmann/json.hpp>

#include "framework/core/dim.h"
#include "framework/graph/graph.h"

namespace atto::tools {

/// Symbolic sizes as they are shown: those that `--dims` gave are put in.
class Sizes {
 public:
  Sizes() = default;
  explicit Sizes(const Bindings& known);

  Dim operator()(const Dim& size) const { return size.substitute(known_); }
  /// `1,024`, or a polynomial such as `2*T**2 + 6*T`.
  std::string text(const Dim& size) const;
  /// `[B, T, 3]`.
  std::string text(const Dims& sizes) const;
  /// A number, or a polynomial as text.
  nlohmann::ordered_json json(const Dim& size) const;
  nlohmann::ordered_json json(const Dims& sizes) const;

 private:
  std::map<std::string, Dim> known_;
};

/// The symbols that the sizes in a graph depend on.
std::vector<std::string> symbols_of(const Graph& graph);

/// The bindings that texts such as `T=4` say. Error for what is no size, and for a name that is
/// none of `symbols`; `what` begins the first: `--dims takes sizes such as T=16,B=2`.
Bindings parse_dims(const std::vector<std::string>& texts, const std::vector<std::string>& symbols,
                    const std::string& what);

/// `B = 2, T = 4`.
std::string text_of(const Bindings& bindings);

}  // namespace atto::tools
