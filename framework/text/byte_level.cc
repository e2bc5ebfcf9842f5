#include "framework/text/byte_level.h"

#include <array>
#include <cstdint>
#include <optional>

#include "framework/core/characters.h"
#include "framework/text/piece_room.h"
#include "framework/text/split.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

constexpr char32_t kEnd = 0x144;  // behind the last character that stands for a byte

struct ByteCharacter {
  char utf8[2];
  std::uint8_t size;
};

struct Table {
  constexpr Table() {
    bytes.fill(-1);
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < 256; ++byte) {
      const bool visible = (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
      const char32_t c = visible ? byte : next++;
      bytes[c] = static_cast<std::int16_t>(byte);
      ByteCharacter& character = characters[byte];
      character.size = c < 0x80 ? 1 : 2;
      if (c < 0x80) {
        character.utf8[0] = static_cast<char>(c);
      } else {
        character.utf8[0] = static_cast<char>(0xC0 | c >> 6);
        character.utf8[1] = static_cast<char>(0x80 | (c & 0x3F));
      }
    }
  }

  std::array<ByteCharacter, 256> characters{};
  std::array<std::int16_t, kEnd> bytes{};
};

constexpr Table kTable;

constexpr const char* kGpt2 =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

bool is_visible_ascii(std::string_view text) {
  for (const char c : text)
    if (c <= 0x20 || c == 0x7F) return false;
  return true;
}

/// Hands out the characters of the piece's bytes.
void hand_out_bytes(const Piece& piece, const PieceSink& sink) {
  if (is_visible_ascii(piece.text)) return sink(piece);
  PieceRoom room(2 * piece.text.size());
  for (std::size_t at = 0; at < piece.text.size();) {
    std::size_t end = at + 1;
    while (end < piece.text.size() && is_continuation(piece.text[end])) ++end;
    const Span origin = origin_of_character(piece, at, end);
    for (; at < end; ++at) {
      const auto& [utf8, size] = kTable.characters[static_cast<unsigned char>(piece.text[at])];
      room.add(utf8[0], origin);
      if (size == 2) room.add(utf8[1], origin);
    }
  }
  sink(room.piece());
}

class ByteLevel : public PreTokenizer {
 public:
  explicit ByteLevel(JsonFields& fields)
      : add_prefix_space_(fields.required("add_prefix_space").boolean()) {
    fields.ignore("trim_offsets");  // for the post-processor
    if (fields.boolean("use_regex", true)) pattern_ = Pattern::regex(kGpt2);
  }

  void split(const Piece& piece, const PieceSink& sink) const override {
    if (!add_prefix_space_ || piece.text.starts_with(' ')) return cut(piece, sink);
    AlignedText text(piece);
    {
      AlignedText::Rewrite rewrite(text);
      std::size_t first = 0;
      next_character(piece.text, first);
      rewrite.put(" ");
      rewrite.add(piece.text.substr(0, first));
      rewrite.keep(rewrite.rest().size());
    }
    cut(text.piece(), sink);
  }

 private:
  void cut(const Piece& piece, const PieceSink& sink) const {
    if (!pattern_) return hand_out_bytes(piece, sink);
    const auto take = [&](const Piece& part) { hand_out_bytes(part, sink); };
    split_at(piece, *pattern_, SplitBehavior::isolated, false, take);
  }

  bool add_prefix_space_;
  std::optional<Pattern> pattern_;
};

}  // namespace

std::string_view byte_character(unsigned char byte) {
  const ByteCharacter& character = kTable.characters[byte];
  return {character.utf8, character.size};
}

bool append_bytes_of(std::string_view characters, std::string& bytes) {
  const std::size_t size = bytes.size();
  for (std::size_t at = 0; at < characters.size();) {
    const char32_t c = next_character(characters, at);
    if (c >= kEnd || kTable.bytes[c] < 0) {
      bytes.resize(size);
      return false;
    }
    bytes += static_cast<char>(kTable.bytes[c]);
  }
  return true;
}

std::unique_ptr<const PreTokenizer> make_byte_level(JsonFields& fields) {
  return std::make_unique<const ByteLevel>(fields);
}

}  // namespace atto
