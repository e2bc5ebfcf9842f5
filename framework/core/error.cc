#include "framework/core/error.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string_view>

#include "framework/core/characters.h"

namespace atto {
namespace {

constexpr std::size_t kLongestQuote = 160;   // characters of a line that a message shows
constexpr std::size_t kLongestWord = 100;    // for which a similar one is sought
constexpr std::size_t kMostProblems = 1000;  // that are collected

std::string_view line_of(const Source& source, int line) {
  std::string_view rest = source.text;
  for (int i = 1; i < line; ++i) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

/// The line and a caret below its column; columns count characters, not bytes.
std::string quote(const Position& position) {
  const std::string_view line = line_of(*position.source, position.line);
  if (line.empty()) return {};
  const std::size_t length = characters_in(line);
  const auto column = std::min(static_cast<std::size_t>(std::max(position.column, 1)), length + 1);
  std::size_t start = 0;  // a long line is cut around the column
  if (column > kLongestQuote) start = column - kLongestQuote / 2;
  std::string shown, caret;
  std::size_t character = 0;
  for (const char c : line) {
    if (!is_continuation(c)) ++character;
    if (character <= start) continue;
    if (character > start + kLongestQuote) break;
    const bool printable = static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
    shown += printable ? c : (c == '\t' ? ' ' : '?');
    if (character < column && !is_continuation(c)) caret += ' ';
  }
  return text("\n    ", shown, "\n    ", caret, "^");
}

std::string place(const Position& position) {
  if (!position) return {};
  if (position.line == 0) return text(position.source->name, ": ");
  return text(position.source->name, ":", position.line, ":", position.column, ": ");
}

std::string entry(const Position& position, const char* kind, const std::string& message) {
  const bool quotable = position && position.line > 0;
  return text(place(position), kind, ": ", message, quotable ? quote(position) : "");
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

Error::Error(std::string message, Position position)
    : message_(std::move(message)), position_(std::move(position)) {}

Error& Error::at(const Position& position) {
  if (!position_) position_ = position;
  return *this;
}

Error& Error::about(std::string subject) {
  if (subject_.empty()) subject_ = std::move(subject);
  return *this;
}

Error& Error::note(std::string message, const Position& position) {
  notes_.push_back({std::move(message), position});
  return *this;
}

std::string Error::report() const {
  std::string out = entry(position_, "error", message_);
  for (const Note& note : notes_) out += "\n" + entry(note.position, "note", note.message);
  return out;
}

const char* Error::what() const noexcept {
  report_ = report();
  return report_.c_str();
}

void Problems::add(Error error) {
  errors_.push_back(std::move(error));
  if (errors_.size() < kMostProblems) return;
  errors_.emplace_back(text("there may be more problems than these ", kMostProblems));
  throw *this;
}

void Problems::throw_if_any() const {
  if (!empty()) throw *this;
}

std::string Problems::report() const {
  std::vector<const Error*> order;
  std::map<std::string, std::size_t> files;  // in the order in which they were first met
  const auto name_of = [](const Error& e) {
    return e.position() ? e.position().source->name : std::string();
  };
  for (const Error& error : errors_) {
    order.push_back(&error);
    files.emplace(name_of(error), files.size());
  }
  std::stable_sort(order.begin(), order.end(), [&](const Error* a, const Error* b) {
    const auto fa = files[name_of(*a)], fb = files[name_of(*b)];
    if (fa != fb) return fa < fb;
    return std::pair(a->position().line, a->position().column) <
           std::pair(b->position().line, b->position().column);
  });
  std::string out;
  for (const Error* error : order) out += (out.empty() ? "" : "\n\n") + error->report();
  return out;
}

const char* Problems::what() const noexcept {
  report_ = report();
  return report_.c_str();
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  if (word.size() > kLongestWord) return {};
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : known) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    const std::size_t allowed = std::max<std::size_t>(1, longer / 3);
    if (longer - shorter > allowed) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > allowed || candidate.empty() || distance >= candidate.size()) continue;
    if (!best || distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  return best ? text("; did you mean '", *best, "'?") : std::string();
}

std::string list_of(const std::vector<std::string>& words, std::size_t limit) {
  std::string out;
  for (std::size_t i = 0; i < std::min(words.size(), limit); ++i) out += (i ? ", " : "") + words[i];
  if (words.size() > limit) out += text(", ... (", words.size() - limit, " more)");
  return out;
}

void bug(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "%s:%d: internal check failed: %s\nThis is a bug of attograph.\n", file,
               line, condition);
  std::abort();
}

}  // namespace atto
