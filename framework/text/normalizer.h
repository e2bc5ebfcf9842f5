#pragma once
#include <memory>

#include "framework/core/json.h"
#include "framework/text/aligned_text.h"

namespace atto {

/// Changes text before it is cut: Unicode normal forms, lower case, replacements. The normalizers
/// and their names are those of Hugging Face's tokenizers 0.22, which tokenizer.json is read by.
/// Any number of threads may use one.
class Normalizer {
 public:
  virtual ~Normalizer() = default;
  virtual void normalize(AlignedText& text) const = 0;
};

/// The `normalizer` of a tokenizer.json. Error when it is of no known type, or has a key that its
/// type has not.
std::unique_ptr<const Normalizer> make_normalizer(const JsonPlace& place);

}  // namespace atto
