#include "framework/op/signature.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>
#include <string_view>

#include "framework/core/error.h"

namespace atto {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Reader {
 public:
  explicit Reader(const std::string& text)
      : source_(std::make_shared<Source>(Source{"signature", text})), text_(source_->text) {}

  Signature signature() {
    Signature out;
    out.text = text_;
    out.inputs = group();
    out.values = out.inputs.size();
    if (take(";")) {
      for (Port& weight : non_empty_group()) out.inputs.push_back(std::move(weight));
    }
    expect("->");
    out.outputs = non_empty_group();
    if (take(";")) {
      expect("state");
      out.state = non_empty_group();
    }
    if (at_ < text_.size()) fail("expected the end");
    return out;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(message, {source_, 1, static_cast<int>(at_) + 1});
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view word) {
    peek();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    if (!take(word)) fail(atto::text("expected '", word, "'"));
  }

  std::vector<Port> group() {
    std::vector<Port> ports;
    while (starts_name(peek())) {
      if (!ports.empty() && ports.back().variadic)
        fail(atto::text("the variadic port '", ports.back().name, "' must be the last"));
      ports.push_back(port());
    }
    return ports;
  }
  std::vector<Port> non_empty_group() {
    std::vector<Port> ports = group();
    if (ports.empty()) fail("expected a port");
    return ports;
  }

  Port port() {
    Port out;
    out.name = name();
    out.optional = take("?");
    out.variadic = take("*");
    if (out.optional && out.variadic) fail("a variadic port cannot be optional");
    if (take(":")) kind_of(out);
    expect("[");
    if (take("]")) return out;
    do {
      Axis next = axis();
      if (next.is == Axis::Is::ellipsis && out.has_ellipsis())
        fail("a port has at most one ellipsis");
      out.axes.push_back(std::move(next));
    } while (take(","));
    expect("]");
    return out;
  }

  void kind_of(Port& port) {
    const std::string word = name();
    if (word == "i64") {
      port.kind = Kind::int64;
    } else if (word == "bool") {
      port.kind = Kind::boolean;
    } else if (word == "num" || word == "any") {
      port.kind = std::nullopt;
      port.numeric = word == "num";
    } else {
      fail(atto::text("unknown kind '", word, "': i64, bool, num and any are there"));
    }
  }

  Axis axis() {
    Axis out;
    out.grows = take("+");
    if (!out.grows && take("...")) {
      out.is = Axis::Is::ellipsis;
      out.name = "...";
    } else if (is_digit(peek())) {
      out.is = Axis::Is::number;
      const char* end = text_.data() + text_.size();
      const auto [rest, failure] = std::from_chars(text_.data() + at_, end, out.number);
      if (failure != std::errc()) fail("the number does not fit 64 bits");
      at_ = static_cast<std::size_t>(rest - text_.data());
    } else {
      out.name = name();
    }
    return out;
  }

  std::string name() {
    if (!starts_name(peek())) fail("expected a name");
    const std::size_t begin = at_;
    while (at_ < text_.size() && (starts_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::shared_ptr<const Source> source_;
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_variadic(const Port& port) { return port.variadic; }
bool any_of_any_kind(const std::vector<Port>& ports) {
  return std::any_of(ports.begin(), ports.end(), [](const Port& p) { return !p.kind; });
}
std::ptrdiff_t growing_axes(const Port& port) {
  return std::count_if(port.axes.begin(), port.axes.end(), [](const Axis& a) { return a.grows; });
}

/// The rules that concern more than one port; the first that is broken, else empty.
std::string broken_rule(const Signature& signature) {
  std::set<std::string> names;
  for (const auto* ports : {&signature.inputs, &signature.outputs, &signature.state}) {
    for (const Port& port : *ports) {
      if (!names.insert(port.name).second) return text("two ports have the name '", port.name, "'");
      if (ports != &signature.state && growing_axes(port) > 0)
        return text("only an axis of a state tensor grows, not of '", port.name, "'");
    }
  }
  if (std::count_if(signature.inputs.begin(), signature.inputs.end(), is_variadic) > 1)
    return "either the values or the weights may have a variadic port";
  if (any_of_any_kind(signature.outputs) && !any_of_any_kind(signature.inputs))
    return "an output is 'num' or 'any' but no input is: nothing says of what kind it is";
  for (const Port& port : signature.state) {
    if (port.optional || port.variadic || port.kind != Kind::real)
      return text("the state tensor '", port.name, "' must be a plain real one");
    if (growing_axes(port) != 1)
      return text("the state tensor '", port.name, "' must have one axis that grows: +T");
  }
  return {};
}

std::size_t port_at(const std::vector<Port>& ports, std::size_t position, std::size_t count) {
  const auto found = std::find_if(ports.begin(), ports.end(), is_variadic);
  std::size_t port = position;
  if (found != ports.end()) {
    const auto variadic = static_cast<std::size_t>(found - ports.begin());
    const std::size_t taken = count >= ports.size() ? count - ports.size() + 1 : 1;
    if (position >= variadic) port = position < variadic + taken ? variadic : position + 1 - taken;
  }
  ATTO_CHECK(port < ports.size());
  return port;
}

}  // namespace

bool Port::has_ellipsis() const {
  return std::any_of(axes.begin(), axes.end(),
                     [](const Axis& axis) { return axis.is == Axis::Is::ellipsis; });
}

std::string Port::text() const {
  std::string out = name + (optional ? "?" : "") + (variadic ? "*" : "");
  if (!kind)
    out += numeric ? ":num" : ":any";
  else if (*kind != Kind::real)
    out += *kind == Kind::int64 ? ":i64" : ":bool";
  out += "[";
  for (const Axis& axis : axes) {
    if (&axis != &axes.front()) out += ",";
    if (axis.grows) out += "+";
    out += axis.is == Axis::Is::number ? std::to_string(axis.number) : axis.name;
  }
  return out + "]";
}

Signature Signature::parse(const std::string& text) {
  Reader reader(text);
  Signature signature = reader.signature();
  const std::string broken = broken_rule(signature);
  if (!broken.empty()) reader.fail(broken);
  return signature;
}

std::size_t Signature::port_of(std::size_t input, std::size_t count) const {
  return port_at(inputs, input, count);
}

std::size_t Signature::output_port_of(std::size_t output, std::size_t count) const {
  return port_at(outputs, output, count);
}

std::optional<std::size_t> Signature::input(const std::string& name) const {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].name == name) return i;
  return std::nullopt;
}

}  // namespace atto
