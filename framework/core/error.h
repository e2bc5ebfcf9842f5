#pragma once
#include <exception>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace atto {

/// A text that was read (a file, a flag); kept alive by its positions so that messages can quote
/// it.
struct Source {
  std::string name;  ///< the path as the user gave it, or a flag such as `--set`
  std::string text;
};

/// A place in a source; line and column count from 1. A default one is no place.
struct Position {
  std::shared_ptr<const Source> source;
  int line = 0;
  int column = 0;

  explicit operator bool() const { return source != nullptr; }
};

/// The parts written one after the other, as operator<< prints them.
template <class... Part>
std::string text(const Part&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

/// A mistake of the user's: what is wrong, where, and what to do. Bugs of ours are no Error (see
/// check()).
class Error : public std::exception {
 public:
  struct Note {
    std::string message;
    Position position;
  };

  explicit Error(std::string message, Position position = {});

  const std::string& message() const { return message_; }
  const Position& position() const { return position_; }
  const std::string& subject() const { return subject_; }
  const std::vector<Note>& notes() const { return notes_; }

  /// Says where, unless that is known already: the innermost place is the most exact one.
  Error& at(const Position& position);
  /// Names the attribute or port that the message is about; whoever knows the file turns it into a
  /// place.
  Error& about(std::string subject);
  /// Adds a line below the message: another place, the block that led here.
  Error& note(std::string message, const Position& position = {});

  /// `article.yaml:4:9: error: ...`, the line of text, a caret, then the notes. No newline at the
  /// end.
  std::string report() const;
  /// report(), for whoever catches a std::exception.
  const char* what() const noexcept override;

 private:
  std::string message_;
  Position position_;
  std::string subject_;
  std::vector<Note> notes_;
  mutable std::string report_;
};

/// Throws an Error of the parts unless `condition` holds.
template <class... Part>
void require(bool condition, const Part&... parts) {
  if (!condition) throw Error(text(parts...));
}

/// All that is wrong with a file, collected so that one run shows everything.
class Problems : public std::exception {
 public:
  /// The thousandth throws all of them: nobody reads more.
  void add(Error error);
  bool empty() const { return errors_.empty(); }
  const std::vector<Error>& errors() const { return errors_; }

  /// Runs `work`; an Error is kept, with `position` if it has none. Returns whether there was none.
  template <class Work>
  bool attempt(const Position& position, Work&& work) {
    try {
      work();
      return true;
    } catch (Error& error) {
      add(std::move(error.at(position)));
      return false;
    }
  }

  /// Throws itself if there is any.
  void throw_if_any() const;
  /// Every report, in the order of files and lines, an empty line between two.
  std::string report() const;
  const char* what() const noexcept override;

 private:
  std::vector<Error> errors_;
  mutable std::string report_;
};

/// `; did you mean 'softmax'?` when a known word is near enough to `word`, else an empty text.
/// Near is an edit distance (Damerau 1964) of at most a third of the longer word's length.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

/// `a, b, c`, at most `limit` of them and then `... (12 more)`.
std::string list_of(const std::vector<std::string>& words, std::size_t limit = 12);

/// Ends the process with file and line: a bug of ours, never reachable from a file or a flag.
[[noreturn]] void bug(const char* file, int line, const char* condition);

}  // namespace atto

/// An internal check, also in release builds.
#define ATTO_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::atto::bug(__FILE__, __LINE__, #condition))
