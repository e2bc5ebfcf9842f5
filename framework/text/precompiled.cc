#include "framework/text/precompiled.h"

#include "framework/core/characters.h"
#include "framework/text/base64.h"
#include "framework/text/grapheme.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

std::uint32_t read_unit(std::string_view bytes, std::size_t at) {
  std::uint32_t unit = 0;
  for (std::size_t i = 4; i-- > 0;) unit = unit << 8 | static_cast<unsigned char>(bytes[at + i]);
  return unit;
}

// A unit of a Darts-clone double array.
bool has_leaf(std::uint32_t unit) { return (unit >> 8 & 1) != 0; }
std::uint32_t label(std::uint32_t unit) { return unit & (1u << 31 | 0xFF); }
std::uint32_t offset(std::uint32_t unit) { return unit >> 10 << ((unit & 1u << 9) >> 6); }
std::uint32_t value(std::uint32_t unit) { return unit & ~(1u << 31); }

/// Writes the text anew. What comes of the characters is said to come from where they were, with
/// two exceptions that the reference makes: what has no replacement left at the very start stays
/// there, and all that follows comes from so much further in front; and what is left out behind a
/// character that a replacement added gives its place to that.
class Writer {
 public:
  explicit Writer(AlignedText& text) : rewrite_(text) {}
  ~Writer() { flush(); }

  void keep(std::string_view part, std::size_t behind) {
    if (part.empty()) return;
    flush();
    empty_ = false;
    if (rewrite_.rest().size() == part.size() + behind) {
      rewrite_.keep(part.size());
    } else {
      for (std::size_t at = 0; at < part.size();) {
        const std::size_t begin = at;
        next_character(part, at);
        rewrite_.put(part.substr(begin, at - begin));
      }
    }
  }

  /// `with` stands for the next `count` characters.
  void replace(std::size_t count, std::string_view with) {
    for (std::size_t at = 0; at < with.size();) {
      const std::size_t begin = at;
      next_character(with, at);
      const std::string_view character = with.substr(begin, at - begin);
      flush();
      empty_ = false;
      if (count > 0) {
        rewrite_.put(character);
        --count;
      } else {
        added_ = character;
      }
    }
    if (count == 0 || empty_) return;
    if (!added_.empty()) {
      rewrite_.put(added_);
      added_ = {};
      --count;
    }
    rewrite_.drop_characters(count);
  }

 private:
  void flush() {
    if (!added_.empty()) rewrite_.add(added_);
    added_ = {};
  }

  AlignedText::Rewrite rewrite_;
  std::string_view added_;  // not written yet: the last character, if a replacement added it
  bool empty_ = true;       // nothing is written yet
};

}  // namespace

std::unique_ptr<const Normalizer> Precompiled::from(JsonFields& fields) {
  const JsonPlace place = fields.required("precompiled_charsmap");
  try {
    return std::make_unique<const Precompiled>(decode_base64(place.string()));
  } catch (const Error& error) {
    place.fail(error.message());
  }
}

Precompiled::Precompiled(std::string_view charsmap) {
  require(charsmap.size() >= 4, "it is cut off: a charsmap begins with the size of its trie");
  const std::size_t size = read_unit(charsmap, 0);
  charsmap.remove_prefix(4);
  require(size >= 4 && size <= charsmap.size(), "it is cut off, or is no charsmap: the trie has ",
          size, " bytes, and there are ", charsmap.size());
  trie_.reserve(size / 4);
  for (std::size_t at = 0; at + 4 <= size; at += 4) trie_.push_back(read_unit(charsmap, at));
  replacements_ = charsmap.substr(size / 4 * 4);
  require(first_invalid_byte(replacements_) == replacements_.size(),
          "it is no charsmap: the replacements are no UTF-8");
  for (int c = 1; c < 0x80; ++c) {
    const char byte = static_cast<char>(c);
    plain_[static_cast<std::size_t>(c)] = c != '\r' && !find({&byte, 1});
  }
}

/// The replacement of the shortest key that the text begins with.
std::optional<std::string_view> Precompiled::find(std::string_view text) const {
  std::uint32_t node = offset(trie_[0]);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    node ^= byte;
    if (byte == 0 || node >= trie_.size() || label(trie_[node]) != byte) return {};
    const std::uint32_t unit = trie_[node];
    node ^= offset(unit);
    if (!has_leaf(unit)) continue;
    if (node >= trie_.size() || value(trie_[node]) > replacements_.size()) return {};
    const std::string_view found = std::string_view(replacements_).substr(value(trie_[node]));
    if (!found.empty() && is_continuation(found[0])) return {};
    return found.substr(0, found.find('\0'));
  }
  return {};
}

/// How many bytes from `at` on are plain characters that no other may join.
std::size_t Precompiled::plain_length(std::string_view text, std::size_t at) const {
  const auto is_plain = [&](std::size_t i) { return plain_[static_cast<unsigned char>(text[i])]; };
  std::size_t end = at;
  while (end < text.size() && is_plain(end)) ++end;
  const bool joined = end < text.size() && static_cast<unsigned char>(text[end]) >= 0x80;
  if (end > at && joined) --end;
  return end - at;
}

void Precompiled::normalize(AlignedText& text) const {
  const std::string_view old = text.text();
  std::optional<Writer> writer;
  std::size_t done = 0;
  const auto replace = [&](std::size_t begin, std::size_t end, std::string_view with) {
    if (!writer) writer.emplace(text);
    writer->keep(old.substr(done, begin - done), old.size() - begin);
    writer->replace(characters_in(old.substr(begin, end - begin)), with);
    done = end;
  };
  for (std::size_t at = 0; (at += plain_length(old, at)) < old.size();) {
    const std::size_t end = grapheme_end(old, at);
    if (end - at < 6) {
      if (const auto with = find(old.substr(at, end - at))) {
        replace(at, end, *with);
        at = end;
      }
    }
    while (at < end) {
      const std::size_t begin = at;
      next_character(old, at);
      if (const auto with = find(old.substr(begin, at - begin))) replace(begin, at, *with);
    }
  }
  if (writer) writer->keep(old.substr(done), 0);
}

}  // namespace atto
