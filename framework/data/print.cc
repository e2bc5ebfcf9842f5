#include "framework/data/print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace atto {
namespace {

constexpr int kPrecision = 8;              // digits behind the point
constexpr std::int64_t kThreshold = 1000;  // elements; above it the middle is left out
constexpr std::int64_t kEdge = 3;          // elements shown at each end of an axis
constexpr int kLineWidth = 75;

/// sign d.ddd * 10^exponent; the digits have no zeros at the end unless there is only one.
struct Decimal {
  bool negative = false;
  std::string digits;
  int exponent = 0;

  int decimals() const { return static_cast<int>(digits.size()) - 1; }  // scientific
};

Decimal parse(std::string_view scientific) {
  Decimal out;
  out.negative = scientific.starts_with('-');
  const auto e = scientific.find('e');
  for (const char c : scientific.substr(0, e))
    if (c >= '0' && c <= '9') out.digits += c;
  const auto last = out.digits.find_last_not_of('0');
  out.digits.resize(last == std::string::npos ? 1 : last + 1);
  const std::size_t sign = scientific[e + 1] == '+' ? 2 : 1;  // from_chars takes no '+'
  std::from_chars(scientific.data() + e + sign, scientific.data() + scientific.size(),
                  out.exponent);
  return out;
}

/// The fewest digits that name no other value of the type.
template <class T>
Decimal shortest(T value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  return parse({buffer, end.ptr});
}

/// The exact value rounded to that many digits behind the point, half to even.
template <class T>
Decimal rounded(T value, int decimals) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, decimals);
  return parse({buffer, end.ptr});
}

/// `-1.25e-05`, padded with zeros to the given numbers of digits.
std::string scientific(const Decimal& value, std::size_t decimals, std::size_t exponent_digits) {
  std::string fraction = value.digits.substr(1);
  if (fraction.size() < decimals) fraction.append(decimals - fraction.size(), '0');
  std::string exponent = std::to_string(std::abs(value.exponent));
  if (exponent.size() < exponent_digits) exponent.insert(0, exponent_digits - exponent.size(), '0');
  return text(value.negative ? "-" : "", value.digits[0], ".", fraction, "e",
              value.exponent < 0 ? "-" : "+", exponent);
}

/// `-12.5`, `3.`: no zeros at the end.
std::string positional(const Decimal& value) {
  const int count = static_cast<int>(value.digits.size());
  const int before = value.exponent + 1;  // digits in front of the point
  std::string whole = "0", fraction;
  if (before <= 0) {
    if (value.digits != "0")
      fraction = std::string(static_cast<std::size_t>(-before), '0') + value.digits;
  } else if (before >= count) {
    whole = value.digits + std::string(static_cast<std::size_t>(before - count), '0');
  } else {
    whole = value.digits.substr(0, static_cast<std::size_t>(before));
    fraction = value.digits.substr(static_cast<std::size_t>(before));
  }
  return text(value.negative ? "-" : "", whole, ".", fraction);
}

template <class T>
std::string nonfinite(T value) {
  if (std::isnan(value)) return "nan";
  return value < 0 ? "-inf" : "inf";
}

/// A scalar stands alone: all digits, as str(np.float64(x)).
template <class T>
std::string scalar(T value) {
  if (!std::isfinite(value)) return nonfinite(value);
  const Decimal decimal = shortest(value);
  const double size = std::abs(static_cast<double>(value));
  if (size == 0 || (size >= 1e-4 && size < 1e16)) {
    const std::string out = positional(decimal);
    return out.ends_with('.') ? out + "0" : out;
  }
  std::string out = scientific(decimal, 0, 2);
  if (decimal.digits.size() == 1) out.erase(out.find('.'), 1);
  return out;
}

/// Whether NumPy would write these values with exponents.
template <class T>
bool needs_exponent(const std::vector<T>& finite) {
  T largest = 0, smallest = std::numeric_limits<T>::infinity();
  for (const T value : finite) {
    if (value == 0) continue;
    largest = std::max(largest, std::abs(value));
    smallest = std::min(smallest, std::abs(value));
  }
  if (largest == 0) return false;
  const T ratio = largest / smallest;  // in the array's own type, as NumPy divides
  return largest >= 1e8 || smallest < 1e-4 || ratio > 1000;
}

/// Writes the reals of one array in its common format, all equally wide.
template <class T>
class RealFormat {
 public:
  explicit RealFormat(const std::vector<T>& values) {
    std::vector<T> finite;
    std::size_t longest = 0;  // of inf, -inf and nan
    for (const T value : values) {
      if (std::isfinite(value)) {
        finite.push_back(value);
      } else {
        longest = std::max(longest, nonfinite(value).size());
      }
    }
    exponents_ = needs_exponent(finite);
    for (const T value : finite) measure(limited(value));
    if (exponents_) right_ = decimals_ + 2 + exponent_digits_;  // 2: the e and its sign
    if (longest > right_ + 1) left_ = std::max(left_, longest - right_ - 1);
  }

  std::string operator()(T value) const {
    const std::size_t width = left_ + 1 + right_;
    std::string word;
    if (!std::isfinite(value)) {
      word = nonfinite(value);
      return std::string(width - word.size(), ' ') + word;
    }
    if (exponents_) {
      word = scientific(at_least(static_cast<int>(decimals_), value), decimals_, exponent_digits_);
    } else {
      word = positional(at_least(limited(value).exponent, value));
    }
    word.insert(0, left_ - word.find('.'), ' ');
    word.resize(width, ' ');
    return word;
  }

 private:
  /// The shortest digits, but at most kPrecision behind the point.
  Decimal limited(T value) const {
    const Decimal decimal = shortest(value);
    const int shift = exponents_ ? 0 : decimal.exponent;
    return decimal.decimals() - shift > kPrecision ? rounded(value, kPrecision + shift) : decimal;
  }

  /// With digits of the exact value, not zeros, where the shortest ones end before that place.
  Decimal at_least(int decimals, T value) const {
    const Decimal decimal = limited(value);
    return decimal.decimals() < decimals ? rounded(value, decimals) : decimal;
  }

  void measure(const Decimal& value) {
    if (exponents_) {
      left_ = std::max<std::size_t>(left_, value.negative ? 2 : 1);
      decimals_ = std::max(decimals_, value.digits.size() - 1);
      exponent_digits_ = std::max(exponent_digits_, digits_of(value.exponent));
    } else {
      const std::string word = positional(value);
      const std::size_t point = word.find('.');
      left_ = std::max(left_, point);
      right_ = std::max(right_, word.size() - point - 1);
    }
  }

  static std::size_t digits_of(int exponent) { return std::to_string(std::abs(exponent)).size(); }

  bool exponents_ = false;
  std::size_t left_ = 0;   // characters in front of the point
  std::size_t right_ = 0;  // and behind it
  std::size_t decimals_ = 0;
  std::size_t exponent_digits_ = 2;
};

template <class T>
std::vector<std::string> words_of(const std::vector<T>& values) {
  std::vector<std::string> words;
  if constexpr (std::is_same_v<T, bool>) {
    for (const bool value : values) words.push_back(value ? " True" : "False");
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    std::size_t width = 0;
    for (const T value : values) {
      words.push_back(std::to_string(value));
      width = std::max(width, words.back().size());
    }
    for (std::string& word : words) word.insert(0, width - word.size(), ' ');
  } else {
    const RealFormat<T> format(values);
    for (const T value : values) words.push_back(format(value));
  }
  return words;
}

/// Which elements of an array are shown, and how they stand in lines and brackets.
class Layout {
 public:
  Layout(const Shape& shape, bool summarized) : shape_(shape), summarized_(summarized) {}

  /// Row-major offsets of the elements that are shown.
  std::vector<std::int64_t> offsets() const {
    std::vector<std::int64_t> out = {0};
    for (const std::int64_t size : shape_) {
      std::vector<std::int64_t> next;
      for (const std::int64_t offset : out)
        for (std::int64_t i = 0; i < size; ++i) {
          if (cut(size) && i == kEdge) i = size - kEdge;
          next.push_back(offset * size + i);
        }
      out = std::move(next);
    }
    return out;
  }

  /// `words` are those of offsets(), in order.
  std::string lines(const std::vector<std::string>& words) {
    next_ = words.begin();
    return block(0, kLineWidth);
  }

 private:
  bool cut(std::int64_t size) const { return summarized_ && size > 2 * kEdge; }

  /// Everything behind `axis` indices, in brackets. Line breaks are followed by axis + 1 spaces;
  /// `width` is what a line may hold, the brackets that close behind it taken off.
  std::string block(std::size_t axis, int width) {
    return "[" + (axis + 1 == shape_.size() ? row(axis, width) : rows(axis, width)) + "]";
  }

  std::string rows(std::size_t axis, int width) {
    const std::string indent(axis + 1, ' ');
    const std::string separator = std::string(shape_.size() - axis - 1, '\n') + indent;
    std::string out;
    for (std::int64_t i = 0; i < shape_[axis]; ++i) {
      if (i > 0) out += separator;
      if (cut(shape_[axis]) && i == kEdge) {
        out += "..." + separator;
        i = shape_[axis] - kEdge;
      }
      out += block(axis + 1, width - 1);
    }
    return out;
  }

  std::string row(std::size_t axis, int width) {
    const std::string indent(axis + 1, ' ');
    std::string out, line = indent;
    const auto append = [&](const std::string& word) {
      const bool full = static_cast<int>(line.size() + word.size()) > width - 1;  // 1: the bracket
      if (full && line.size() > indent.size()) {
        line.resize(line.find_last_not_of(' ') + 1);
        out += line + "\n";
        line = indent;
      }
      line += word;
    };
    for (std::int64_t i = 0; i < shape_[axis]; ++i) {
      if (i > 0) line += ' ';
      if (cut(shape_[axis]) && i == kEdge) {
        append("...");
        line += ' ';
        i = shape_[axis] - kEdge;
      }
      append(*next_++);
    }
    return (out + line).substr(indent.size());
  }

  const Shape& shape_;
  bool summarized_;
  std::vector<std::string>::const_iterator next_;
};

template <class T>
std::string print(const T* values, const Shape& shape, bool summarized) {
  Layout layout(shape, summarized);
  std::vector<T> shown;
  for (const std::int64_t offset : layout.offsets()) shown.push_back(values[offset]);
  return layout.lines(words_of(shown));
}

std::string print_scalar(const TensorView& array) {
  switch (array.dtype) {
    case DType::float32: return scalar(*static_cast<const float*>(array.data));
    case DType::float64: return scalar(*static_cast<const double*>(array.data));
    case DType::int64: return std::to_string(*static_cast<const std::int64_t*>(array.data));
    default: break;
  }
  return *static_cast<const bool*>(array.data) ? "True" : "False";
}

}  // namespace

std::string print_array(const TensorView& array) {
  if (array.rank == 0) return print_scalar(array);
  const std::int64_t size = array.size();
  if (size == 0) return "[]";
  return visit(array.dtype, [&](auto zero) {
    return print(static_cast<const decltype(zero)*>(array.data), array.shape(), size > kThreshold);
  });
}

}  // namespace atto
