#pragma once
#include <cstddef>
#include <memory>

#include "framework/core/json.h"
#include "framework/text/pattern.h"
#include "framework/text/pre_tokenizer.h"
#include "framework/text/unicode.h"

namespace atto {

/// What becomes of the matches when a piece is cut at them.
enum class SplitBehavior { removed, isolated, merged_with_previous, merged_with_next, contiguous };

/// Reads `Removed` and so on. Error when it is none of them.
SplitBehavior read_split_behavior(const JsonPlace& place);

/// Cuts a piece at matches that come from front to back.
class Splitter {
 public:
  /// With `invert` what is between the matches takes their place.
  Splitter(const Piece& piece, SplitBehavior behavior, bool invert, const PieceSink& sink)
      : piece_(piece), behavior_(behavior), invert_(invert), sink_(sink) {}

  /// A match may be empty.
  void match(std::size_t from, std::size_t to);
  /// After the last match.
  void finish();

 private:
  struct Part {
    std::size_t from = 0;
    std::size_t to = 0;
    bool matched = false;
  };

  void add(Part part);
  void hand_out(const Part& part) const;

  const Piece& piece_;
  SplitBehavior behavior_;
  bool invert_;
  const PieceSink& sink_;
  std::size_t at_ = 0;
  Part held_;  // not handed out: the next part may be merged with it; at first an empty one
};

/// Cuts at each character for which `is` holds.
template <class Is>
void split_at(const Piece& piece, Is&& is, SplitBehavior behavior, const PieceSink& sink) {
  Splitter splitter(piece, behavior, false, sink);
  for (std::size_t at = 0; at < piece.text.size();) {
    const std::size_t from = at;
    if (is(next_character(piece.text, at))) splitter.match(from, at);
  }
  splitter.finish();
}

/// Cuts at each match of a pattern.
void split_at(const Piece& piece, const Pattern& pattern, SplitBehavior behavior, bool invert,
              const PieceSink& sink);

/// Split, behind its `type`.
std::unique_ptr<const PreTokenizer> make_split(JsonFields& fields);

}  // namespace atto
