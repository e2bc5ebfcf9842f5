#pragma once
#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "framework/op/op.h"

namespace atto {

/// The letters of einsum's operands and of its result, one for each axis: those of an ellipsis are
/// numbered from behind.
struct EinsumLetters {
  std::string a, b, y;

  /// Error when the equation is none, or does not fit the number of axes.
  EinsumLetters(const std::string& equation, std::size_t rank_a, std::size_t rank_b) {
    std::string rest = equation;
    std::erase(rest, ' ');
    for (std::size_t at; (at = rest.find("...")) != std::string::npos;) rest.erase(at, 2);
    const std::size_t arrow = rest.find("->");
    const bool implicit = arrow == std::string::npos;
    y = implicit ? "" : rest.substr(arrow + 2);
    rest.resize(implicit ? rest.size() : arrow);
    const std::size_t comma = rest.find(',');
    if (comma == std::string::npos || rest.find(',', comma + 1) != std::string::npos)
      fail("'", equation, "' must name two operands, as in 'ij,jk->ik'");
    a = rest.substr(0, comma);
    b = rest.substr(comma + 1);
    for (const std::string& part : {a, b, y}) check(part);
    if (implicit) y = implied();
    for (const char letter : y)
      if (letter != '.' && !has(a, letter) && !has(b, letter))
        fail("'", letter, "' of the result is in no operand");
    if (has(y, '.') != (has(a, '.') || has(b, '.')))
      fail("'", equation, "' must have '...' in the result if, and only if, an operand has it");
    const std::size_t axes = std::max(expand(a, "a", rank_a), expand(b, "b", rank_b));
    expand(y, axes);
  }

  static bool has(const std::string& letters, char letter) {
    return letters.find(letter) != std::string::npos;
  }
  /// As a message has it.
  static std::string name(char letter) {
    return std::isalpha(static_cast<unsigned char>(letter))
               ? std::string(1, letter)
               : text("axis -", int{letter}, " of ...");
  }

 private:
  static constexpr std::size_t kMostAxes = 'A' - 1;  // of an ellipsis: letters follow

  template <class... Part>
  [[noreturn]] static void fail(const Part&... parts) {
    throw Error(text(parts...)).about("equation");
  }

  static void check(const std::string& part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (part[i] != '.' && !std::isalpha(static_cast<unsigned char>(part[i])))
        fail("'", part[i], "' stands in the equation: axes have letters, or are '...'");
      if (part.find(part[i], i + 1) != std::string::npos)
        fail("'", part[i] == '.' ? std::string("...") : std::string(1, part[i]),
             "' stands twice in ", "one place of the equation: a diagonal must be taken by itself");
    }
  }

  /// NumPy's result where none is written: the letters that are in one operand, by the alphabet.
  std::string implied() const {
    std::string out;
    for (const char letter : a + b)
      if (letter == '.' ? !has(out, letter) : has(a, letter) != has(b, letter)) out += letter;
    std::sort(out.begin(), out.end());  // the ellipsis comes first
    return out;
  }

  /// How many axes the ellipsis of an operand has.
  static std::size_t expand(std::string& letters, const char* port, std::size_t rank) {
    const std::size_t named = letters.size() - (has(letters, '.') ? 1 : 0);
    const std::size_t axes = rank - std::min(rank, named);
    if (rank < named || (axes > 0 && !has(letters, '.')) || axes > kMostAxes)
      throw Error(text(port, " has ", rank, rank == 1 ? " axis" : " axes", ", the equation has ",
                       named, has(letters, '.') ? " and '...'" : "", " for it"))
          .about(port);
    expand(letters, axes);
    return axes;
  }
  static void expand(std::string& letters, std::size_t axes) {
    const std::size_t at = letters.find('.');
    if (at == std::string::npos) return;
    std::string numbers;
    for (std::size_t i = axes; i > 0; --i) numbers += static_cast<char>(i);
    letters.replace(at, 1, numbers);
  }
};

/// A number for each letter: a size, or a stride.
using PerLetter = std::array<std::int64_t, 128>;

inline std::int64_t& of(PerLetter& numbers, char letter) {
  return numbers[static_cast<std::size_t>(letter)];
}
inline std::int64_t of(const PerLetter& numbers, char letter) {
  return numbers[static_cast<std::size_t>(letter)];
}

/// Of the axes of a dense tensor; 0 for letters that it does not have.
inline PerLetter strides_of(const std::string& letters, const PerLetter& size) {
  PerLetter out{};
  std::int64_t stride = 1;
  for (std::size_t i = letters.size(); i-- > 0; stride *= of(size, letters[i]))
    of(out, letters[i]) = stride;
  return out;
}

/// Where the elements of a tensor of these letters stand, in row-major order, where its axes have
/// these strides.
inline std::vector<std::int64_t> offsets_of(const std::string& letters, const PerLetter& size,
                                            const PerLetter& stride) {
  std::vector<std::int64_t> out = {0};
  for (const char letter : letters) {
    std::vector<std::int64_t> longer;
    longer.reserve(out.size() * static_cast<std::size_t>(of(size, letter)));
    for (const std::int64_t offset : out)
      for (std::int64_t i = 0; i < of(size, letter); ++i)
        longer.push_back(offset + i * of(stride, letter));
    out = std::move(longer);
  }
  return out;
}

inline std::int64_t product_of(const std::string& letters, const PerLetter& size) {
  std::int64_t product = 1;
  for (const char letter : letters) product *= of(size, letter);
  return product;
}

/// y of letters `to`, dense, from x whose axes have these strides: permuted, summed over the
/// letters `over`, repeated along letters that x does not have.
template <class T>
void rearrange(const T* x, const PerLetter& stride, const std::string& over, T* y,
               const std::string& to, const PerLetter& size) {
  const std::string front = to.substr(0, to.empty() ? 0 : to.size() - 1);
  const std::int64_t inner = to.empty() ? 1 : of(size, to.back());
  const std::int64_t step = to.empty() ? 0 : of(stride, to.back());
  const auto rows = offsets_of(front, size, stride), terms = offsets_of(over, size, stride);
  const auto work = inner * static_cast<std::int64_t>(terms.size());
  parallel_for(static_cast<std::int64_t>(rows.size()), grain_of(work),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t row = begin; row < end; ++row) {
                   const T* from = x + rows[static_cast<std::size_t>(row)];
                   T* const target = y + row * inner;
                   if (over.empty())
                     for (std::int64_t i = 0; i < inner; ++i) target[i] = from[i * step];
                   for (std::int64_t i = 0; !over.empty() && i < inner; ++i) {
                     double sum = 0;
                     for (const std::int64_t term : terms) sum += from[term + i * step];
                     target[i] = static_cast<T>(sum);
                   }
                 }
               });
}

}  // namespace atto
