#include <algorithm>
#include <filesystem>

#include "framework/data/file.h"
#include "framework/text/plain_formats.h"
#include "framework/text/sentence_piece.h"
#include "framework/text/tokenizer.h"

namespace atto {
namespace {

namespace fs = std::filesystem;

/// The content of a token that is written as a text or as an object, as in tokenizer_config.json.
std::string content_of(const JsonPlace& place) {
  if (place.value().as<std::string>()) return place.string();
  return JsonFields(place).required("content").string();
}

/// What tokenizer_config.json and special_tokens_map.json say.
struct FolderSettings {
  TokenizerSettings settings;
  std::map<std::string, std::string> roles;
  std::vector<AddedToken> added_tokens;
  std::optional<bool> add_bos_token, add_eos_token;
};

void read_roles(JsonFields& fields, std::map<std::string, std::string>& roles) {
  for (const char* role :
       {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"})
    if (fields.has(role)) roles[role] = content_of(fields.required(role));
}

/// `added_tokens_decoder`: tokens by id, in any order.
std::vector<AddedToken> read_added_tokens_by_id(const JsonPlace& place) {
  std::vector<std::pair<long, AddedToken>> by_id;
  for (const auto& [id, value] : place.object()) {
    const Json list(Json::Array{value});
    by_id.emplace_back(std::strtol(id.c_str(), nullptr, 10),
                       read_added_tokens({list, place.path() + "." + id})[0]);
  }
  std::stable_sort(by_id.begin(), by_id.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<AddedToken> tokens;
  for (auto& [id, token] : by_id) tokens.push_back(std::move(token));
  return tokens;
}

FolderSettings read_settings(const fs::path& folder) {
  FolderSettings all;
  const auto read = [&](const char* name, const auto& take) {
    const fs::path path = folder / name;
    if (!is_there(path)) return;
    const std::string json = read_file(path.string(), text("a ", name));
    about_file(path.string(), [&] {
      const Json value = Json::parse(json, path.string());
      JsonFields fields(JsonPlace(value, ""));
      take(fields);
    });
  };
  read("special_tokens_map.json", [&](JsonFields& fields) { read_roles(fields, all.roles); });
  read("tokenizer_config.json", [&](JsonFields& fields) {
    read_roles(fields, all.roles);
    TokenizerSettings& settings = all.settings;
    settings.tokenizer_class = fields.string("tokenizer_class", "");
    settings.add_prefix_space = fields.boolean("add_prefix_space", settings.add_prefix_space);
    settings.do_lower_case = fields.boolean("do_lower_case", settings.do_lower_case);
    settings.tokenize_chinese_chars =
        fields.boolean("tokenize_chinese_chars", settings.tokenize_chinese_chars);
    if (fields.has("strip_accents"))
      settings.strip_accents = fields.boolean("strip_accents", false);
    if (fields.has("add_bos_token")) all.add_bos_token = fields.boolean("add_bos_token", false);
    if (fields.has("add_eos_token")) all.add_eos_token = fields.boolean("add_eos_token", false);
    if (fields.has("added_tokens_decoder"))
      all.added_tokens = read_added_tokens_by_id(fields.required("added_tokens_decoder"));
  });
  return all;
}

/// The first of the files that is there.
std::optional<fs::path> first_of(const fs::path& folder, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (is_there(folder / name)) return folder / name;
  return std::nullopt;
}

bool is_tiktoken(std::string_view text) {
  // A line of base64, a blank and a number; a SentencePiece model begins with a field's tag.
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t blank = line.find(' ');
  return blank != std::string_view::npos && blank > 0 && blank % 4 == 0 &&
         blank + 1 < line.size() &&
         line.find_first_not_of("0123456789\r", blank + 1) == std::string_view::npos;
}

bool is_tokenizer_json(const fs::path& path) {
  return path.extension() == ".json" && path.filename() != "vocab.json";
}

bool is_sentence_piece(const fs::path& path, std::string_view content) {
  return path.extension() == ".model" && !is_tiktoken(content);
}

/// Puts bos_token and eos_token around texts where the folder, or else the class, says so.
void add_special_tokens(TokenizerParts& parts, const FolderSettings& folder) {
  const std::string& name = folder.settings.tokenizer_class;
  const bool is_t5 = name.starts_with("T5");
  const bool known =
      name.empty() || is_t5 || name.starts_with("Llama") || name.starts_with("Gemma");
  require(
      known, "the tokenizer_class is '", name,
      "'; a SentencePiece model is read for LlamaTokenizer, GemmaTokenizer and T5Tokenizer: save "
      "this one as tokenizer.json");
  const bool bos = folder.add_bos_token.value_or(!name.empty() && !is_t5);
  const bool eos = folder.add_eos_token.value_or(is_t5);
  const auto tokens = [&](const char* role, bool wanted) -> std::vector<TokenId> {
    if (!wanted) return {};
    const auto content = parts.roles.find(role);
    const auto id = content == parts.roles.end() ? std::nullopt
                                                 : parts.model->vocabulary().find(content->second);
    require(id.has_value(), "the tokenizer is to add a ", role, ", and the model has none");
    return {*id};
  };
  parts.post_processor = make_surrounding(tokens("bos_token", bos), tokens("eos_token", eos));
}

/// The parts that the file says, without what only the folder says.
TokenizerParts read_parts(const fs::path& path, const std::string& content,
                          const TokenizerSettings& settings) {
  const std::string name = path.filename().string();
  if (name == "vocab.json") {
    const Json vocabulary = Json::parse(content, path.string());
    const fs::path merges = path.parent_path() / "merges.txt";
    return make_byte_level_bpe(JsonPlace(vocabulary, ""), read_file(merges.string()), settings);
  }
  if (is_tokenizer_json(path)) return read_tokenizer_json(content, path.string());
  if (name.ends_with(".txt")) return make_bert(content, settings);
  if (is_tiktoken(content)) return make_tiktoken(content, name);
  if (is_sentence_piece(path, content)) return make_sentence_piece(content);
  throw Error(
      "this is no file of a tokenizer: give a folder, a tokenizer.json, a vocab.json "
      "beside its merges.txt, a vocab.txt, a SentencePiece .model or ranks of tiktoken");
}

TokenizerParts load_parts(const fs::path& path, const FolderSettings& folder) {
  const std::string content = read_file(path.string(), "a tokenizer's file");
  TokenizerParts parts = read_parts(path, content, folder.settings);
  for (const auto& [role, token] : folder.roles) parts.roles[role] = token;
  if (is_tokenizer_json(path)) return parts;  // says all itself
  if (is_sentence_piece(path, content)) add_special_tokens(parts, folder);
  if (!folder.added_tokens.empty()) parts.added_tokens = folder.added_tokens;
  return parts;
}

}  // namespace

Tokenizer Tokenizer::load(const std::string& name) {
  fs::path path = name;
  require(is_there(path), "there is no file or folder '", name, "'");
  const bool whole = is_folder(path);
  const fs::path folder_path = whole ? path : path.parent_path();
  if (whole) {
    const auto found = first_of(path, {"tokenizer.json", "vocab.json", "vocab.txt",
                                       "tokenizer.model", "spiece.model", "qwen.tiktoken"});
    require(found.has_value(), "the folder '", name,
            "' has no tokenizer: no tokenizer.json, "
            "vocab.json, vocab.txt, tokenizer.model, spiece.model or qwen.tiktoken is in it");
    path = *found;
  }
  const FolderSettings folder = read_settings(folder_path.empty() ? "." : folder_path);
  return about_file(path.string(), [&] { return Tokenizer(load_parts(path, folder)); });
}

}  // namespace atto
