#include "framework/text/metaspace.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "framework/text/fields.h"
#include "framework/text/piece_room.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

/// Spaces become a visible character, which begins a piece.
class Metaspace : public PreTokenizer {
 public:
  explicit Metaspace(JsonFields& fields)
      : replacement_(read_character(fields.required("replacement"))),
        scheme_(read_metaspace_scheme(fields)),
        split_(fields.boolean("split", true)) {
    fields.ignore("str_rep");
  }

  void split(const Piece& piece, const PieceSink& sink) const override {
    bool prefixed = gets_prefix(piece);
    for (std::size_t from = 0; from < piece.text.size();) {
      const std::size_t to = split_ ? next_start(piece.text, from) : piece.text.size();
      hand_out(piece.part(from, to), prefixed, sink);
      prefixed = false;
      from = to;
    }
  }

 private:
  /// Where the next piece begins behind `from`.
  std::size_t next_start(std::string_view text, std::size_t from) const {
    for (std::size_t at = from + 1; at < text.size(); ++at)
      if (text[at] == ' ' || text.substr(at).starts_with(replacement_)) return at;
    return text.size();
  }

  void hand_out(const Piece& piece, bool prefixed, const PieceSink& sink) const {
    const auto spaces = std::ranges::count(piece.text, ' ');
    PieceRoom room(piece.text.size() +
                   replacement_.size() * (static_cast<std::size_t>(spaces) + 1));
    const auto add = [&](std::string_view text, Span origin) {
      for (const char byte : text) room.add(byte, origin);
    };
    for (std::size_t at = 0, to = 0; at < piece.text.size(); at = to) {
      next_character(piece.text, to);
      const Span origin = origin_of_character(piece, at, to);
      if (at == 0 && prefixed) add(replacement_, origin);
      add(piece.text[at] == ' ' ? replacement_ : piece.text.substr(at, to - at), origin);
    }
    sink(room.piece());
  }

  bool gets_prefix(const Piece& piece) const {
    if (piece.text.starts_with(' ') || piece.text.starts_with(replacement_)) return false;
    return scheme_ == MetaspaceScheme::always ||
           (scheme_ == MetaspaceScheme::first && piece.origin(0, 1).begin == 0);
  }

  std::string replacement_;
  MetaspaceScheme scheme_;
  bool split_;
};

}  // namespace

MetaspaceScheme read_metaspace_scheme(JsonFields& fields) {
  MetaspaceScheme scheme = MetaspaceScheme::always;
  if (fields.has("prepend_scheme")) {
    const JsonPlace place = fields.required("prepend_scheme");
    if (place.string() == "first") {
      scheme = MetaspaceScheme::first;
    } else if (place.string() == "never") {
      scheme = MetaspaceScheme::never;
    } else if (place.string() != "always") {
      place.fail("this has to be 'always', 'first' or 'never', not '", place.string(), "'");
    }
  }
  if (!fields.boolean("add_prefix_space", true) && scheme != MetaspaceScheme::never)
    fields.place().fail("without add_prefix_space, prepend_scheme has to be 'never'");
  return scheme;
}

std::unique_ptr<const PreTokenizer> make_metaspace(JsonFields& fields) {
  return std::make_unique<const Metaspace>(fields);
}

}  // namespace atto
