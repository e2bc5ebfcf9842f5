#include "framework/text/normalizer.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "framework/core/characters.h"
#include "framework/text/bert_normalizer.h"
#include "framework/text/byte_level.h"
#include "framework/text/character_changes.h"
#include "framework/text/factory.h"
#include "framework/text/normal_form.h"
#include "framework/text/pattern.h"
#include "framework/text/precompiled.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

class Sequence : public Normalizer {
 public:
  explicit Sequence(JsonFields& fields) {
    for (const JsonPlace& place : fields.required("normalizers").elements()) {
      normalizers_.push_back(make_normalizer(place));
    }
  }
  void normalize(AlignedText& text) const override {
    for (const auto& normalizer : normalizers_) normalizer->normalize(text);
  }

 private:
  std::vector<std::unique_ptr<const Normalizer>> normalizers_;
};

template <NormalForm::Kind kind>
std::unique_ptr<const Normalizer> make_normal_form(JsonFields&) {
  return std::make_unique<const NormalForm>(kind);
}

class Lowercase : public Normalizer {
 public:
  explicit Lowercase(JsonFields&) {}
  void normalize(AlignedText& text) const override { to_lower(text); }
};

/// Leaves out the white space at the ends.
class Strip : public Normalizer {
 public:
  explicit Strip(JsonFields& fields)
      : left_(fields.required("strip_left").boolean()),
        right_(fields.required("strip_right").boolean()) {}

  void normalize(AlignedText& text) const override {
    const std::string_view old = text.text();
    const std::size_t begin = left_ ? first_visible(old) : 0;
    const std::size_t end = right_ ? last_visible(old, begin) : old.size();
    if (end - begin == old.size()) return;
    AlignedText::Rewrite rewrite(text);
    rewrite.drop(begin);
    rewrite.keep(end - begin);
  }

 private:
  static std::size_t first_visible(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      if (!is_space(next_character(text, at))) return begin;
    }
    return text.size();
  }

  /// Behind the last visible character.
  static std::size_t last_visible(std::string_view text, std::size_t begin) {
    for (std::size_t end = text.size(); end > begin;) {
      const std::size_t at = begin_of_last(text, end);
      std::size_t next = at;
      if (!is_space(next_character(text, next))) return end;
      end = at;
    }
    return begin;
  }

  bool left_;
  bool right_;
};

/// Leaves out marks.
class StripAccents : public Normalizer {
 public:
  explicit StripAccents(JsonFields&) {}
  void normalize(AlignedText& text) const override {
    change_characters<false>(text, [](char32_t c, std::string&) { return is_mark(c); });
  }
};

/// Replaces what matches a pattern.
class Replace : public Normalizer {
 public:
  explicit Replace(JsonFields& fields)
      : pattern_(Pattern::from(fields.required("pattern"))),
        content_(fields.required("content").string()) {}

  void normalize(AlignedText& text) const override {
    if (text.text().empty()) return;
    std::optional<AlignedText::Rewrite> rewrite;
    std::size_t done = 0;
    pattern_.for_each_match(text.text(), [&](std::size_t from, std::size_t to) {
      if (!rewrite) rewrite.emplace(text);
      rewrite->keep(from - done);
      rewrite->drop(to - from);
      rewrite->add(content_);
      done = to;
    });
    if (rewrite) rewrite->keep(rewrite->rest().size());
  }

 private:
  Pattern pattern_;
  std::string content_;
};

/// Puts a text in front, unless there is none behind it.
class Prepend : public Normalizer {
 public:
  explicit Prepend(JsonFields& fields) : prepend_(fields.required("prepend").string()) {}

  void normalize(AlignedText& text) const override {
    const std::string_view old = text.text();
    if (old.empty()) return;
    std::size_t first = 0;
    next_character(old, first);
    AlignedText::Rewrite rewrite(text);
    // The reference replaces the first character by all of this; by nothing, it adds it anew.
    if (prepend_.empty()) {
      rewrite.add(old.substr(0, first));
      rewrite.drop(first);
    } else {
      rewrite.put(prepend_ + std::string(old.substr(0, first)));
    }
    rewrite.keep(old.size() - first);
  }

 private:
  std::string prepend_;
};

/// SentencePiece's rules of the name: leaves out control characters, and makes other white space,
/// also of no width, blanks.
class Nmt : public Normalizer {
 public:
  explicit Nmt(JsonFields&) {}
  void normalize(AlignedText& text) const override {
    change_characters(text, [](char32_t c, std::string& with) {
      if (c >= ' ' && c < 0x7F) return false;
      if (is_blank(c)) {
        with = ' ';
        return true;
      }
      return (c < ' ' && c != 0) || c == 0x7F || c == 0x8F || c == 0x9F;
    });
  }

 private:
  static bool is_blank(char32_t c) {
    return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == 0x1680 ||
           (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 ||
           c == 0xFEFF || c == 0xFFFD;
  }
};

/// Writes each byte as a visible character.
class ByteLevel : public Normalizer {
 public:
  explicit ByteLevel(JsonFields&) {}
  void normalize(AlignedText& text) const override {
    change_characters(text, [](char32_t c, std::string& with) {
      if (c > ' ' && c < 0x7F) return false;
      std::string bytes;
      append_character(bytes, c);
      for (const char byte : bytes) with += byte_character(static_cast<unsigned char>(byte));
      return true;
    });
  }
};

}  // namespace

std::unique_ptr<const Normalizer> make_normalizer(const JsonPlace& place) {
  using Kind = NormalForm::Kind;
  return make_of_type<Normalizer>(place, {{"BertNormalizer", make<Normalizer, BertNormalizer>},
                                          {"ByteLevel", make<Normalizer, ByteLevel>},
                                          {"Lowercase", make<Normalizer, Lowercase>},
                                          {"NFC", make_normal_form<Kind::kNfc>},
                                          {"NFD", make_normal_form<Kind::kNfd>},
                                          {"NFKC", make_normal_form<Kind::kNfkc>},
                                          {"NFKD", make_normal_form<Kind::kNfkd>},
                                          {"Nmt", make<Normalizer, Nmt>},
                                          {"Precompiled", Precompiled::from},
                                          {"Prepend", make<Normalizer, Prepend>},
                                          {"Replace", make<Normalizer, Replace>},
                                          {"Sequence", make<Normalizer, Sequence>},
                                          {"Strip", make<Normalizer, Strip>},
                                          {"StripAccents", make<Normalizer, StripAccents>}});
}

}  // namespace atto
