#include "framework/describe/expression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "framework/core/characters.h"
#include "framework/describe/arithmetic.h"
#include "framework/describe/suggestion.h"

namespace atto {
namespace {

constexpr int kDeepest = 100;             // parentheses, signs and conditions in each other
constexpr std::size_t kLongest = 10'000;  // characters
constexpr std::size_t kShown = 60;        // characters of an expression in a message
using Value = AttributeValue;

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_name_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_token_part(char c) { return is_name_part(c) || c == '.'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// What a part of an expression comes to; its error counts only where the part is chosen.
struct Result {
  Value value;
  std::optional<Error> error;

  const Value& operator*() const {
    if (error) throw *error;
    return value;
  }
};

/// Recursive descent over the grammar in expression.h, evaluating as it goes.
class Parser {
 public:
  /// The expression is what stands at `offset` in the text of `yaml`.
  Parser(std::string expression, const Scope& scope, const Yaml& yaml, std::size_t offset)
      : source_(std::move(expression)), scope_(scope), yaml_(yaml), offset_(offset) {}

  Value parse() {
    try {
      require(source_.size() <= kLongest, "an expression of over ", kLongest, " characters");
      next();
      require(!token_.empty(), "an expression is missing here");
      const Result result = conditional();
      if (token_ == ",") throw Error("an expression takes no comma");
      require(token_.empty(), "there is '", token_, "' where the expression should end");
      return *result;
    } catch (Error& error) {
      error.at(place(start_));
      const bool shown = std::all_of(source_.begin(), source_.end(), is_token_part);
      throw Error(shown ? error.message() : text("in '", shortened(), "': ", error.message()),
                  error.position());
    }
  }

 private:
  class Deeper {
   public:
    explicit Deeper(int& depth) : depth_(depth) {
      require(++depth_ <= kDeepest, "nested more than ", kDeepest, " levels deep");
    }
    ~Deeper() { --depth_; }

   private:
    int& depth_;
  };

  Position place(std::size_t at) const { return place_in(yaml_, offset_ + at); }

  std::string shortened() const {
    std::size_t end = kShown;
    while (end < source_.size() && is_continuation(source_[end])) ++end;
    return end < source_.size() ? source_.substr(0, end) + "..." : source_;
  }

  void next() {
    const auto skip = [&](auto belongs) {
      while (at_ < source_.size() && belongs(source_[at_])) ++at_;
    };
    skip([](char c) { return std::isspace(static_cast<unsigned char>(c)); });
    start_ = at_;
    token_.clear();
    if (at_ == source_.size()) return;
    const char c = source_[at_];
    if (is_name_start(c) || !is_ascii(c)) {  // no name has other letters, but a message names it
      skip([](char part) { return is_name_part(part) || !is_ascii(part); });
    } else if (is_digit(c) || c == '.') {
      scan_number();
    } else if (c == '\'') {
      const auto end = source_.find('\'', at_ + 1);
      require(end != std::string::npos, "the text ", source_.substr(at_), " has no closing quote");
      at_ = end + 1;
    } else {
      ++at_;
      for (const char* pair : {"**", "//", "==", "!=", "<=", ">="})
        if (source_.compare(start_, 2, pair) == 0) at_ = start_ + 2;
    }
    token_ = source_.substr(start_, at_ - start_);
  }

  void scan_number() {
    const auto digits = [&] {
      while (at_ < source_.size() && (is_digit(source_[at_]) || source_[at_] == '.')) ++at_;
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
  /// The first of some tokens that stands here, then taken; empty when none does.
  template <std::size_t count>
  std::string take_one(const std::array<const char*, count>& tokens) {
    const bool found = std::find(tokens.begin(), tokens.end(), token_) != tokens.end();
    const std::string token = found ? token_ : std::string();
    if (found) next();
    return token;
  }
  void expect(const char* token) {
    require(token_ != ",", "an expression takes no comma");
    require(token_ == token, "'", token, "' is missing ",
            token_.empty() ? std::string("at the end") : text("before '", token_, "'"));
    next();
  }

  /// The value of `work`; what it throws stands at `at` unless it has a place.
  template <class Work>
  Result attempt(std::size_t at, Work&& work) const {
    try {
      return {work(), {}};
    } catch (Error& error) {
      return {{}, error.at(place(at))};
    }
  }

  Result conditional() {
    const Result chosen = disjunction();
    const std::size_t at = start_;
    if (!take("if")) return chosen;
    const Result condition = disjunction();
    expect("else");
    const Deeper deeper(depth_);
    const Result other = conditional();
    return attempt(at, [&] { return truth(*condition, "if") ? *chosen : *other; });
  }

  Result disjunction() {
    Result left = conjunction();
    for (std::size_t at = start_; take("or"); at = start_) {
      const Result right = conjunction();
      left = attempt(at, [&] { return Value(truth(*left, "or") || truth(*right, "or")); });
    }
    return left;
  }

  Result conjunction() {
    Result left = negation();
    for (std::size_t at = start_; take("and"); at = start_) {
      const Result right = negation();
      left = attempt(at, [&] { return Value(truth(*left, "and") && truth(*right, "and")); });
    }
    return left;
  }

  Result negation() {
    const std::size_t at = start_;
    if (!take("not")) return comparison();
    const Deeper deeper(depth_);
    const Result value = negation();
    return attempt(at, [&] { return Value(!truth(*value, "not")); });
  }

  Result comparison() {
    static constexpr std::array kOperations = {"==", "!=", "<=", ">=", "<", ">"};
    const Result left = sum();
    const std::size_t at = start_;
    const std::string operation = take_one(kOperations);
    if (operation.empty()) return left;
    const Result right = sum();
    for (const char* second : kOperations)
      require(token_ != second, "comparisons do not chain: join two of them by 'and'");
    return attempt(at, [&] { return Value(compare(operation, *left, *right)); });
  }

  Result sum() {
    return chain([&] { return product(); }, std::array{"+", "-"});
  }
  Result product() {
    return chain([&] { return sign(); }, std::array{"*", "//", "/", "%"});
  }
  template <class Operand, std::size_t count>
  Result chain(Operand operand, const std::array<const char*, count>& operations) {
    Result left = operand();
    while (true) {
      const std::size_t at = start_;
      const std::string operation = take_one(operations);
      if (operation.empty()) return left;
      const Result right = operand();
      left = attempt(at, [&] { return arithmetic(operation, *left, *right); });
    }
  }

  Result sign() {
    const std::size_t at = start_;
    const std::string taken = take_one(std::array{"+", "-"});
    if (taken.empty()) return power();
    const Deeper deeper(depth_);
    const Result value = sign();
    return taken == "+" ? value : attempt(at, [&] { return negate(*value); });
  }

  Result power() {
    const Result base = atom();
    const std::size_t at = start_;
    if (!take("**")) return base;
    const Deeper deeper(depth_);
    const Result exponent = sign();  // binds to the right, and 2**-1 is fine
    return attempt(at, [&] { return arithmetic("**", *base, *exponent); });
  }

  Result atom() {
    require(!token_.empty(), "a value is missing at the end");
    const std::string token = token_;
    const std::size_t at = start_;
    if (token == "(") {
      next();
      return parenthesis();
    }
    if (is_digit(token[0]) || token[0] == '.') {
      const Value value = number(token);
      next();
      return {value, {}};
    }
    const bool word = (is_name_start(token[0]) || !is_ascii(token[0])) && !is_operator(token);
    require(word || token[0] == '\'', "a value is missing before '", token, "'");
    next();
    if (!word) return {token.substr(1, token.size() - 2), {}};
    if (!take("(")) return {named(token, at), {}};
    if (!is_function(token))
      throw Error(text("there is no function '", token, "'; there are exp, log and sqrt"),
                  place(at));
    const Result argument = parenthesis();
    return attempt(at, [&] { return apply(token, *argument); });
  }

  /// What stands behind a '('.
  Result parenthesis() {
    const Deeper deeper(depth_);
    const Result value = conditional();
    expect(")");
    return value;
  }

  static Value number(const std::string& token) {
    const char* end = token.data() + token.size();
    if (token.find_first_of(".eE") == std::string::npos) {
      std::int64_t whole = 0;
      require(std::from_chars(token.data(), end, whole).ec == std::errc(), "the number ", token,
              " overflows 64 bits");
      return Dim(whole);
    }
    double value = 0;
    const auto [rest, failure] = std::from_chars(token.data(), end, value);
    require(failure != std::errc::result_out_of_range, "the number ", token,
            " is too large or too small");
    require(failure == std::errc() && rest == end, "'", token, "' is no number");
    return value;
  }

  Value named(const std::string& word, std::size_t at) const {
    if (word == "true" || word == "false") return word == "true";
    if (word == "none") return {};
    if (const Value* value = scope_.find(word)) return *value;
    if (is_function(word))
      throw Error(text(word, " is a function, it takes a value in ()"), place(at));
    throw Error(text("unknown name '", word, "'", suggestion(word, scope_.names())), place(at));
  }

  static bool is_operator(const std::string& word) {
    return word == "if" || word == "else" || word == "and" || word == "or" || word == "not";
  }

  const std::string source_;
  const Scope& scope_;
  const Yaml& yaml_;
  const std::size_t offset_;
  std::size_t start_ = 0;  // of the token
  std::size_t at_ = 0;     // behind the token
  std::string token_;
  int depth_ = 0;
};

/// What a text shows of a value.
std::string inserted(const Value& value, const Position& position) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const Dim* size = std::get_if<Dim>(&value);
  if (size && !size->constant())
    throw Error(text(*size, " is known only when the model runs and cannot stand in a name"),
                position);
  return value.text();
}

}  // namespace

const AttributeValue* Scope::find(const std::string& name) const {
  const auto found = values_.find(name);
  if (found != values_.end()) {
    if (!found->second) throw NeedsFailed{};
    return &*found->second;
  }
  return outer_ ? outer_->find(name) : nullptr;
}

std::vector<std::string> Scope::names() const {
  std::vector<std::string> names = outer_ ? outer_->names() : std::vector<std::string>();
  for (const auto& [name, value] : values_) names.push_back(name);
  return names;
}

bool is_name(const std::string& word) {
  return !word.empty() && is_name_start(word[0]) &&
         std::all_of(word.begin(), word.end(), is_name_part);
}

bool is_keyword(const std::string& word) {
  static const std::set<std::string> kKeywords = {"true", "false", "null", "none", "and",
                                                  "or",   "not",   "if",   "else"};
  return kKeywords.contains(word);
}

std::string evaluate_text(const Yaml& yaml, const Scope& scope) {
  ATTO_CHECK(yaml.is_scalar());
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
    if (open > 0) throw Error(text("in '", source, "': '$(' has no ')'"), place_in(yaml, at));
    Parser parser(source.substr(at + 2, end - at - 3), scope, yaml, at + 2);
    out += inserted(parser.parse(), place_in(yaml, at));
    at = end;
  }
  return out;
}

void collect_names(const Yaml& yaml, std::set<std::string>& names) {
  for (const Yaml& item : yaml.items) collect_names(item, names);
  for (const auto& [key, value] : yaml.entries) collect_names(value, names);
  if (!yaml.is_scalar()) return;
  const std::string& source = yaml.scalar;
  for (std::size_t at = 0, end = 0; at < source.size(); at = end + 1) {
    end = at;
    while (end < source.size() && is_name_part(source[end])) ++end;
    const std::string word = source.substr(at, end - at);
    if (is_name(word)) names.insert(word);
  }
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
  if (scope.empty() && is_name(yaml.scalar) && !is_keyword(yaml.scalar) &&
      !is_function(yaml.scalar))
    return yaml.scalar;
  return Parser(yaml.scalar, scope, yaml, 0).parse();
}

}  // namespace atto
