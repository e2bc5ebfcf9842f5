#include "framework/describe/arithmetic.h"

#include <cmath>
#include <map>

namespace atto {
namespace {

using Value = AttributeValue;

const Dim* size_of(const Value& value) { return std::get_if<Dim>(&value); }

bool is_number(const Value& value) {
  return std::holds_alternative<Dim>(value) || std::holds_alternative<double>(value);
}

double real(const Value& value, const std::string& operation) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const Dim* size = size_of(value);
  require(size, operation, " needs a number, not ", value.text());
  const auto number = size->constant();
  require(number.has_value(), operation, " needs a number, but ", *size,
          " is known only when the model runs");
  return static_cast<double>(*number);
}

Value finite(double number, const std::string& operation) {
  require(std::isfinite(number), operation, " gives no finite number");
  return number;
}

bool is_zero(const Value& value) {
  if (const Dim* size = size_of(value)) return *size == Dim(0);
  return std::holds_alternative<double>(value) && std::get<double>(value) == 0;
}

/// a modulo b with the sign of b, as in Python.
double remainder(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

Value power(const Value& a, const Value& b) {
  const Dim* base = size_of(a);
  const Dim* exponent = size_of(b);
  if (base && exponent) {
    const auto number = exponent->constant();
    require(number.has_value(), "the exponent ", *exponent, " is known only when the model runs");
    if (*number >= 0) return Dim::power(*base, *number);
  }
  require(!is_zero(a) || real(b, "**") >= 0, "division by zero in ", a.text(), "**", b.text());
  return finite(std::pow(real(a, "**"), real(b, "**")), "**");
}

Value divide(const Value& a, const Value& b) {
  const Dim* x = size_of(a);
  const Dim* y = size_of(b);
  if (x && y) {
    const auto m = x->constant(), n = y->constant();
    if (!m || !n || *n == -1 || *m % *n == 0) return Dim::divide_exactly(*x, *y);
  }
  return finite(real(a, "/") / real(b, "/"), "/");
}

Value divide_down(const Value& a, const Value& b) {
  const Dim* x = size_of(a);
  const Dim* y = size_of(b);
  if (x && y) return Dim::divide_down(*x, *y);
  const double p = real(a, "//"), q = real(b, "//");
  const double quotient = std::round((p - remainder(p, q)) / q);
  require(std::abs(quotient) < 0x1p63, "// gives ", quotient, ", which overflows 64 bits");
  return Dim(static_cast<std::int64_t>(quotient));
}

Value modulo(const Value& a, const Value& b) {
  const Dim* x = size_of(a);
  const Dim* y = size_of(b);
  if (x && y) return *x - Dim::divide_down(*x, *y) * *y;
  return finite(remainder(real(a, "%"), real(b, "%")), "%");
}

bool equal(const Value& a, const Value& b) {
  const Dim* x = size_of(a);
  const Dim* y = size_of(b);
  if (x && y) {
    const auto same = Dim::equal(*x, *y);
    require(same.has_value(), "whether ", *x, " equals ", *y, " is known only when the model runs");
    return *same;
  }
  if (is_number(a) && is_number(b)) return real(a, "==") == real(b, "==");
  if (a.is_none() || b.is_none()) return a.is_none() && b.is_none();
  require(a.index() == b.index(), a.text(), " and ", b.text(), " cannot be compared");
  return a.text() == b.text();
}

const std::map<std::string, double (*)(double)>& functions() {
  static const std::map<std::string, double (*)(double)> known = {
      {"log", [](double x) { return std::log(x); }},
      {"exp", [](double x) { return std::exp(x); }},
      {"sqrt", [](double x) { return std::sqrt(x); }}};
  return known;
}

}  // namespace

AttributeValue arithmetic(const std::string& operation, const Value& a, const Value& b) {
  if (operation == "**") return power(a, b);
  const bool divides = operation == "/" || operation == "//" || operation == "%";
  require(!divides || !is_zero(b), "division by zero");
  if (operation == "/") return divide(a, b);
  if (operation == "//") return divide_down(a, b);
  if (operation == "%") return modulo(a, b);
  const Dim* x = size_of(a);
  const Dim* y = size_of(b);
  if (x && y) return operation == "+" ? *x + *y : operation == "-" ? *x - *y : *x * *y;
  const double p = real(a, operation), q = real(b, operation);
  return finite(operation == "+" ? p + q : operation == "-" ? p - q : p * q, operation);
}

bool compare(const std::string& operation, const Value& a, const Value& b) {
  if (operation == "==") return equal(a, b);
  if (operation == "!=") return !equal(a, b);
  const Dim* x = size_of(a);
  const Dim* y = size_of(b);
  const double difference = x && y ? real(*x - *y, operation)  // T + 1 > T needs no value of T
                                   : real(a, operation) - real(b, operation);
  if (operation == "<") return difference < 0;
  if (operation == "<=") return difference <= 0;
  if (operation == ">") return difference > 0;
  return difference >= 0;
}

AttributeValue negate(const Value& value) {
  if (const Dim* size = size_of(value)) return Dim(-1) * *size;
  return -real(value, "-");
}

bool truth(const Value& value, const std::string& operation) {
  const bool* flag = std::get_if<bool>(&value);
  require(flag != nullptr, operation, " needs true or false, not ", value.text());
  return *flag;
}

bool is_function(const std::string& name) { return functions().contains(name); }

AttributeValue apply(const std::string& function, const Value& argument) {
  return finite(functions().at(function)(real(argument, function)), function);
}

}  // namespace atto
