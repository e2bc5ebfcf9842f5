#include "framework/text/pattern_syntax.h"

#include <cctype>
#include <cstdint>
#include <string_view>
#include <vector>

#include "framework/core/error.h"
#include "framework/text/character_class.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

constexpr int kDeepest = 100;  // groups and classes within one another
constexpr std::size_t kNone = std::string::npos;

struct Flags {
  bool ignore_case = false;
  bool dot_all = false;
  bool extended = false;
};

class Translator {
 public:
  Translator(std::string_view expression, bool newer) : in_(expression), newer_(newer) {}

  std::string run() {
    alternatives({}, 0);
    require(done(), "unmatched ')'");
    return std::move(out_);
  }
  std::size_t at() const { return at_; }

 private:
  // Reading.
  bool done() const { return at_ == in_.size(); }
  bool sees(std::string_view what) const { return in_.substr(at_).starts_with(what); }
  bool accept(std::string_view what);
  char32_t next();
  std::string_view until(std::string_view end);
  char32_t number(int base, std::size_t most_digits);

  // Writing. An atom is what a quantifier repeats.
  void write(std::string_view atom);
  void write_literal(char32_t c, const Flags& flags);
  void flush();
  std::size_t write_folded(std::size_t i);
  void put(std::string_view atom);

  void alternatives(Flags flags, int depth);
  void element(const Flags& flags, int depth);
  void parenthesis(const Flags& flags, int depth);
  void group(std::string_view opening, const Flags& flags, int depth);
  void options(Flags flags, int depth);
  void escape(const Flags& flags);
  void back_reference(std::string_view which, const Flags& flags);
  void quantifier(std::string quantifier, bool interval);
  std::string interval();
  char32_t escaped_character(char32_t letter);
  std::string character_class(const Flags& flags, int depth);
  void class_item(CharacterClass& characters, const Flags& flags, int depth);
  bool add_escape(CharacterClass& characters, char32_t letter);
  std::string word_boundary(bool negated);

  std::string_view in_;
  bool newer_;
  std::size_t at_ = 0;

  std::string out_;
  std::size_t atom_ = kNone;  // where the last atom begins
  bool quantified_ = false;
  std::u32string literals_;   // not written yet
  bool ignore_case_ = false;  // for them
};

bool Translator::accept(std::string_view what) {
  if (!sees(what)) return false;
  at_ += what.size();
  return true;
}

char32_t Translator::next() {
  require(!done(), "the expression ends too early");
  return next_character(in_, at_);
}

std::string_view Translator::until(std::string_view end) {
  const std::size_t found = in_.find(end, at_);
  require(found != kNone, "'", end, "' is missing");
  const std::string_view what = in_.substr(at_, found - at_);
  at_ = found + end.size();
  return what;
}

/// The code of a character.
char32_t Translator::number(int base, std::size_t most_digits) {
  const auto is_digit = [&](char c) {
    return base == 16 ? std::isxdigit(static_cast<unsigned char>(c)) != 0 : c >= '0' && c <= '7';
  };
  std::string digits;
  while (!done() && digits.size() < most_digits && is_digit(in_[at_])) digits += in_[at_++];
  require(!digits.empty(), "a number is missing");
  const auto code = static_cast<char32_t>(std::stoul(digits, nullptr, base));
  require(code < 0xD800 || (code > 0xDFFF && code <= 0x10FFFF), digits, " is no character");
  return code;
}

void Translator::put(std::string_view atom) {
  atom_ = out_.size();
  quantified_ = false;
  out_ += atom;
}

void Translator::write(std::string_view atom) {
  flush();
  put(atom);
}

void Translator::write_literal(char32_t c, const Flags& flags) {
  if (ignore_case_ != flags.ignore_case) flush();
  ignore_case_ = flags.ignore_case;
  literals_ += c;
}

void Translator::flush() {
  for (std::size_t i = 0; i < literals_.size();) {
    if (ignore_case_) {
      i += write_folded(i);
    } else {
      put(escaped(literals_[i++]));
    }
  }
  literals_.clear();
}

/// Writes the literals from `i` on that one character may stand for, or else one; returns how many.
std::size_t Translator::write_folded(std::size_t i) {
  const auto one = [&](char32_t c) {
    CharacterClass characters({.newer = newer_, .ignore_case = true});
    characters.add(c, c);
    return characters.expression(false);
  };
  for (const std::size_t count : {3, 2}) {
    if (i + count > literals_.size()) continue;
    const auto literals = std::u32string_view(literals_).substr(i, count);
    const std::string equal = characters_equal_to(literals);
    if (equal.empty()) continue;
    std::string atom = "(?:";
    for (const char32_t c : literals) atom += one(c);
    put(atom + "|[" + equal + "])");
    return count;
  }
  put(one(literals_[i]));
  return 1;
}

void Translator::alternatives(Flags flags, int depth) {
  require(depth < kDeepest, "groups are nested deeper than ", kDeepest);
  atom_ = kNone;
  while (!done() && !sees(")")) element(flags, depth);
  flush();
}

void Translator::element(const Flags& flags, int depth) {
  const char32_t c = next();
  switch (c) {
    case '(': return parenthesis(flags, depth);
    case '[': return write(character_class(flags, depth));
    case '\\': return escape(flags);
    case '.': return write(flags.dot_all ? "(?s:.)" : ".");
    case '^': return write("^");
    case '$': return write("$");
    case '*': return quantifier("*", false);
    case '+': return quantifier("+", false);
    case '?': return quantifier("?", false);
    case '{':
      if (std::string found = interval(); !found.empty()) return quantifier(found, true);
      break;
    case '|':
      flush();
      out_ += '|';
      atom_ = kNone;
      return;
    case '#':
      if (!flags.extended) break;
      while (!done() && next() != '\n') continue;
      return;
    default:
      if (flags.extended && is_space(c)) return;
  }
  write_literal(c, flags);
}

void Translator::parenthesis(const Flags& flags, int depth) {
  require(!sees("*"), "callouts, (*..), are not supported");
  if (!accept("?")) return group("(", flags, depth);
  if (accept("#")) {
    until(")");
    return;
  }
  for (const char* kind : {":", "=", "!", ">", "<=", "<!"})
    if (accept(kind)) return group(text("(?", kind), flags, depth);
  if (accept("<")) return group(text("(?<", until(">"), ">"), flags, depth);
  if (accept("'")) return group(text("(?<", until("'"), ">"), flags, depth);
  require(!sees("~"), "absent operators, (?~..), are not supported");
  require(!sees("("), "conditions, (?(..)..), are not supported");
  options(flags, depth);
}

void Translator::group(std::string_view opening, const Flags& flags, int depth) {
  flush();
  const std::size_t begin = out_.size();
  out_ += opening;
  alternatives(flags, depth + 1);
  require(accept(")"), "')' is missing");
  out_ += ')';
  atom_ = begin;
  quantified_ = false;
}

/// `(?i-m:..)`; or `(?i-m)`, which is as if a group went from here to the end of the one around.
void Translator::options(Flags flags, int depth) {
  bool on = true;
  for (;;) {
    const char32_t letter = next();
    switch (letter) {
      case '-': on = false; break;
      case 'i': flags.ignore_case = on; break;
      case 'm': flags.dot_all = on; break;
      case 'x': flags.extended = on; break;
      case ':': return group("(?:", flags, depth);
      case ')':
        flush();
        out_ += "(?:";
        alternatives(flags, depth + 1);
        out_ += ')';
        return;
      default:
        require(false, "the option '", in_.substr(at_ - 1, 1),
                "' of a group is not supported; i, m and x are");
    }
  }
}

void Translator::escape(const Flags& flags) {
  const char32_t letter = next();
  CharacterClass characters({.newer = newer_, .alone = true});
  if (add_escape(characters, letter)) return write(characters.expression(false));
  switch (letter) {
    case 'A':
    case 'Z':
    case 'z':
    case 'G':
    case 'K': return write(text('\\', static_cast<char>(letter)));
    case 'b':
    case 'B': return write(word_boundary(letter == 'B'));
    case 'R': return write(R"((?>\r\n|[\n-\r\x85\x{2028}\x{2029}]))");
    case 'N': return write(".");
    case 'O': return write("(?s:.)");
    case 'X':
    case 'y':
    case 'Y':
      require(false, "text segments, \\", static_cast<char>(letter), ", are not supported");
      break;
    case 'g': require(!sees("<") && !sees("'"), "calls of groups, \\g, are not supported"); break;
    case 'k':
      if (accept("<")) return back_reference(until(">"), flags);
      if (accept("'")) return back_reference(until("'"), flags);
      break;
    default:
      if (letter >= '1' && letter <= '9')
        return back_reference(std::string(1, static_cast<char>(letter)), flags);
  }
  write_literal(escaped_character(letter), flags);
}

void Translator::back_reference(std::string_view which, const Flags& flags) {
  write(text(flags.ignore_case ? "(?i:" : "(?:", "\\g{", which, "})"));
}

std::string Translator::word_boundary(bool negated) {
  CharacterClass characters({.newer = newer_, .alone = true});
  add_escape(characters, 'w');
  const std::string word = characters.expression(false);
  const char* behind = negated ? "=" : "!";
  const char* beside = negated ? "!" : "=";
  return text("(?:(?<=", word, ")(?", behind, word, ")|(?<!", word, ")(?", beside, word, "))");
}

/// `{2}`, `{2,}`, `{2,3}` or `{,3}` behind its brace, as PCRE2 writes it; empty if it is none.
std::string Translator::interval() {
  const std::size_t end = in_.find('}', at_);
  if (end == kNone) return {};
  std::string bounds(in_.substr(at_, end - at_));
  const std::size_t comma = bounds.find(',');
  if (bounds.empty() || bounds == "," || bounds.find_first_not_of("0123456789,") != kNone ||
      bounds.find(',', comma == kNone ? comma : comma + 1) != kNone)
    return {};
  at_ = end + 1;
  if (comma == 0) bounds.insert(0, "0");
  return "{" + bounds + "}";
}

void Translator::quantifier(std::string quantifier, bool interval) {
  if (!literals_.empty()) {
    const char32_t last = literals_.back();
    literals_.pop_back();
    flush();
    literals_ = last;
    flush();
  }
  require(atom_ != kNone, "there is nothing to repeat before '", quantifier, "'");
  const auto wrap = [&] {
    out_.insert(atom_, "(?:");
    out_ += ')';
  };
  if (quantified_) wrap();
  out_ += quantifier;
  quantified_ = true;
  if (interval && quantifier.find(',') == kNone) return;  // another one may follow it, also ?
  if (accept("?")) {
    out_ += '?';
  } else if (!interval && accept("+")) {
    out_ += '+';
  }
}

/// The character of an escape that has no other meaning.
char32_t Translator::escaped_character(char32_t letter) {
  switch (letter) {
    case 't': return '\t';
    case 'n': return '\n';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'a': return '\a';
    case 'e': return 0x1B;
    case 'c': return next() & 0x1F;
    case 'u': return number(16, 4);
    case '0': --at_; return number(8, 3);
    case 'o':
      if (accept("{")) {
        const char32_t c = number(8, 8);
        require(accept("}"), "'}' is missing");
        return c;
      }
      return letter;
    case 'x': {
      const bool braces = accept("{");
      const char32_t c = number(16, braces ? 8 : 2);
      if (braces) {
        require(accept("}"), "'}' is missing");
      } else {
        require(c < 0x80, "\\x with two digits stands for a byte; write \\x{..} for a character");
      }
      return c;
    }
    case 'C':
    case 'M': require(!sees("-"), "\\C- and \\M- are not supported; write \\x{..}"); break;
    default: break;
  }
  return letter;
}

/// Adds what `\s`, `\p{L}` and the like stand for; false when it is no class.
bool Translator::add_escape(CharacterClass& characters, char32_t letter) {
  const bool negated = letter < 'a';
  switch (letter) {
    case 's':
    case 'S': characters.add_posix("space", negated); return true;
    case 'd':
    case 'D': characters.add_posix("digit", negated); return true;
    case 'w':
    case 'W': characters.add_posix("word", negated); return true;
    case 'h':
    case 'H': characters.add_posix("xdigit", negated); return true;
    case 'p':
    case 'P':
      if (!accept("{")) return false;
      characters.add_property(until("}"), negated);
      return true;
    default: return false;
  }
}

/// Behind the bracket.
std::string Translator::character_class(const Flags& flags, int depth) {
  require(depth < kDeepest, "classes are nested deeper than ", kDeepest);
  const CharacterClass::Options options = {.newer = newer_, .ignore_case = flags.ignore_case};
  const bool negated = accept("^");
  std::string before;  // the classes before the last &&
  CharacterClass characters(options);
  for (bool first = true; first || !accept("]"); first = false) {
    if (accept("&&")) {
      before += "(?=" + characters.expression(false) + ")";
      characters = CharacterClass(options);
    } else {
      class_item(characters, flags, depth);
    }
  }
  if (before.empty()) return characters.expression(negated);
  const std::string all = before + characters.expression(false);
  return negated ? "(?:(?!" + all + ")(?s:.))" : "(?:" + all + ")";
}

void Translator::class_item(CharacterClass& characters, const Flags& flags, int depth) {
  require(!done(), "']' is missing");
  if (accept("[:")) {
    const bool negated = accept("^");
    return characters.add_posix(until(":]"), negated);
  }
  if (accept("[")) return characters.add_expression(character_class(flags, depth + 1));
  const auto character = [&](char32_t c) {
    if (c != '\\') return c;
    const char32_t letter = next();
    return letter == 'b' ? U'\b' : escaped_character(letter);
  };
  char32_t c = next();
  if (c == '\\') {
    const std::size_t before = at_;
    if (add_escape(characters, next())) return;
    at_ = before;
  }
  const char32_t from = character(c);
  char32_t to = from;
  if (sees("-") && !sees("-]") && !sees("-[") && !sees("-&&")) {
    accept("-");
    to = character(next());
    require(from <= to, "the range ends before it begins");
  }
  characters.add(from, to);
}

}  // namespace

std::string pcre2_expression(const std::string& oniguruma, bool newer) {
  Translator translator(oniguruma, newer);
  try {
    return translator.run();
  } catch (const Error& error) {
    throw Error(text("regular expression '", oniguruma, "', before byte ", translator.at(), ": ",
                     error.message()));
  }
}

}  // namespace atto
