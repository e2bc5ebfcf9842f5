#pragma once
#include "framework/text/normalizer.h"

namespace atto {

/// The normal forms of Unicode (UAX #15), of its version 9: later characters stay as they are.
class NormalForm : public Normalizer {
 public:
  enum class Kind { kNfc, kNfd, kNfkc, kNfkd };

  explicit NormalForm(Kind kind) : kind_(kind) {}
  void normalize(AlignedText& text) const override;

 private:
  Kind kind_;
};

}  // namespace atto
