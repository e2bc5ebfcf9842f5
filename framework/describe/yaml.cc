#include "framework/describe/yaml.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "framework/core/characters.h"

namespace atto {
namespace {

std::string quoted_text(const std::string& scalar) {
  std::string out = "\"";
  for (const char c : scalar) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += std::string("\\") + c;
    } else if (byte < 0x20 || byte == 0x7F) {
      const char* digits = "0123456789ABCDEF";
      out += std::string("\\x") + digits[byte / 16] + digits[byte % 16];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

Yaml::Yaml() = default;
Yaml::Yaml(const Yaml& other) = default;
Yaml::Yaml(Yaml&& other) noexcept = default;
Yaml& Yaml::operator=(const Yaml& other) = default;
Yaml& Yaml::operator=(Yaml&& other) noexcept = default;
Yaml::~Yaml() = default;

const Yaml* Yaml::find(const std::string& key) const {
  for (const auto& [name, value] : entries)
    if (name.scalar == key) return &value;
  return nullptr;
}

Yaml* Yaml::find(const std::string& key) {
  return const_cast<Yaml*>(std::as_const(*this).find(key));
}

std::vector<std::string> Yaml::keys() const {
  std::vector<std::string> names;
  for (const auto& [key, value] : entries) names.push_back(key.scalar);
  return names;
}

Yaml Yaml::map_at(const Position& position) {
  Yaml yaml;
  yaml.is = Is::map;
  yaml.position = position;
  return yaml;
}

Yaml Yaml::scalar_at(std::string text, const Position& position) {
  Yaml yaml;
  yaml.is = Is::scalar;
  yaml.scalar = std::move(text);
  yaml.position = position;
  return yaml;
}

Position place_in(const Yaml& scalar, std::size_t offset) {
  const Position& start = scalar.position;
  if (!start || start.line == 0) return start;
  std::string_view rest = start.source->text;
  for (int line = 1; line < start.line; ++line) rest.remove_prefix(rest.find('\n') + 1);
  for (int column = 1; column < start.column && !rest.empty();) {
    rest.remove_prefix(1);
    if (rest.empty() || !is_continuation(rest[0])) ++column;
  }
  const bool quote = rest.starts_with('"') || rest.starts_with('\'');
  if (quote) rest.remove_prefix(1);
  if (!rest.starts_with(scalar.scalar)) return start;
  const auto characters = static_cast<int>(characters_in(rest.substr(0, offset)));
  return {start.source, start.line, start.column + (quote ? 1 : 0) + characters};
}

std::string flow_text(const Yaml& yaml) {
  std::string out;
  switch (yaml.is) {
    case Yaml::Is::null: return "null";
    case Yaml::Is::scalar: return yaml.quoted ? quoted_text(yaml.scalar) : yaml.scalar;
    case Yaml::Is::list:
      for (const Yaml& item : yaml.items) out += (out.empty() ? "" : ", ") + flow_text(item);
      return "[" + out + "]";
    case Yaml::Is::map:
      for (const auto& [key, value] : yaml.entries)
        out += (out.empty() ? "" : ", ") + flow_text(key) + ": " + flow_text(value);
      return "{" + out + "}";
  }
  return out;
}

}  // namespace atto
