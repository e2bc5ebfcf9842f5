#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/run/model.h"

namespace atto {

using TokenIds = std::vector<std::int64_t>;

/// What a model's `generate:` says.
struct Generation {
  std::string tokens;                   ///< the input that takes the tokens
  std::string logits;                   ///< the value that scores the next one
  std::optional<std::int64_t> start;    ///< what a decoder begins with, behind an encoder
  std::optional<std::int64_t> context;  ///< how many tokens a sequence may have

  /// Error when the model has no `generate:`.
  static Generation of(const Model& model);
};

/// Runs a model over token sequences that grow: a batch whose sequences may differ in length. What
/// attention keeps stands in a SessionState; a model that looks along its tokens by other means is
/// run again in full for each token.
class Generator {
 public:
  /// The session is kept by the caller. Error when the graph's shapes are not those of tokens
  /// [B,T] and logits [B,T,V].
  Generator(Session& session, Generation generation);
  ~Generator();

  const Generation& generation() const;
  /// Whether all tokens are run again for each one.
  bool runs_again() const;
  /// How many tokens the logits are for.
  std::int64_t vocabulary() const;

  /// Begins anew with these sequences; with an encoder they are its inputs. Gives the logits
  /// [B, V] behind the last token of each. Error for a sequence without tokens, one that is longer
  /// than the context, or an id that the model has not.
  Tensor begin(const std::vector<TokenIds>& prompts);
  /// The same behind one more token of each sequence. A sequence that has ended gets -1: it stays
  /// as it is, and so do its logits.
  Tensor next(const TokenIds& tokens);
  /// The tokens of each sequence so far, of the decoder where there is an encoder.
  const std::vector<TokenIds>& sequences() const;

  /// Gives the logits behind every token of one sequence, from front to back: `take` gets the place
  /// of a token and the logits [n, V] behind it and the next ones, so many that they stay small;
  /// all of them where the model runs again. What was begun stays as it is.
  void all_logits(const TokenIds& tokens,
                  const std::function<void(std::int64_t first, const Tensor& logits)>& take);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace atto
