#include "tools/sizes.h"

#include <algorithm>
#include <charconv>

#include "framework/core/error.h"
#include "tools/table.h"

namespace atto::tools {

Sizes::Sizes(const Bindings& known) {
  for (const auto& [symbol, size] : known) known_.emplace(symbol, size);
}

std::string Sizes::text(const Dim& size) const {
  const Dim shown = (*this)(size);
  const auto number = shown.constant();
  return number ? grouped(*number) : shown.text();
}

std::string Sizes::text(const Dims& sizes) const {
  Dims shown;
  for (const Dim& size : sizes) shown.push_back((*this)(size));
  return text_of(shown);
}

nlohmann::ordered_json Sizes::json(const Dim& size) const {
  const Dim shown = (*this)(size);
  if (const auto number = shown.constant()) return *number;
  return shown.text();
}

nlohmann::ordered_json Sizes::json(const Dims& sizes) const {
  auto list = nlohmann::ordered_json::array();
  for (const Dim& size : sizes) list.push_back(json(size));
  return list;
}

std::vector<std::string> symbols_of(const Graph& graph) {
  std::vector<std::string> symbols;
  for (const Value& value : graph.values)
    for (const Dim& size : value.shape)
      for (const std::string& symbol : size.symbols())
        if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end())
          symbols.push_back(symbol);
  return symbols;
}

Bindings parse_dims(const std::vector<std::string>& texts, const std::vector<std::string>& symbols,
                    const std::string& what) {
  Bindings bindings;
  for (const std::string& flag : texts) {
    const auto equals = flag.find('=');
    const std::string symbol = flag.substr(0, equals);
    const char* end = flag.data() + flag.size();
    std::int64_t size = -1;
    const bool read =
        equals != std::string::npos &&
        std::from_chars(flag.data() + equals + 1, end, size) == std::from_chars_result{end, {}};
    require(read && size >= 0, what, ", not '", flag, "'");
    require(std::find(symbols.begin(), symbols.end(), symbol) != symbols.end(),
            "no size is named '", symbol, "'", did_you_mean(symbol, symbols), "; ",
            symbols.empty() ? "all sizes are numbers" : "there are " + list_of(symbols));
    bindings[symbol] = size;
  }
  return bindings;
}

std::string text_of(const Bindings& bindings) {
  std::string out;
  for (const auto& [symbol, size] : bindings)
    out += atto::text(out.empty() ? "" : ", ", symbol, " = ", size);
  return out;
}

}  // namespace atto::tools
