#include "framework/text/aligned_text.h"

#include <algorithm>
#include <utility>

#include "framework/core/characters.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

/// Where the character behind the one at `at` begins.
std::size_t after_character(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && is_continuation(text[at]));
  return at;
}

}  // namespace

Piece Piece::part(std::size_t from, std::size_t to) const {
  const std::string_view bytes = text.substr(from, to - from);
  if (origins) return {bytes, origins + from, begin};
  return {bytes, nullptr, begin + static_cast<std::uint32_t>(from)};
}

Span Piece::origin(std::size_t from, std::size_t to) const {
  if (origins) {
    if (from < to) return {origins[from].begin, origins[to - 1].end};
    const std::uint32_t at = from < text.size() ? origins[from].begin
                             : from > 0         ? origins[from - 1].end
                                                : begin;
    return {at, at};
  }
  while (from > 0 && from < text.size() && is_continuation(text[from])) --from;
  if (to > 0) to = after_character(text, to - 1);
  to = std::max(from, to);
  return {begin + static_cast<std::uint32_t>(from), begin + static_cast<std::uint32_t>(to)};
}

AlignedText AlignedText::from_input(std::string_view input) {
  AlignedText text(Piece{input});
  if (first_invalid_byte(input) < input.size()) Rewrite(text).replace_invalid();
  return text;
}

Piece AlignedText::piece() const {
  return is_input_ ? input_ : Piece{text_, origins_.data(), input_.origin(0, 0).begin};
}

AlignedText::Rewrite::Rewrite(AlignedText& text)
    : written_(text),
      old_(text.piece()),
      text_(std::move(text.spare_text_)),
      origins_(std::move(text.spare_origins_)) {
  const std::size_t size = old_.text.size() + old_.text.size() / 8 + 32;
  text_.clear();
  text_.reserve(size);
  origins_.clear();
  origins_.reserve(size);
}

AlignedText::Rewrite::~Rewrite() {
  written_.spare_text_ = std::exchange(written_.text_, std::move(text_));
  written_.spare_origins_ = std::exchange(written_.origins_, std::move(origins_));
  written_.is_input_ = false;
}

void AlignedText::Rewrite::append(std::string_view with, Span origin) {
  text_ += with;
  for (std::size_t i = 0; i < with.size(); ++i) origins_.push_back(origin);
}

void AlignedText::Rewrite::keep(std::size_t bytes) {
  text_ += old_.text.substr(read_, bytes);
  const std::size_t end = read_ + bytes;
  if (old_.origins) {
    origins_.insert(origins_.end(), old_.origins + read_, old_.origins + end);
    read_ = end;
    return;
  }
  const std::size_t size = origins_.size();
  origins_.resize(size + bytes);
  Span* origin = origins_.data() + size;
  while (read_ < end) {
    // In an input, bytes that are no UTF-8 may go on behind `end`.
    const std::size_t next = after_character(old_.text.substr(0, end), read_);
    const Span whole{old_.begin + static_cast<std::uint32_t>(read_),
                     old_.begin + static_cast<std::uint32_t>(next)};
    while (read_ < next) {
      *origin++ = whole;
      ++read_;
    }
  }
}

void AlignedText::Rewrite::put(std::string_view with) {
  append(with, old_.origin(read_, read_ + 1));
  drop_characters(1);
}

void AlignedText::Rewrite::add(std::string_view with) {
  const std::uint32_t begin = written_.input_.origin(0, 0).begin;
  append(with, read_ > 0 ? old_.origin(read_ - 1, read_) : Span{begin, begin});
}

void AlignedText::Rewrite::drop_characters(std::size_t count) {
  for (; count > 0; --count) read_ = after_character(old_.text, read_);
}

void AlignedText::Rewrite::replace_invalid() {
  while (true) {
    keep(first_invalid_byte(rest()));
    if (rest().empty()) return;
    const std::size_t invalid = invalid_length(rest(), 0);
    const std::uint32_t begin = old_.begin + static_cast<std::uint32_t>(read_);
    append("\uFFFD", {begin, begin + static_cast<std::uint32_t>(invalid)});
    drop(invalid);
  }
}

}  // namespace atto
