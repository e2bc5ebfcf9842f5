#include "framework/text/tokenizer.h"

#include <algorithm>
#include <utility>

#include "framework/text/piece_cache.h"

namespace atto {
namespace {

/// What `make` makes of a field, null when the field is missing or null.
template <class Make>
auto part_of(JsonFields& fields, const std::string& key, Make make) {
  return fields.has(key) ? make(fields.required(key)) : decltype(make(fields.place()))();
}

std::string joined(const std::vector<std::string>& pieces, std::string_view between) {
  std::string all;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i > 0) all += between;
    all += pieces[i];
  }
  return all;
}

}  // namespace

TokenizerParts read_tokenizer_json(std::string_view json, const std::string& name) {
  const Json value = Json::parse(json, name);
  JsonFields fields(JsonPlace(value, ""));
  TokenizerParts parts;
  const std::string version = fields.string("version", "1.0");
  require(version == "1.0", "version: '", version, "' is not supported; there is 1.0");
  parts.normalizer = part_of(fields, "normalizer", make_normalizer);
  parts.pre_tokenizer = part_of(fields, "pre_tokenizer", make_pre_tokenizer);
  parts.model = make_token_model(fields.required("model"));
  parts.post_processor = part_of(fields, "post_processor", make_post_processor);
  parts.decoder = part_of(fields, "decoder", make_token_decoder);
  if (fields.has("added_tokens"))
    parts.added_tokens = read_added_tokens(fields.required("added_tokens"));
  if (fields.has("truncation")) parts.truncation = Truncation::from(fields.required("truncation"));
  if (fields.has("padding")) parts.padding = Padding::from(fields.required("padding"));
  fields.finish();
  return parts;
}

Tokenizer Tokenizer::parse(std::string_view json, const std::string& name) {
  return Tokenizer(read_tokenizer_json(json, name));
}

Tokenizer::Tokenizer(TokenizerParts parts)
    : parts_(std::move(parts)),
      added_(parts_.added_tokens, parts_.model->vocabulary(), parts_.normalizer.get()) {}

Encoding Tokenizer::encode_one(std::string_view text, TokenId type_id) const {
  require(text.size() < UINT32_MAX, "a text of ", text.size(),
          " bytes is too long; texts of less than 4 GiB can be tokenized");
  Encoding encoding;
  PieceCache cache;
  const auto tokenize = [&](const Piece& piece) {
    const std::string_view all = piece.text;
    for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
      to = parts_.model->next_cut(all, from);
      for (const ModelToken& token : cache.tokens(all.substr(from, to - from), *parts_.model))
        encoding.add(token.id, piece.origin(from + token.begin, from + token.end));
    }
  };
  const auto pre_tokenize = [&](const Piece& piece) {
    if (parts_.pre_tokenizer)
      parts_.pre_tokenizer->split(piece, tokenize);
    else
      tokenize(piece);
  };
  // The text between added tokens goes on to `next`.
  const auto without_added = [&](const Piece& piece, bool normalized, const auto& next) {
    added_.split(piece, normalized, [&](const Piece& part, std::optional<TokenId> id) {
      if (id)
        encoding.add(*id, part.origin(0, part.text.size()));
      else
        next(part);
    });
  };
  const AlignedText input = AlignedText::from_input(text);
  without_added(input.piece(), false, [&](const Piece& part) {
    AlignedText normalized(part);
    if (parts_.normalizer) parts_.normalizer->normalize(normalized);
    without_added(normalized.piece(), true, pre_tokenize);
  });
  encoding.complete(type_id);
  return encoding;
}

Encoding Tokenizer::finish(std::vector<Encoding> encodings, std::span<const std::string_view> texts,
                           bool special_tokens) const {
  const PostProcessor* processor = parts_.post_processor.get();
  if (parts_.truncation)
    parts_.truncation->apply(encodings, processor && special_tokens
                                            ? processor->added_tokens(encodings.size() == 2)
                                            : 0);
  std::vector<EncodingPart> processed;
  for (std::size_t i = 0; i < encodings.size(); ++i)
    processed.push_back({std::move(encodings[i]), texts[i]});
  if (processor) processor->process(processed, special_tokens, *this);
  Encoding result;
  for (EncodingPart& part : processed) result.append(std::move(part.encoding));
  if (parts_.padding) parts_.padding->apply({&result, 1});
  return result;
}

Encoding Tokenizer::encode(std::string_view text, bool special_tokens) const {
  std::vector<Encoding> encodings;
  encodings.push_back(encode_one(text, 0));
  return finish(std::move(encodings), {{text}}, special_tokens);
}

Encoding Tokenizer::encode_pair(std::string_view first, std::string_view second,
                                bool special_tokens) const {
  std::vector<Encoding> encodings;
  encodings.push_back(encode_one(first, 0));
  encodings.push_back(encode_one(second, 1));
  return finish(std::move(encodings), {{first, second}}, special_tokens);
}

std::string Tokenizer::decode(std::span<const TokenId> ids, bool skip_special) const {
  std::vector<std::string> pieces;
  for (const TokenId id : ids)
    if (has(id) && !(skip_special && added_.is_special(piece(id)))) pieces.emplace_back(piece(id));
  if (!parts_.decoder) return joined(pieces, " ");
  parts_.decoder->decode(pieces);
  return joined(pieces, "");
}

std::string_view Tokenizer::piece(TokenId id) const {
  if (const AddedToken* token = added_.token(id)) return token->content;
  return parts_.model->vocabulary().piece(id);
}

std::optional<TokenId> Tokenizer::find(std::string_view piece) const {
  if (const auto id = added_.find(std::string(piece))) return id;
  return parts_.model->vocabulary().find(piece);
}

bool Tokenizer::has(TokenId id) const {
  return added_.token(id) || parts_.model->vocabulary().has(id);
}

TokenId Tokenizer::end() const { return std::max(parts_.model->vocabulary().end(), added_.end()); }

std::optional<TokenId> Tokenizer::role(const std::string& name) const {
  const auto found = parts_.roles.find(name);
  return found == parts_.roles.end() ? std::nullopt : find(found->second);
}

}  // namespace atto
