#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/generate/generator.h"
#include "framework/text/tokenizer.h"
#include "tools/model.h"
#include "tools/session_flags.h"

namespace atto::tools {

/// A model with its weights, its tokenizer, and what its folder says of generation.
class TextModel {
 public:
  /// Opens all of them. Error when a part is missing.
  TextModel(const ModelOptions& options, const SessionFlags& flags);

  const Model& model() const { return model_; }
  Session& session() { return *session_; }
  /// Error when the folder has no tokenizer.
  const Tokenizer& tokenizer() const;
  bool has_tokenizer() const { return tokenizer_.has_value(); }
  std::uint64_t seed() const { return settings_.random.seed; }

  /// The tokens of a text with its special tokens; of an empty text the one that texts begin with.
  TokenIds encode(const std::string& text) const;
  /// Ids that end a text: `eos_token_id` of generation_config.json, else of config.json, else the
  /// tokenizer's eos_token.
  std::vector<std::int64_t> ends() const;

 private:
  Model model_;
  SessionSettings settings_;
  std::optional<Session> session_;
  std::optional<Tokenizer> tokenizer_;
};

/// Why ids that a tokenizer made do not fit.
inline constexpr const char* kForeignTokenizer =
    ": its tokenizer and its weights do not belong together";

/// Error unless every id is below `vocabulary`; `what` names them, `remedy` ends the message.
void check_ids(const TokenIds& ids, std::int64_t vocabulary, const std::string& what,
               const char* remedy = kForeignTokenizer);

/// The content of a file, or of standard input for `-`.
std::string read_text(const std::string& path);

}  // namespace atto::tools
