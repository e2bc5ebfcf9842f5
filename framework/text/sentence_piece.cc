#include "framework/text/sentence_piece.h"

#include <sentencepiece_processor.h>

#include <memory>

namespace atto {
namespace {

using Processor = sentencepiece::SentencePieceProcessor;

class SentencePieceModel final : public TokenModel {
 public:
  explicit SentencePieceModel(std::shared_ptr<const Processor> processor)
      : processor_(std::move(processor)) {
    for (TokenId id = 0; id < processor_->GetPieceSize(); ++id)
      vocabulary_.add(processor_->IdToPiece(id), id);
  }

  void tokenize(std::string_view piece, std::vector<ModelToken>& tokens) const override {
    const auto text = processor_->EncodeAsImmutableProto({piece.data(), piece.size()});
    for (const auto& token : text.pieces())
      tokens.push_back({static_cast<TokenId>(token.id()), token.begin(), token.end()});
  }

 private:
  std::shared_ptr<const Processor> processor_;
};

class SentencePieceDecoder final : public TokenDecoder {
 public:
  explicit SentencePieceDecoder(std::shared_ptr<const Processor> processor)
      : processor_(std::move(processor)) {}

  void decode(std::vector<std::string>& pieces) const override {
    pieces = {processor_->DecodePieces(pieces)};
  }

 private:
  std::shared_ptr<const Processor> processor_;
};

}  // namespace

TokenizerParts make_sentence_piece(std::string_view model) {
  const auto processor = std::make_shared<Processor>();
  const auto status = processor->LoadFromSerializedProto({model.data(), model.size()});
  require(status.ok(), "this is no SentencePiece model that can be read (", status.ToString(), ")");
  TokenizerParts parts;
  parts.model = std::make_unique<SentencePieceModel>(processor);
  parts.decoder = std::make_unique<SentencePieceDecoder>(processor);
  const std::pair<const char*, int> roles[] = {{"unk_token", processor->unk_id()},
                                               {"bos_token", processor->bos_id()},
                                               {"eos_token", processor->eos_id()},
                                               {"pad_token", processor->pad_id()}};
  for (const auto& [role, id] : roles)
    if (id >= 0) parts.roles[role] = processor->IdToPiece(id);
  return parts;
}

}  // namespace atto
