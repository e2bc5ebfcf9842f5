#include "framework/text/normal_form.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/characters.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

/// A character of the decomposed text. `change` says how it takes the place of the characters that
/// were there: 1 is one more of them, 0 replaces one, and -n replaces one and n behind it. What
/// comes of sorting and composing takes the places in its new order, as in Hugging Face's
/// tokenizers.
struct Element {
  char32_t character;
  std::uint8_t combining_class;
  int change;
};
using Elements = std::vector<Element>;

UChar32 code(char32_t c) { return static_cast<UChar32>(c); }

std::uint8_t combining_class(char32_t c) {
  return is_after_unicode9(c) ? std::uint8_t{0} : u_getCombiningClass(code(c));
}

void sort_marks(Elements& elements) {
  const auto is_combining = [](const Element& e) { return e.combining_class != 0; };
  for (auto begin = elements.begin(); begin != elements.end();) {
    begin = std::find_if(begin, elements.end(), is_combining);
    const auto end = std::find_if_not(begin, elements.end(), is_combining);
    std::stable_sort(begin, end, [](const Element& a, const Element& b) {
      return a.combining_class < b.combining_class;
    });
    begin = end;
  }
}

/// UAX #15, "Canonical Composition Algorithm".
void compose(Elements& elements, const UNormalizer2* composition) {
  Element* starter = nullptr;
  int last = -1;  // the class of the last element behind the starter; none: -1
  auto out = elements.begin();
  for (const Element& element : elements) {
    if (starter && last < element.combining_class) {
      const UChar32 composed =
          unorm2_composePair(composition, code(starter->character), code(element.character));
      if (composed >= 0 && !is_after_unicode9(static_cast<char32_t>(composed))) {
        starter->character = static_cast<char32_t>(composed);
        starter->change += element.change - 1;
        continue;
      }
    }
    *out = element;
    last = element.combining_class;
    if (last == 0) {
      starter = &*out;
      last = -1;
    }
    ++out;
  }
  elements.erase(out, elements.end());
}

struct Form {
  bool composes;
  bool compatible;
  UProperty quick_check;
  /// The first byte of the first character that may change or be joined to another.
  unsigned char first_active;
};

constexpr Form kForms[] = {
    // in the order of Kind
    {true, false, UCHAR_NFC_QUICK_CHECK, 0xCC},
    {false, false, UCHAR_NFD_QUICK_CHECK, 0xC3},
    {true, true, UCHAR_NFKC_QUICK_CHECK, 0xC2},
    {false, true, UCHAR_NFKD_QUICK_CHECK, 0xC2},
};

/// One run over a text.
class Run {
 public:
  Run(const Form& form, AlignedText& text) : form_(form), aligned_(text), text_(text.text()) {
    UErrorCode error = U_ZERO_ERROR;
    decomposition_ =
        form.compatible ? unorm2_getNFKDInstance(&error) : unorm2_getNFDInstance(&error);
    composition_ = form.compatible ? unorm2_getNFKCInstance(&error) : unorm2_getNFCInstance(&error);
    data_ = form.composes ? composition_ : decomposition_;
    ATTO_CHECK(U_SUCCESS(error));
  }

  /// Looks for the segments that may change: a character and those behind it that are sorted or
  /// composed with it.
  void run() {
    std::size_t done = 0;
    for (std::size_t at = 0; (at = next_active(at)) < text_.size();) {
      std::size_t begin = at;
      const char32_t c = next_character(text_, at);
      if (unorm2_isInert(data_, code(c))) continue;
      if (!joins(c)) {
        if (is_normal(c)) continue;
      } else if (begin > done) {
        begin = begin_of_last(text_, begin);
      }
      at = end_of_segment(at);
      normalize(begin, at);
      if (is_unchanged(begin, at)) continue;
      if (!rewrite_) rewrite_.emplace(aligned_);
      rewrite_->keep(begin - done);
      write();
      done = at;
    }
    if (rewrite_) rewrite_->keep(text_.size() - done);
  }

 private:
  std::size_t next_active(std::size_t at) const {
    while ((at += ascii_length(text_, at)) < text_.size() &&
           static_cast<unsigned char>(text_[at]) < form_.first_active) {
      ++at;
    }
    return at;
  }

  /// Whether the character may be sorted or composed with the one in front of it.
  bool joins(char32_t c) const {
    return !unorm2_hasBoundaryBefore(data_, code(c)) && !is_after_unicode9(c);
  }

  /// Whether the character stays as it is when it is alone.
  bool is_normal(char32_t c) const {
    return u_getIntPropertyValue(code(c), form_.quick_check) != UNORM_NO || is_after_unicode9(c);
  }

  std::size_t end_of_segment(std::size_t at) const {
    for (std::size_t next = at; at < text_.size(); at = next) {
      if (!joins(next_character(text_, next))) break;
    }
    return at;
  }

  void decompose(char32_t c) {
    UChar units[32];
    UErrorCode error = U_ZERO_ERROR;
    std::int32_t length = -1;
    if (!is_after_unicode9(c)) {
      length = unorm2_getDecomposition(decomposition_, code(c), units, std::size(units), &error);
    }
    ATTO_CHECK(U_SUCCESS(error));
    if (length < 0) elements_.push_back({c, combining_class(c), 0});
    for (std::int32_t i = 0; i < length;) {
      const int change = i > 0;
      UChar32 part = 0;
      U16_NEXT_UNSAFE(units, i, part);
      const auto character = static_cast<char32_t>(part);
      elements_.push_back({character, combining_class(character), change});
    }
  }

  void normalize(std::size_t at, std::size_t end) {
    elements_.clear();
    while (at < end) decompose(next_character(text_, at));
    sort_marks(elements_);
    if (form_.composes) compose(elements_, composition_);
  }

  /// Whether elements_ are the characters of the segment.
  bool is_unchanged(std::size_t at, std::size_t end) const {
    return std::all_of(elements_.begin(), elements_.end(),
                       [&](const Element& element) {
                         return element.change == 0 && at < end &&
                                element.character == next_character(text_, at);
                       }) &&
           at == end;
  }

  void write() {
    for (const Element& element : elements_) {
      bytes_.clear();
      append_character(bytes_, element.character);
      if (element.change > 0) {
        rewrite_->add(bytes_);
      } else {
        rewrite_->put(bytes_);
        rewrite_->drop_characters(static_cast<std::size_t>(-element.change));
      }
    }
  }

  const Form& form_;
  AlignedText& aligned_;
  std::string_view text_;
  const UNormalizer2* decomposition_;
  const UNormalizer2* composition_;
  const UNormalizer2* data_;  // of the form itself
  Elements elements_;         // of the segment that is looked at
  std::string bytes_;
  std::optional<AlignedText::Rewrite> rewrite_;
};

}  // namespace

void NormalForm::normalize(AlignedText& text) const {
  Run(kForms[static_cast<int>(kind_)], text).run();
}

}  // namespace atto
