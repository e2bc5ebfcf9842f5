#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace atto {

/// Bytes [begin, end) of the input that is tokenized.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const Span&) const = default;
};

/// A piece of valid UTF-8 on its way from the input to the model, and the input bytes that it came
/// from. A view: whoever made the piece keeps what it points to.
struct Piece {
  std::string_view text;
  /// For each byte of `text` the input bytes of its character; null: `text` is the input from byte
  /// `begin` on.
  const Span* origins = nullptr;
  std::uint32_t begin = 0;

  /// Bytes [from, to) of `text`.
  Piece part(std::size_t from, std::size_t to) const;
  /// The input bytes that bytes [from, to) of `text` came from; whole characters of the input.
  /// Where from == to, an empty span.
  Span origin(std::size_t from, std::size_t to) const;
};

/// Text that normalizers and pre-tokenizers change, character by character. Text that nothing has
/// changed is not copied: it stays that of the piece, which is kept by whoever made it.
class AlignedText {
 public:
  explicit AlignedText(const Piece& piece) : input_(piece) {}
  /// The input of a tokenizer; where it is no UTF-8, with U+FFFD that comes from the bytes in its
  /// place (see replace_invalid()). All other text in this file has to be valid.
  static AlignedText from_input(std::string_view input);

  // Both are valid until the text changes or moves.
  Piece piece() const;
  std::string_view text() const { return piece().text; }

  /// Writes the text anew from front to back, while reading the old one: keep(), put() and drop()
  /// read it. The destructor replaces the old text; what was not read is dropped. Until then text()
  /// is the old one.
  class Rewrite {
   public:
    explicit Rewrite(AlignedText& text);
    ~Rewrite();
    Rewrite(const Rewrite&) = delete;
    Rewrite& operator=(const Rewrite&) = delete;

    /// What of the old text was not read yet.
    std::string_view rest() const { return old_.text.substr(read_); }
    /// The next `bytes` bytes, whole characters, stay as they are.
    void keep(std::size_t bytes);
    /// `with` (any number of characters) stands for the next character: it is said to come from
    /// where that came from.
    void put(std::string_view with);
    /// Adds `with`, which comes from where the last character that was read came from; in front of
    /// everything it comes from an empty span where the piece begins.
    void add(std::string_view with);
    /// Leaves out the next `bytes` bytes, whole characters.
    void drop(std::size_t bytes) { read_ += bytes; }
    /// Leaves out the next `count` characters.
    void drop_characters(std::size_t count);

   private:
    friend class AlignedText;
    void replace_invalid();
    void append(std::string_view with, Span origin);

    AlignedText& written_;
    Piece old_;
    std::size_t read_ = 0;
    std::string text_;
    std::vector<Span> origins_;
  };

 private:
  Piece input_;
  bool is_input_ = true;  // nothing was written
  std::string text_;
  std::vector<Span> origins_;  // as in Piece
  std::string spare_text_;     // memory for the next Rewrite
  std::vector<Span> spare_origins_;
};

}  // namespace atto
