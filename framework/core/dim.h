#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/core/shape.h"

namespace atto {

/// What the symbols of a graph stand for in one run: {T: 4}.
using Bindings = std::map<std::string, std::int64_t>;

/// A size that may depend on symbols: a polynomial with 64-bit coefficients in normal form, so that
/// two equal polynomials compare equal. What is no polynomial (T / 2) becomes a symbol of its own
/// that remembers the division. Every operation throws Error when a coefficient overflows.
class Dim {
 public:
  Dim(std::int64_t value = 0);  // NOLINT(google-explicit-constructor): a number is a size
  static Dim symbol(const std::string& name);

  friend Dim operator+(const Dim& a, const Dim& b);
  friend Dim operator-(const Dim& a, const Dim& b);
  friend Dim operator*(const Dim& a, const Dim& b);
  Dim& operator+=(const Dim& other) { return *this = *this + other; }
  Dim& operator*=(const Dim& other) { return *this = *this * other; }
  friend bool operator==(const Dim& a, const Dim& b) { return a.terms_ == b.terms_; }
  friend bool operator!=(const Dim& a, const Dim& b) { return !(a == b); }

  /// a / b where b must divide a. Error at once when that is known to fail or b is 0; else
  /// evaluate() checks it.
  static Dim divide_exactly(const Dim& a, const Dim& b);
  /// The largest integer not above a / b.
  static Dim divide_down(const Dim& a, const Dim& b);
  /// a to a power that is at least 0 (and at most 64 unless a is a number).
  static Dim power(const Dim& a, std::int64_t exponent);

  /// The number, if it depends on no symbol.
  std::optional<std::int64_t> constant() const;
  /// Whether a == b for every value of the symbols (true), for none (false), or that depends.
  static std::optional<bool> equal(const Dim& a, const Dim& b);
  /// The symbols it depends on.
  std::vector<std::string> symbols() const;
  /// The value; Error when a symbol is not bound, a division is not exact, or it overflows.
  std::int64_t evaluate(const Bindings& bindings) const;
  /// With symbols replaced by sizes.
  Dim substitute(const std::map<std::string, Dim>& sizes) const;
  /// `2*T*D + 1`, terms of higher degree first.
  std::string text() const;

 private:
  struct Quotient;
  struct Atom {
    std::string name;                          // what text() shows and what is compared
    std::shared_ptr<const Quotient> quotient;  // set when it stands for a division
    friend bool operator<(const Atom& a, const Atom& b) { return a.name < b.name; }
    friend bool operator==(const Atom& a, const Atom& b) { return a.name == b.name; }
  };
  using Monomial = std::map<Atom, int>;  // each with its exponent; empty for a plain number

  static Dim divide(const Dim& a, const Dim& b, bool exact);
  void add(const Monomial& monomial, std::int64_t coefficient);

  std::map<Monomial, std::int64_t> terms_;  // no coefficient is 0
};

/// The symbolic sizes of a tensor's axes.
using Dims = std::vector<Dim>;

/// The product of the sizes, 1 for a scalar.
Dim product_of(const Dims& dims);
/// The concrete shape; Error when a size is negative or cannot be evaluated.
Shape evaluate(const Dims& dims, const Bindings& bindings);
/// `[B, T, 3]`.
std::string text_of(const Dims& dims);
inline std::ostream& operator<<(std::ostream& out, const Dim& dim) { return out << dim.text(); }

}  // namespace atto
