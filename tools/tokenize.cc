#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>

#include <nlohmann/json.hpp>

#include "framework/data/file.h"
#include "framework/text/tokenizer.h"
#include "framework/text/unicode.h"
#include "tools/commands.h"
#include "tools/ids.h"
#include "tools/table.h"
#include "tools/text_model.h"

namespace atto::tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFooter = R"(
TOKENIZER is a model's folder or a file: a tokenizer.json, else a vocab.json beside its merges.txt, a
vocab.txt, a SentencePiece .model, ranks of tiktoken. The table has a line a token: its id, its piece
as the vocabulary has it, and the bytes of the text that it stands for.

Examples:
  atto tokenize my-model 'Hello, world!'
  atto tokenize my-model/tokenizer.json --file book.txt --count
  echo 'Hello' | atto tokenize my-model -
  atto tokenize my-model 'Hello' --json
  atto tokenize my-model --decode '9707, 11, 1879')";

struct TokenizeOptions {
  std::string tokenizer;
  std::string text;
  std::string file;
  std::string pair;
  std::string decode;
  bool no_special = false;
  bool json = false;
  bool count = false;
};

std::vector<TokenId> read_ids(const std::string& text, const Tokenizer& tokenizer) {
  std::vector<TokenId> ids;
  for (const std::int64_t id : parse_ids(text, "--decode")) {
    require(id >= 0 && id < tokenizer.end() && tokenizer.has(static_cast<TokenId>(id)),
            "there is no token ", id, "; the ids of this tokenizer are below ", tokenizer.end());
    ids.push_back(static_cast<TokenId>(id));
  }
  return ids;
}

/// The piece fit for a cell; control characters and what is no UTF-8 are written out.
std::string visible(std::string_view piece) { return printable(replace_invalid(piece), 60); }

std::string to_table(const Encoding& encoding, const Tokenizer& tokenizer) {
  std::vector<std::vector<std::string>> rows = {{"id", "piece", "bytes"}};
  for (std::size_t i = 0; i < encoding.size(); ++i) {
    const Span bytes = encoding.offsets[i];
    rows.push_back({text(encoding.ids[i]), visible(tokenizer.piece(encoding.ids[i])),
                    encoding.special_mask[i] ? "" : text(bytes.begin, "-", bytes.end)});
  }
  return table(rows, {true, false, false});
}

std::string to_json(const Encoding& encoding, const Tokenizer& tokenizer) {
  Json json;
  json["ids"] = encoding.ids;
  json["tokens"] = Json::array();
  json["offsets"] = Json::array();
  for (std::size_t i = 0; i < encoding.size(); ++i) {
    json["tokens"].push_back(replace_invalid(tokenizer.piece(encoding.ids[i])));
    json["offsets"].push_back({encoding.offsets[i].begin, encoding.offsets[i].end});
  }
  json["type_ids"] = encoding.type_ids;
  json["attention_mask"] = encoding.attention_mask;
  json["special_tokens_mask"] = encoding.special_mask;
  return json.dump() + "\n";
}

std::string tokenize(const TokenizeOptions& options, bool has_pair, bool has_file) {
  const Tokenizer tokenizer = Tokenizer::load(options.tokenizer);
  const std::string input = has_file              ? read_text(options.file)
                            : options.text == "-" ? read_text("-")
                                                  : options.text;
  const Encoding encoding = has_pair
                                ? tokenizer.encode_pair(input, options.pair, !options.no_special)
                                : tokenizer.encode(input, !options.no_special);
  if (options.count) return text(encoding.size(), "\n");
  return options.json ? to_json(encoding, tokenizer) : to_table(encoding, tokenizer);
}

std::string decode(const TokenizeOptions& options) {
  const Tokenizer tokenizer = Tokenizer::load(options.tokenizer);
  const std::string decoded =
      tokenizer.decode(read_ids(options.decode, tokenizer), options.no_special);
  return (options.json ? Json(decoded).dump() : decoded) + "\n";
}

}  // namespace

CLI::App* add_tokenize(CLI::App& app, int&) {
  auto options = std::make_shared<TokenizeOptions>();
  CLI::App* command = app.add_subcommand("tokenize", "Cut text into tokens, or join them");
  command->footer(kFooter);
  command->add_option("TOKENIZER", options->tokenizer, "A folder or a file")
      ->required()
      ->type_name("");
  CLI::Option* text =
      command->add_option("TEXT", options->text, "The text; - reads standard input");
  CLI::Option* file = command->add_option("--file", options->file,
                                          "Read the text from a file; - is standard input");
  CLI::Option* pair = command->add_option("--pair", options->pair, "A second text of the sequence");
  CLI::Option* decode_ids = command->add_option(
      "--decode", options->decode, "Print the text that these ids stand for, special tokens too");
  command->add_flag("--no-special", options->no_special,
                    "Add no special tokens around the text; with --decode, leave them out");
  CLI::Option* json = command->add_flag("--json", options->json, "Print JSON");
  CLI::Option* count =
      command->add_flag("--count", options->count, "Print how many tokens there are");
  text->type_name("");
  file->excludes(text)->type_name("FILE");
  decode_ids->excludes(text, file, pair, count)->type_name("IDS");
  json->excludes(count);
  command->callback([=] {
    require(*text || *file || *decode_ids,
            "give a TEXT, --file FILE or --decode IDS; 'atto tokenize --help' has examples");
    const std::string out =
        *decode_ids ? decode(*options) : tokenize(*options, bool(*pair), bool(*file));
    std::fwrite(out.data(), 1, out.size(), stdout);
  });
  return command;
}

}  // namespace atto::tools
