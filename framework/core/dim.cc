#include "framework/core/dim.h"

#include <algorithm>
#include <limits>
#include <set>

#include "framework/core/error.h"

namespace atto {

struct Dim::Quotient {
  Dim numerator;
  Dim denominator;
  bool exact;
};

namespace {

// A size has a handful of terms, each of low degree. The limits keep what a file can write from
// growing without bounds.
constexpr std::int64_t kHighestPower = 64;   // of a symbol
constexpr std::size_t kMostTerms = 1000;     // of a polynomial
constexpr std::size_t kLongestName = 10000;  // of a quotient: both its parts written out

std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  require(!(a == std::numeric_limits<std::int64_t>::min() && b == -1), "the size ", a,
          " / -1 overflows 64 bits");
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

}  // namespace

Dim::Dim(std::int64_t value) { add({}, value); }

Dim Dim::symbol(const std::string& name) {
  Dim dim;
  dim.add({{Atom{name, nullptr}, 1}}, 1);
  return dim;
}

void Dim::add(const Monomial& monomial, std::int64_t coefficient) {
  const auto sum = checked_add(terms_[monomial], coefficient);
  if (sum == 0)
    terms_.erase(monomial);
  else
    terms_[monomial] = sum;
  require(terms_.size() <= kMostTerms, "a size has over ", kMostTerms, " terms");
}

Dim operator+(const Dim& a, const Dim& b) {
  Dim out = a;
  for (const auto& [monomial, coefficient] : b.terms_) out.add(monomial, coefficient);
  return out;
}

Dim operator-(const Dim& a, const Dim& b) { return a + Dim(-1) * b; }

Dim operator*(const Dim& a, const Dim& b) {
  Dim out;
  for (const auto& [ma, ca] : a.terms_) {
    for (const auto& [mb, cb] : b.terms_) {
      Dim::Monomial monomial = ma;
      for (const auto& [atom, exponent] : mb) {
        int& power = monomial[atom];
        power += exponent;
        require(power <= kHighestPower, "the size (", a, ") * (", b, ") is too large");
      }
      out.add(monomial, checked_multiply(ca, cb));
    }
  }
  return out;
}

Dim Dim::divide_exactly(const Dim& a, const Dim& b) { return divide(a, b, true); }
Dim Dim::divide_down(const Dim& a, const Dim& b) { return divide(a, b, false); }

Dim Dim::divide(const Dim& a, const Dim& b, bool exact) {
  require(b != Dim(0), "division of ", a, " by zero");
  if (a == Dim(0)) return 0;
  if (a == b) return 1;
  const auto x = a.constant(), y = b.constant();
  if (x && y) {
    const std::int64_t quotient = floor_of(*x, *y);
    require(!exact || *x % *y == 0, *x, " / ", *y, " is not exact");
    return quotient;
  }
  if (b.terms_.size() == 1) {  // by a monomial: term by term where each divides
    const auto& [divisor, factor] = *b.terms_.begin();
    Dim out;
    bool divides = true;
    for (const auto& [monomial, coefficient] : a.terms_) {
      Monomial rest = monomial;
      for (const auto& [atom, exponent] : divisor) {
        const auto found = rest.find(atom);
        divides = divides && found != rest.end() && found->second >= exponent;
        if (!divides) break;
        if ((found->second -= exponent) == 0) rest.erase(found);
      }
      divides = divides && floor_of(coefficient, factor) * factor == coefficient;
      if (!divides) break;
      out.add(rest, coefficient / factor);
    }
    if (divides) return out;
  }
  const auto wrapped = [](const Dim& dim) {
    const bool plain =
        dim.terms_.size() <= 1 && dim.text().find_first_of("-*/ ") == std::string::npos;
    return plain ? dim.text() : "(" + dim.text() + ")";
  };
  const std::string name = wrapped(a) + (exact ? "/" : "//") + wrapped(b);
  require(name.size() <= kLongestName, "a size divides too often");
  Dim out;
  out.add({{Atom{name, std::make_shared<const Quotient>(Quotient{a, b, exact})}, 1}}, 1);
  return out;
}

Dim Dim::power(const Dim& a, std::int64_t exponent) {
  require(exponent >= 0, "a size to the power ", exponent, " is no whole number");
  require(exponent <= kHighestPower || a == Dim(0) || a == Dim(1) || a == Dim(-1), "the size (", a,
          ")**", exponent, " is too large");
  Dim out = 1;
  for (std::int64_t i = 0; i < std::min(exponent, kHighestPower + exponent % 2); ++i) out *= a;
  return out;
}

std::optional<std::int64_t> Dim::constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return std::nullopt;
}

std::optional<bool> Dim::equal(const Dim& a, const Dim& b) {
  const auto difference = (a - b).constant();
  if (!difference) return std::nullopt;
  return *difference == 0;
}

std::vector<std::string> Dim::symbols() const {
  std::set<std::string> names;
  for (const auto& [monomial, coefficient] : terms_) {
    for (const auto& [atom, exponent] : monomial) {
      if (!atom.quotient) {
        names.insert(atom.name);
        continue;
      }
      for (const Dim* part : {&atom.quotient->numerator, &atom.quotient->denominator})
        for (const std::string& name : part->symbols()) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

std::int64_t Dim::evaluate(const Bindings& bindings) const {
  std::map<std::string, Dim> sizes;
  for (const auto& [name, value] : bindings) sizes.emplace(name, value);
  const auto value = substitute(sizes).constant();
  if (value) return *value;
  for (const std::string& name : symbols())
    require(bindings.contains(name), "the size ", *this, " needs a value for ", name);
  throw Error(atto::text("the size ", *this, " has no value"));
}

Dim Dim::substitute(const std::map<std::string, Dim>& sizes) const {
  Dim out;
  for (const auto& [monomial, coefficient] : terms_) {
    Dim term = coefficient;
    for (const auto& [atom, exponent] : monomial) {
      Dim factor;
      if (atom.quotient) {
        factor = divide(atom.quotient->numerator.substitute(sizes),
                        atom.quotient->denominator.substitute(sizes), atom.quotient->exact);
      } else if (const auto found = sizes.find(atom.name); found != sizes.end()) {
        factor = found->second;
      } else {
        factor = symbol(atom.name);
      }
      for (int i = 0; i < exponent; ++i) term *= factor;
    }
    out += term;
  }
  return out;
}

std::string Dim::text() const {
  if (terms_.empty()) return "0";
  std::vector<std::pair<int, const std::pair<const Monomial, std::int64_t>*>> order;
  for (const auto& term : terms_) {
    int degree = 0;
    for (const auto& [atom, exponent] : term.first) degree += exponent;
    order.emplace_back(degree, &term);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out;
  for (const auto& [degree, term] : order) {
    const auto& [monomial, coefficient] = *term;
    std::string factors;
    for (const auto& [atom, exponent] : monomial) {
      const bool alone = monomial.size() == 1 && exponent == 1 && coefficient == 1;
      if (!factors.empty()) factors += "*";
      factors += atom.quotient && !alone ? "(" + atom.name + ")" : atom.name;
      if (exponent > 1) factors += "**" + std::to_string(exponent);
    }
    std::string number = std::to_string(coefficient);
    const bool negative = number[0] == '-';
    if (negative) number.erase(0, 1);
    if (!out.empty())
      out += negative ? " - " : " + ";
    else if (negative)
      out += "-";
    if (factors.empty())
      out += number;
    else
      out += number == "1" ? factors : number + "*" + factors;
  }
  return out;
}

Dim product_of(const Dims& dims) {
  Dim product = 1;
  for (const Dim& dim : dims) product *= dim;
  return product;
}

Shape evaluate(const Dims& dims, const Bindings& bindings) {
  Shape shape;
  for (const Dim& dim : dims) {
    shape.push_back(dim.evaluate(bindings));
    require(shape.back() >= 0, "the size ", dim, " is ", shape.back());
  }
  return shape;
}

std::string text_of(const Dims& dims) {
  std::string out = "[";
  for (const Dim& dim : dims) out += (out.size() > 1 ? ", " : "") + dim.text();
  return out + "]";
}

}  // namespace atto
