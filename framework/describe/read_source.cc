#include <algorithm>
#include <fstream>

#include "framework/core/characters.h"
#include "framework/describe/yaml.h"

namespace atto {
namespace {

constexpr std::size_t kLargestFile = 16u << 20;  // bytes
constexpr std::size_t kChunk = 1u << 16;         // bytes that are read at a time

/// Where the text is no UTF-8; its size if it is. Overlong forms and surrogates are refused only
/// as far as a file by mistake has them: by their first byte.
std::size_t first_that_is_no_utf8(std::string_view content) {
  for (std::size_t i = 0; i < content.size();) {
    const auto byte = static_cast<unsigned char>(content[i]);
    const std::size_t length = byte < 0x80                    ? 1
                               : byte >= 0xC2 && byte < 0xE0  ? 2
                               : byte >= 0xE0 && byte < 0xF0  ? 3
                               : byte >= 0xF0 && byte <= 0xF4 ? 4
                                                              : 0;
    if (length == 0 || i + length > content.size()) return i;
    for (std::size_t k = 1; k < length; ++k)
      if (!is_continuation(content[i + k])) return i;
    i += length;
  }
  return content.size();
}

void refuse_what_is_no_text(const std::shared_ptr<const Source>& source) {
  const std::string_view content = source->text;
  const auto refuse = [&](const char* message) { throw Error(message, {source, 0, 0}); };
  const auto first = content.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) refuse("the file is empty");
  const std::string start = lower(content.substr(first, 64));
  if (start.starts_with("<!doctype") || start.starts_with("<html") || start.starts_with("<?xml"))
    refuse("this is a web page (HTML or XML), not YAML: was the right file downloaded?");
  if (start.starts_with("version https://git-lfs"))
    refuse("this is a git-LFS pointer, not the file itself: run 'git lfs pull'");
  if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))
    refuse("this is UTF-16 text: save it as UTF-8");
  for (const char c : content) {
    const auto byte = static_cast<unsigned char>(c);
    const bool control = byte < 0x20 && c != '\n' && c != '\r' && c != '\t';
    if (control || byte == 0x7F) refuse("this is a binary file, not YAML");
  }
  const auto wrong = static_cast<std::ptrdiff_t>(first_that_is_no_utf8(content));
  if (wrong == std::ssize(content)) return;
  const auto line = std::count(content.begin(), content.begin() + wrong, '\n') + 1;
  throw Error("this line is no UTF-8 text: save the file as UTF-8",
              {source, static_cast<int>(line), 1});
}

}  // namespace

std::shared_ptr<const Source> source_of(const std::string& name, std::string content) {
  if (content.starts_with("\xEF\xBB\xBF")) content.erase(0, 3);
  const auto source = std::make_shared<const Source>(Source{name, std::move(content)});
  refuse_what_is_no_text(source);
  return source;
}

std::shared_ptr<const Source> read_source(const std::string& path) {
  const auto expect = [&](bool fine, const std::string& message) {
    if (!fine) throw Error(message, {std::make_shared<const Source>(Source{path, ""}), 0, 0});
  };
  std::ifstream file(path, std::ios::binary);
  expect(file.good(), "there is no such file, or it cannot be read");
  std::string content;
  while (file && content.size() <= kLargestFile) {
    const std::size_t size = content.size();
    content.resize(size + kChunk);
    file.read(content.data() + size, static_cast<std::streamsize>(kChunk));
    content.resize(size + static_cast<std::size_t>(file.gcount()));
  }
  expect(!file.bad(), "this is a folder, or it cannot be read");
  expect(content.size() <= kLargestFile,
         text("larger than ", kLargestFile >> 20, " MB, which no model file is"));
  return source_of(path, std::move(content));
}

}  // namespace atto
