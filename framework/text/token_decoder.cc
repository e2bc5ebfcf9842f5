#include "framework/text/token_decoder.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "framework/text/byte_level.h"
#include "framework/text/factory.h"
#include "framework/text/fields.h"
#include "framework/text/metaspace.h"
#include "framework/text/pattern.h"
#include "framework/text/unicode.h"

namespace atto {
namespace {

using Pieces = std::vector<std::string>;

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  if (what.empty()) return;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

/// Takes back the spaces that English writes without.
void clean_up(std::string& text) {
  constexpr std::pair<std::string_view, std::string_view> kChanges[] = {
      {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
      {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
      {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
  for (const auto& [what, with] : kChanges) replace_all(text, what, with);
}

/// Characters of the byte-level alphabet become bytes; a piece with others stays. What is no UTF-8
/// then becomes U+FFFD.
class ByteLevelDecoder final : public TokenDecoder {
 public:
  explicit ByteLevelDecoder(JsonFields& fields) {
    for (const char* key : {"add_prefix_space", "trim_offsets", "use_regex"}) fields.ignore(key);
  }
  void decode(Pieces& pieces) const override {
    std::string bytes;
    for (const std::string& piece : pieces)
      if (!append_bytes_of(piece, bytes)) bytes += piece;
    pieces = {replace_invalid(bytes)};
  }
};

/// A piece without the prefix begins a new word.
class WordPieceDecoder final : public TokenDecoder {
 public:
  explicit WordPieceDecoder(JsonFields& fields)
      : prefix_(fields.required("prefix").string()),
        clean_up_(fields.required("cleanup").boolean()) {}
  void decode(Pieces& pieces) const override {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      std::string& piece = pieces[i];
      if (i > 0 && piece.starts_with(prefix_))
        piece.erase(0, prefix_.size());
      else if (i > 0)
        piece.insert(0, " ");
      if (clean_up_) clean_up(piece);
    }
  }

 private:
  std::string prefix_;
  bool clean_up_;
};

/// The replacement is a space, but in the first piece nothing when it was put in front.
class MetaspaceDecoder final : public TokenDecoder {
 public:
  explicit MetaspaceDecoder(JsonFields& fields)
      : replacement_(read_character(fields.required("replacement"))),
        prepended_(read_metaspace_scheme(fields) != MetaspaceScheme::never) {
    fields.ignore("split");
    fields.ignore("str_rep");
  }
  void decode(Pieces& pieces) const override {
    for (std::size_t i = 0; i < pieces.size(); ++i)
      replace_all(pieces[i], replacement_, i == 0 && prepended_ ? "" : " ");
  }

 private:
  std::string replacement_;
  bool prepended_;
};

/// The suffix ends a word.
class BpeDecoder final : public TokenDecoder {
 public:
  explicit BpeDecoder(JsonFields& fields) : suffix_(fields.required("suffix").string()) {}
  void decode(Pieces& pieces) const override {
    for (std::size_t i = 0; i < pieces.size(); ++i)
      replace_all(pieces[i], suffix_, i + 1 == pieces.size() ? "" : " ");
  }

 private:
  std::string suffix_;
};

/// Connectionist temporal classification: repeated pieces are one, padding is none.
class CtcDecoder final : public TokenDecoder {
 public:
  explicit CtcDecoder(JsonFields& fields)
      : pad_(fields.required("pad_token").string()),
        delimiter_(fields.required("word_delimiter_token").string()),
        clean_up_(fields.required("cleanup").boolean()) {}
  void decode(Pieces& pieces) const override {
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    for (std::string& piece : pieces) {
      replace_all(piece, pad_, "");
      if (!clean_up_) continue;
      clean_up(piece);
      replace_all(piece, delimiter_, " ");
    }
    std::erase(pieces, "");
  }

 private:
  std::string pad_, delimiter_;
  bool clean_up_;
};

/// Pieces such as <0xE4> are bytes; a run of them that is no UTF-8 becomes a U+FFFD for each.
class ByteFallbackDecoder final : public TokenDecoder {
 public:
  explicit ByteFallbackDecoder(JsonFields&) {}
  void decode(Pieces& pieces) const override {
    Pieces out;
    std::string bytes;
    const auto flush = [&] {
      if (first_invalid_byte(bytes) == bytes.size()) {
        if (!bytes.empty()) out.push_back(bytes);
      } else {
        out.insert(out.end(), bytes.size(), "\uFFFD");
      }
      bytes.clear();
    };
    for (std::string& piece : pieces)
      if (const auto byte = byte_of(piece)) {
        bytes.push_back(*byte);
      } else {
        flush();
        out.push_back(std::move(piece));
      }
    flush();
    pieces = std::move(out);
  }

 private:
  static std::optional<char> byte_of(const std::string& piece) {
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return std::nullopt;
    const char* from = &piece[3];
    if (*from == '+') ++from;  // Rust's from_str_radix takes a sign
    unsigned value = 0;
    const auto [end, error] = std::from_chars(from, &piece[5], value, 16);
    if (error != std::errc() || end != &piece[5]) return std::nullopt;
    return static_cast<char>(value);
  }
};

/// All pieces become one.
class FuseDecoder final : public TokenDecoder {
 public:
  explicit FuseDecoder(JsonFields&) {}
  void decode(Pieces& pieces) const override {
    std::string all;
    for (const std::string& piece : pieces) all += piece;
    pieces = {all};
  }
};

/// Takes a character off each piece, so many times at the most.
class StripDecoder final : public TokenDecoder {
 public:
  explicit StripDecoder(JsonFields& fields)
      : content_(read_character(fields.required("content"))),
        start_(read_count(fields.required("start"))),
        stop_(read_count(fields.required("stop"))) {}
  void decode(Pieces& pieces) const override {
    for (std::string& piece : pieces) {
      for (std::size_t i = 0; i < start_ && piece.starts_with(content_); ++i)
        piece.erase(0, content_.size());
      for (std::size_t i = 0; i < stop_ && piece.ends_with(content_); ++i)
        piece.erase(piece.size() - content_.size());
    }
  }

 private:
  std::string content_;
  std::size_t start_, stop_;
};

class ReplaceDecoder final : public TokenDecoder {
 public:
  explicit ReplaceDecoder(JsonFields& fields)
      : pattern_(Pattern::from(fields.required("pattern"))),
        content_(fields.required("content").string()) {}
  void decode(Pieces& pieces) const override {
    for (std::string& piece : pieces) {
      std::string out;
      std::size_t done = 0;
      pattern_.for_each_match(piece, [&](std::size_t from, std::size_t to) {
        out.append(piece, done, from - done).append(content_);
        done = to;
      });
      piece = out.append(piece, done);
    }
  }

 private:
  Pattern pattern_;
  std::string content_;
};

class SequenceDecoder final : public TokenDecoder {
 public:
  explicit SequenceDecoder(JsonFields& fields) {
    for (const JsonPlace& place : fields.required("decoders").elements())
      steps_.push_back(make_token_decoder(place));
  }
  void decode(Pieces& pieces) const override {
    for (const auto& step : steps_) step->decode(pieces);
  }

 private:
  std::vector<std::unique_ptr<const TokenDecoder>> steps_;
};

}  // namespace

std::unique_ptr<const TokenDecoder> make_token_decoder(const JsonPlace& place) {
  return make_of_type<TokenDecoder>(place,
                                    {{"ByteLevel", make<TokenDecoder, ByteLevelDecoder>},
                                     {"WordPiece", make<TokenDecoder, WordPieceDecoder>},
                                     {"Metaspace", make<TokenDecoder, MetaspaceDecoder>},
                                     {"BPEDecoder", make<TokenDecoder, BpeDecoder>},
                                     {"CTC", make<TokenDecoder, CtcDecoder>},
                                     {"ByteFallback", make<TokenDecoder, ByteFallbackDecoder>},
                                     {"Fuse", make<TokenDecoder, FuseDecoder>},
                                     {"Strip", make<TokenDecoder, StripDecoder>},
                                     {"Replace", make<TokenDecoder, ReplaceDecoder>},
                                     {"Sequence", make<TokenDecoder, SequenceDecoder>}});
}

}  // namespace atto
