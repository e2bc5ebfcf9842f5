#include "framework/describe/expression.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

namespace atto {
namespace {

constexpr int kDeepest = 100;             // nested parentheses and signs
constexpr std::size_t kLongest = 10'000;  // characters
using Value = AttributeValue;
using Thunk = std::function<Value()>;  // evaluated only where it is chosen

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

const Dim* size_of_value(const Value& value) { return std::get_if<Dim>(&value); }

double real(const Value& value, const char* operation) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const Dim* size = size_of_value(value)) {
    const auto number = size->constant();
    require(number.has_value(), operation, " needs a number, but ", *size,
            " is known only when the model runs");
    return static_cast<double>(*number);
  }
  throw Error(text(operation, " needs a number, not ", value.text()));
}

Value finite(double number, const char* operation) {
  require(std::isfinite(number), operation, " gives ", number, ", which is no finite number");
  return number;
}

bool truth(const Value& value, const char* operation) {
  const bool* flag = std::get_if<bool>(&value);
  require(flag != nullptr, operation, " needs true or false, not ", value.text());
  return *flag;
}

bool is_zero(const Value& value) {
  if (const Dim* size = size_of_value(value)) return *size == Dim(0);
  return std::holds_alternative<double>(value) && std::get<double>(value) == 0;
}

Value whole(double number, const char* operation) {
  require(std::abs(number) < 9.2e18, operation, " gives ", number, ", which overflows 64 bits");
  return Dim(static_cast<std::int64_t>(number));
}

Value power(const Value& a, const Value& b) {
  const Dim* base = size_of_value(a);
  const Dim* exponent = size_of_value(b);
  if (base && exponent) {
    const auto number = exponent->constant();
    require(number.has_value(), "the exponent ", *exponent, " is known only when the model runs");
    if (*number >= 0) return Dim::power(*base, *number);
  }
  require(!(is_zero(a) && real(b, "**") < 0), "division by zero in ", a.text(), "**", b.text());
  return finite(std::pow(real(a, "**"), real(b, "**")), "**");
}

Value divide(const Value& a, const Value& b) {
  require(!is_zero(b), "division by zero");
  const Dim* x = size_of_value(a);
  const Dim* y = size_of_value(b);
  if (!x || !y) return finite(real(a, "/") / real(b, "/"), "/");
  const auto m = x->constant(), n = y->constant();
  if (m && n && *n != -1 && *m % *n != 0)
    return finite(static_cast<double>(*m) / static_cast<double>(*n), "/");
  return Dim::divide_exactly(*x, *y);
}

Value divide_down(const Value& a, const Value& b) {
  require(!is_zero(b), "division by zero");
  const Dim* x = size_of_value(a);
  const Dim* y = size_of_value(b);
  if (x && y) return Dim::divide_down(*x, *y);
  return whole(std::floor(real(a, "//") / real(b, "//")), "//");
}

Value remainder(const Value& a, const Value& b) {
  require(!is_zero(b), "division by zero");
  const Dim* x = size_of_value(a);
  const Dim* y = size_of_value(b);
  if (x && y) return *x - Dim::divide_down(*x, *y) * *y;
  const double p = real(a, "%"), q = real(b, "%");
  return finite(p - q * std::floor(p / q), "%");
}

Value arithmetic(const std::string& operation, const Value& a, const Value& b) {
  if (operation == "**") return power(a, b);
  if (operation == "/") return divide(a, b);
  if (operation == "//") return divide_down(a, b);
  if (operation == "%") return remainder(a, b);
  const Dim* x = size_of_value(a);
  const Dim* y = size_of_value(b);
  const char* name = operation.c_str();
  if (operation == "+")
    return x && y ? Value(*x + *y) : finite(real(a, name) + real(b, name), name);
  if (operation == "-")
    return x && y ? Value(*x - *y) : finite(real(a, name) - real(b, name), name);
  return x && y ? Value(*x * *y) : finite(real(a, name) * real(b, name), name);
}

bool equal(const Value& a, const Value& b) {
  const Dim* x = size_of_value(a);
  const Dim* y = size_of_value(b);
  if (x && y) {
    const auto same = Dim::equal(*x, *y);
    require(same.has_value(), "whether ", *x, " equals ", *y, " is known only when the model runs");
    return *same;
  }
  const auto is_number = [](const Value& v) {
    return std::holds_alternative<Dim>(v) || std::holds_alternative<double>(v);
  };
  if (is_number(a) && is_number(b)) return real(a, "==") == real(b, "==");
  if (a.is_none() || b.is_none()) return a.is_none() && b.is_none();
  require(a.index() == b.index(), a.text(), " and ", b.text(), " are of different kinds");
  return a.text() == b.text();
}

Value compare(const std::string& operation, const Value& a, const Value& b) {
  if (operation == "==") return equal(a, b);
  if (operation == "!=") return !equal(a, b);
  const Dim* x = size_of_value(a);
  const Dim* y = size_of_value(b);
  const Value difference =
      x && y ? Value(*x - *y) : Value(real(a, operation.c_str()) - real(b, operation.c_str()));
  const double sign = real(difference, operation.c_str());
  if (operation == "<") return sign < 0;
  if (operation == "<=") return sign <= 0;
  if (operation == ">") return sign > 0;
  return sign >= 0;
}

/// Recursive descent over the grammar in expression.h.
class Parser {
 public:
  Parser(const std::string& source, const Scope& scope) : source_(source), scope_(scope) {
    require(source.size() <= kLongest, "the expression is longer than ", kLongest, " characters");
    next();
  }

  Thunk parse() {
    Thunk value = conditional();
    require(token_.empty(), "there is '", token_, "' where the expression should end");
    return value;
  }

 private:
  class Deeper {
   public:
    explicit Deeper(int& depth) : depth_(depth) {
      require(++depth_ <= kDeepest, "the expression is nested more than ", kDeepest,
              " levels deep");
    }
    ~Deeper() { --depth_; }

   private:
    int& depth_;
  };

  void next() {
    while (at_ < source_.size() && std::isspace(static_cast<unsigned char>(source_[at_]))) ++at_;
    const std::size_t start = at_;
    if (at_ == source_.size()) {
      token_.clear();
      return;
    }
    const char c = source_[at_];
    if (is_name_start(c)) {
      while (at_ < source_.size() && is_name_part(source_[at_])) ++at_;
    } else if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
      scan_number();
    } else if (c == '\'') {
      at_ = source_.find('\'', at_ + 1);
      require(at_ != std::string::npos, "the quote before ", source_.substr(start), " has no end");
      ++at_;
    } else {
      static constexpr const char* kPairs[] = {"**", "//", "==", "!=", "<=", ">="};
      at_ += 1;
      for (const char* pair : kPairs)
        if (source_.compare(start, 2, pair) == 0) at_ = start + 2;
    }
    token_ = source_.substr(start, at_ - start);
  }

  void scan_number() {
    const auto digits = [&] {
      while (at_ < source_.size() &&
             (std::isdigit(static_cast<unsigned char>(source_[at_])) || source_[at_] == '.'))
        ++at_;
    };
    digits();
    if (at_ >= source_.size() || (source_[at_] != 'e' && source_[at_] != 'E')) return;
    ++at_;
    if (at_ < source_.size() && (source_[at_] == '+' || source_[at_] == '-')) ++at_;
    digits();
  }

  bool take(const char* token) {
    if (token_ != token) return false;
    next();
    return true;
  }
  void expect(const char* token) {
    require(token_ == token, "'", token, "' is missing ",
            token_.empty() ? std::string("at the end") : text("before '", token_, "'"));
    next();
  }

  Thunk conditional() {
    const Deeper deeper(depth_);
    Thunk chosen = disjunction();
    if (!take("if")) return chosen;
    Thunk condition = disjunction();
    expect("else");
    Thunk other = conditional();
    return [=] { return truth(condition(), "if") ? chosen() : other(); };
  }

  Thunk disjunction() {
    Thunk left = conjunction();
    while (take("or")) {
      Thunk right = conjunction();
      left = [=] { return Value(truth(left(), "or") || truth(right(), "or")); };
    }
    return left;
  }

  Thunk conjunction() {
    Thunk left = negation();
    while (take("and")) {
      Thunk right = negation();
      left = [=] { return Value(truth(left(), "and") && truth(right(), "and")); };
    }
    return left;
  }

  Thunk negation() {
    const Deeper deeper(depth_);
    if (!take("not")) return comparison();
    Thunk value = negation();
    return [=] { return Value(!truth(value(), "not")); };
  }

  Thunk comparison() {
    Thunk left = sum();
    for (const char* operation : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (!take(operation)) continue;
      Thunk right = sum();
      return [=] { return compare(operation, left(), right()); };
    }
    return left;
  }

  template <class Operand>
  Thunk chain(Operand operand, std::initializer_list<const char*> operations) {
    Thunk left = operand();
    for (bool found = true; found;) {
      found = false;
      for (const char* operation : operations) {
        if (!take(operation)) continue;
        Thunk right = operand();
        left = [=] { return arithmetic(operation, left(), right()); };
        found = true;
        break;
      }
    }
    return left;
  }

  Thunk sum() {
    return chain([&] { return product(); }, {"+", "-"});
  }
  Thunk product() {
    return chain([&] { return sign(); }, {"*", "//", "/", "%"});
  }

  Thunk sign() {
    const Deeper deeper(depth_);
    if (take("+")) return sign();
    if (!take("-")) return power_of();
    Thunk value = sign();
    return [=] { return arithmetic("*", Dim(-1), value()); };
  }

  Thunk power_of() {
    Thunk base = atom();
    if (!take("**")) return base;
    Thunk exponent = sign();  // binds to the right, and 2**-1 is fine
    return [=] { return arithmetic("**", base(), exponent()); };
  }

  Thunk atom() {
    require(!token_.empty(), "something is missing at the end of the expression");
    if (take("(")) {
      Thunk value = conditional();
      expect(")");
      return value;
    }
    const std::string token = token_;
    const char c = token[0];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
      next();
      const Value value = number(token);
      return [=] { return value; };
    }
    if (c == '\'') {
      next();
      const Value value = token.substr(1, token.size() - 2);
      return [=] { return value; };
    }
    require(is_name_start(c), "'", token, "' cannot stand here");
    next();
    if (token_ == "(") return call(token);
    return name(token);
  }

  static Value number(const std::string& token) {
    const char* end = token.data() + token.size();
    if (token.find_first_of(".eE") == std::string::npos) {
      std::int64_t whole_number = 0;
      const auto parsed = std::from_chars(token.data(), end, whole_number);
      require(parsed.ec == std::errc(), "the number ", token, " overflows 64 bits");
      return Dim(whole_number);
    }
    double value = 0;
    const auto parsed = std::from_chars(token.data(), end, value);
    require(parsed.ec == std::errc() && parsed.ptr == end, "'", token, "' is no number");
    return value;
  }

  Thunk call(const std::string& function) {
    static const std::map<std::string, double (*)(double)> kFunctions = {
        {"log", [](double x) { return std::log(x); }},
        {"exp", [](double x) { return std::exp(x); }},
        {"sqrt", [](double x) { return std::sqrt(x); }}};
    const auto found = kFunctions.find(function);
    require(found != kFunctions.end(), "there is no function '", function,
            "'; there are exp, log and sqrt");
    expect("(");
    Thunk argument = conditional();
    expect(")");
    return [=, apply = found->second] {
      const char* name_of_function = found->first.c_str();
      return finite(apply(real(argument(), name_of_function)), name_of_function);
    };
  }

  Thunk name(const std::string& word) {
    if (word == "true" || word == "false") return [=] { return Value(word == "true"); };
    if (word == "none") return [] { return Value(); };
    return [=, scope = &scope_] {
      const Value* value = scope->find(word);
      if (value) return *value;
      const auto known = scope->names();
      throw Error(text("unknown name '", word, "'", did_you_mean(word, known),
                       known.empty() ? std::string("; no param or dim is known here")
                                     : "; known here: " + list_of(known)));
    };
  }

  const std::string& source_;
  const Scope& scope_;
  std::size_t at_ = 0;
  std::string token_;
  int depth_ = 0;
};

bool is_word(const std::string& scalar) {
  if (scalar.empty() || !is_name_start(scalar[0])) return false;
  for (const char c : scalar)
    if (!is_name_part(c)) return false;
  return true;
}

}  // namespace

const AttributeValue* Scope::find(const std::string& name) const {
  const auto found = values_.find(name);
  if (found != values_.end()) return &found->second;
  return outer_ ? outer_->find(name) : nullptr;
}

std::vector<std::string> Scope::names() const {
  std::vector<std::string> names = outer_ ? outer_->names() : std::vector<std::string>();
  for (const auto& [name, value] : values_) names.push_back(name);
  return names;
}

AttributeValue evaluate(const std::string& expression, const Scope& scope,
                        const Position& position) {
  try {
    return Parser(expression, scope).parse()();
  } catch (Error& error) {
    throw Error(text("in '", expression, "': ", error.message()), position);
  }
}

std::string evaluate_text(const Yaml& yaml, const Scope& scope) {
  if (!yaml.is_scalar()) throw Error("a word is expected here", yaml.position);
  const std::string& source = yaml.scalar;
  std::string out;
  for (std::size_t at = 0; at < source.size();) {
    if (source.compare(at, 2, "$(") != 0) {
      out += source[at++];
      continue;
    }
    int open = 1;
    std::size_t end = at + 2;
    for (; end < source.size() && open > 0; ++end)
      open += (source[end] == '(') - (source[end] == ')');
    if (open > 0) throw Error(text("in '", source, "': '$(' has no ')'"), yaml.position);
    out += evaluate(source.substr(at + 2, end - at - 3), scope, yaml.position).text();
    at = end;
  }
  return out;
}

AttributeValue evaluate(const Yaml& yaml, const Scope& scope, AttributeSource::Expect expect) {
  switch (yaml.is) {
    case Yaml::Is::null: return {};
    case Yaml::Is::map: throw Error("a map cannot stand here", yaml.position);
    case Yaml::Is::list: {
      AttributeList list;
      for (const Yaml& item : yaml.items) list.push_back(evaluate(item, scope, expect));
      return list;
    }
    case Yaml::Is::scalar: break;
  }
  const bool is_text = yaml.quoted || expect == AttributeSource::Expect::word ||
                       yaml.scalar.find("$(") != std::string::npos;
  if (is_text) return evaluate_text(yaml, scope);
  return evaluate(yaml.scalar, scope, yaml.position);
}

AttributeValue evaluate_param(const Yaml& yaml, const Scope& scope) {
  const bool word = yaml.is_scalar() && !yaml.quoted && is_word(yaml.scalar) &&
                    yaml.scalar != "true" && yaml.scalar != "false" && yaml.scalar != "none" &&
                    scope.find(yaml.scalar) == nullptr;
  return evaluate(yaml, scope,
                  word ? AttributeSource::Expect::word : AttributeSource::Expect::expression);
}

Dims evaluate_dims(const Yaml& yaml, const Scope& scope) {
  AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  AttributeList list;
  if (auto* several = std::get_if<AttributeList>(&value))
    list = std::move(*several);
  else
    list.push_back(std::move(value));
  Dims dims;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Yaml& item = yaml.is_list() ? yaml.items[i] : yaml;
    const Dim* size = size_of_value(list[i]);
    if (!size)
      throw Error(text("a size must be a whole number, but ", item.scalar, " is ", list[i].text()),
                  item.position);
    if (size->constant().value_or(0) < 0)
      throw Error(text("a size must not be negative, but ", item.scalar, " is ", *size),
                  item.position);
    dims.push_back(*size);
  }
  return dims;
}

std::int64_t evaluate_count(const Yaml& yaml, const Scope& scope, const std::string& what) {
  const AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  const Dim* size = size_of_value(value);
  if (!size) throw Error(text(what, " must be a whole number, not ", value.text()), yaml.position);
  const auto count = size->constant();
  if (!count)
    throw Error(text(what, " must be a number, but ", *size,
                     " is known only when the model runs: give it as a param or with --set"),
                yaml.position);
  if (*count < 0) throw Error(text(what, " must not be negative, but is ", *count), yaml.position);
  return *count;
}

bool evaluate_bool(const Yaml& yaml, const Scope& scope, const std::string& what) {
  const AttributeValue value = evaluate(yaml, scope, AttributeSource::Expect::expression);
  const bool* flag = std::get_if<bool>(&value);
  if (!flag) throw Error(text(what, " must be true or false, not ", value.text()), yaml.position);
  return *flag;
}

void collect_names(const Yaml& yaml, std::set<std::string>& names) {
  for (const Yaml& item : yaml.items) collect_names(item, names);
  for (const auto& [key, value] : yaml.entries) collect_names(value, names);
  if (!yaml.is_scalar()) return;
  names.insert(yaml.scalar);
  const std::string& source = yaml.scalar;
  for (std::size_t at = 0; at < source.size();) {
    if (!is_name_start(source[at])) {
      ++at;
      continue;
    }
    const std::size_t start = at;
    while (at < source.size() && is_name_part(source[at])) ++at;
    names.insert(source.substr(start, at - start));
  }
}

}  // namespace atto
