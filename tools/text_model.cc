#include "tools/text_model.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "framework/data/file.h"
#include "framework/describe/config_file.h"

namespace atto::tools {
namespace {

namespace fs = std::filesystem;

bool has_tokenizer_file(const fs::path& folder) {
  for (const char* name : {"tokenizer.json", "vocab.json", "vocab.txt", "tokenizer.model",
                           "spiece.model", "qwen.tiktoken"})
    if (is_there(folder / name)) return true;
  return false;
}

/// A number or a list of numbers; nothing where the file or the key is missing.
std::vector<std::int64_t> ids_in(const fs::path& file, const std::string& key) {
  if (!is_there(file)) return {};
  const ConfigFile config = ConfigFile::read(file.string());
  const Json* value = config.find(key);
  if (!value) return {};
  return about_file(file.string(), [&] {
    const JsonPlace place(*value, key);
    if (!value->as<Json::Array>()) return std::vector<std::int64_t>{place.integer()};
    std::vector<std::int64_t> ids;
    for (const JsonPlace& id : place.elements()) ids.push_back(id.integer());
    return ids;
  });
}

}  // namespace

TextModel::TextModel(const ModelOptions& options, const SessionFlags& flags)
    : model_(open_model(options)), settings_(settings_of(model_.description.run, flags)) {
  session_.emplace(model_.session(settings_.session, settings_.random));
  if (!model_.folder.empty() && has_tokenizer_file(model_.folder))
    tokenizer_.emplace(Tokenizer::load(model_.folder));
}

const Tokenizer& TextModel::tokenizer() const {
  require(
      tokenizer_.has_value(), model_.folder.empty() ? model_.description.path : model_.folder,
      " has no tokenizer: no tokenizer.json, vocab.json, vocab.txt or tokenizer.model is there");
  return *tokenizer_;
}

TokenIds TextModel::encode(const std::string& text) const {
  const Encoding encoding = tokenizer().encode(text);
  TokenIds ids(encoding.ids.begin(), encoding.ids.end());
  if (!ids.empty()) return ids;
  std::vector<std::int64_t> begin = ids_in(fs::path(model_.folder) / "config.json", "bos_token_id");
  if (const auto role = tokenizer().role("bos_token"); begin.empty() && role) begin = {*role};
  require(!begin.empty(),
          "an empty text has no tokens, and neither config.json nor the tokenizer names a ",
          "bos_token to begin with");
  return {begin[0]};
}

std::vector<std::int64_t> TextModel::ends() const {
  for (const char* file : {"generation_config.json", "config.json"})
    if (const auto ids = ids_in(fs::path(model_.folder) / file, "eos_token_id"); !ids.empty())
      return ids;
  if (tokenizer_)
    if (const auto role = tokenizer_->role("eos_token")) return {*role};
  return {};
}

void check_ids(const TokenIds& ids, std::int64_t vocabulary, const std::string& what,
               const char* remedy) {
  for (const std::int64_t id : ids)
    require(id >= 0 && id < vocabulary, what, " has the token id ", id,
            ", but the model has ids below ", vocabulary, " only", remedy);
}

std::string read_text(const std::string& path) {
  if (path != "-") return read_file(path);
  std::string content;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stdin))
    content.append(buffer, count);
  require(!std::ferror(stdin), "standard input cannot be read: ", system_message(errno));
  return content;
}

}  // namespace atto::tools
