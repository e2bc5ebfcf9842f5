#pragma once
#include "framework/text/normal_form.h"
#include "framework/text/normalizer.h"

namespace atto {

/// What BERT does to text: `clean_text` leaves out control characters and makes all white space
/// blanks, `handle_chinese_chars` puts blanks around each ideograph, `strip_accents` (null: as
/// `lowercase`) decomposes and leaves out the marks.
class BertNormalizer : public Normalizer {
 public:
  explicit BertNormalizer(JsonFields& fields);
  void normalize(AlignedText& text) const override;

 private:
  bool clean_text_;
  bool handle_chinese_chars_;
  bool lowercase_;
  bool strip_accents_;
  NormalForm decompose_{NormalForm::Kind::kNfd};
};

}  // namespace atto
