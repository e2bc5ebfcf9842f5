#pragma once
#include <memory>
#include <type_traits>

#include "framework/core/json.h"
#include "framework/text/aligned_text.h"

namespace atto {

/// Takes the pieces, none of them empty, in the order of the text. A piece and what it points to
/// lives until the call ends. Refers to whatever it is made of, and does not outlive it.
class PieceSink {
 public:
  template <class Take>
  requires(!std::is_same_v<std::remove_cvref_t<Take>, PieceSink>) PieceSink(Take&& take)
      : take_(const_cast<void*>(static_cast<const void*>(&take))),
        call_([](void* object, const Piece& piece) {
          (*static_cast<std::remove_reference_t<Take>*>(object))(piece);
        }) {}

  void operator()(const Piece& piece) const { call_(take_, piece); }

 private:
  void* take_;
  void (*call_)(void*, const Piece&);
};

/// Cuts a piece of text into pieces that no token crosses. The pre-tokenizers and their names are
/// those of Hugging Face's tokenizers 0.22. Any number of threads may use one.
class PreTokenizer {
 public:
  virtual ~PreTokenizer() = default;
  virtual void split(const Piece& piece, const PieceSink& sink) const = 0;
};

/// The `pre_tokenizer` of a tokenizer.json. Error when it is of no known type, or has a key that
/// its type has not.
std::unique_ptr<const PreTokenizer> make_pre_tokenizer(const JsonPlace& place);

}  // namespace atto
