#include "framework/data/npy_header.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "framework/core/error.h"
#include "framework/data/file.h"

namespace atto {
namespace {

constexpr std::size_t kMostAxes = 64;  // of an array in NumPy 2; NumPy 1 has 32

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A reader of the few Python literals that a header is made of.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      entry();
      if (accept(',')) continue;
      expect('}');
      break;
    }
    skip_spaces();
    if (at_ < text_.size()) fail("nothing more after '}'");
    return {given(descr_, "descr"), given(fortran_order_, "fortran_order"), given(shape_, "shape")};
  }

 private:
  void entry() {
    const std::string key = string();
    expect(':');
    if (key == "descr") {
      store(descr_, dtype(), key);
    } else if (key == "fortran_order") {
      store(fortran_order_, truth(), key);
    } else if (key == "shape") {
      store(shape_, tuple(), key);
    } else {
      damaged("has the unknown key '" + printable(key) + "'");
    }
  }

  std::string dtype() {
    require(!next_is('['), "the array has a structured dtype (named fields): ", printable(text_),
            "; save each field, array['field'], as an array of its own");
    return string();
  }

  std::string string() {
    skip_spaces();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') fail("a quoted string");
    const auto end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a quoted string that ends");
    const std::string out(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return out;
  }

  bool truth() {
    skip_spaces();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      return word == "True";
    }
    fail("True or False");
  }

  Shape tuple() {
    Shape sizes;
    bool comma = true;
    expect('(');
    while (!accept(')')) {
      if (!comma) fail("',' or ')'");
      sizes.push_back(size());
      comma = accept(',');
    }
    if (sizes.size() == 1 && !comma) damaged("has a number as its shape, not a tuple such as (3,)");
    return sizes;
  }

  std::int64_t size() {
    skip_spaces();
    if (at_ < text_.size() && text_[at_] == '-') damaged("has a negative size in its shape");
    if (at_ >= text_.size() || !is_digit(text_[at_])) fail("a size");
    std::int64_t value = 0;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data() + at_, end, value);
    if (error != std::errc()) damaged("has a size in its shape that 64 bits cannot hold");
    at_ = static_cast<std::size_t>(stop - text_.data());
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote 3L
    return value;
  }

  template <class T>
  void store(std::optional<T>& to, T value, const std::string& key) {
    if (to) damaged("has the key '" + key + "' twice");
    to = std::move(value);
  }

  template <class T>
  T given(const std::optional<T>& value, const char* key) {
    if (!value) damaged(text("has no '", key, "'"));
    return *value;
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool next_is(char c) {
    skip_spaces();
    return at_ < text_.size() && text_[at_] == c;
  }

  bool accept(char c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(text("'", c, "'"));
  }

  [[noreturn]] void fail(const std::string& wanted) const {
    damaged(text("should have ", wanted, " at its byte ", at_));
  }

  [[noreturn]] void damaged(const std::string& what) const {
    throw Error(text("the header ", what, ": ", printable(text_), "; ", kDamaged));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<std::string> descr_;
  std::optional<bool> fortran_order_;
  std::optional<Shape> shape_;
};

/// Counts what is not 0 only, so that a shape with a 0 in it cannot hide sizes whose product
/// overflows elsewhere.
void check_countable(const Shape& shape) {
  std::int64_t bytes = 8;  // of the largest element
  for (const std::int64_t size : shape)
    require(!__builtin_mul_overflow(bytes, std::max<std::int64_t>(size, 1), &bytes),
            "the header has the shape ", text_of(shape), ", more bytes than 64 bits can count; ",
            kDamaged);
}

const char* descr_of(DType dtype) {
  switch (dtype) {
    case DType::float32: return "<f4";
    case DType::float64: return "<f8";
    case DType::int64: return "<i8";
    default: break;  // boolean; what is storage only is cast first
  }
  return "|b1";
}

std::string tuple_of(const Shape& shape) {
  std::string out = "(";
  for (const std::int64_t size : shape) out += (out.size() > 1 ? ", " : "") + std::to_string(size);
  return out + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace

NpyHeader parse_npy_header(std::string_view dictionary) {
  NpyHeader header = HeaderParser(dictionary).parse();
  require(header.shape.size() <= kMostAxes, "the array has ", header.shape.size(),
          " axes; at most ", kMostAxes, " are read: reshape it and save it again");
  check_countable(header.shape);
  return header;
}

std::string npy_header(DType dtype, const Shape& shape) {
  constexpr std::size_t kAlignment = 64;      // of the first element in the file
  constexpr std::size_t kGrowthDigits = 21;   // np.save leaves room for a longer first size
  constexpr std::size_t kMostShort = 0xFFFF;  // the size field of version 1.0 has two bytes
  std::string dictionary = text("{'descr': '", descr_of(dtype),
                                "', 'fortran_order': False, 'shape': ", tuple_of(shape), ", }");
  if (!shape.empty()) dictionary.append(kGrowthDigits - std::to_string(shape[0]).size(), ' ');
  const auto padded = [&](std::size_t prefix) {
    const std::size_t used = prefix + dictionary.size() + 1;  // 1: the newline at the end
    return dictionary.size() + 1 + (kAlignment - used % kAlignment);
  };
  const bool is_short = padded(kNpyMagic.size() + 4) <= kMostShort;
  const std::size_t size_bytes = is_short ? 2 : 4;
  const std::size_t size = padded(kNpyMagic.size() + 2 + size_bytes);
  std::string out(kNpyMagic);
  out += {is_short ? '\1' : '\2', '\0'};
  for (std::size_t i = 0; i < size_bytes; ++i) out += static_cast<char>(size >> (8 * i) & 0xFF);
  out += dictionary;
  out.append(size - dictionary.size() - 1, ' ');
  return out + '\n';
}

}  // namespace atto
