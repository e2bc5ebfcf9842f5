#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "framework/core/json.h"
#include "framework/text/encoding.h"

namespace atto {

/// How long sequences are cut.
struct Truncation {
  enum class Strategy { longest_first, only_first, only_second };

  std::size_t max_length = 0;  ///< with the special tokens
  Strategy strategy = Strategy::longest_first;
  bool keep_end = false;  ///< the tokens in front are cut off

  /// Of the `truncation` of a tokenizer.json. `stride`, how far the parts that are cut off would
  /// overlap, is read and has no meaning: there are no such parts here.
  static Truncation from(const JsonPlace& place);

  /// Cuts one or two encodings so that `special_tokens` tokens more are max_length. Error when the
  /// strategy does not allow it.
  void apply(std::vector<Encoding>& encodings, std::size_t special_tokens) const;

 private:
  void cut(Encoding& encoding, std::size_t length) const;
};

/// How short ones are filled up.
struct Padding {
  std::optional<std::size_t> length;  ///< nothing: that of the longest of a batch
  std::size_t multiple = 0;           ///< lengths are multiples of this, unless it is 0
  bool in_front = false;
  TokenId id = 0;
  TokenId type_id = 0;

  /// Of the `padding` of a tokenizer.json.
  static Padding from(const JsonPlace& place);

  /// Fills encodings of a batch up to one length.
  void apply(std::span<Encoding> batch) const;
};

}  // namespace atto
