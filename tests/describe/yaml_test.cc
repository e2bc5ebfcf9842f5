#include "framework/describe/yaml.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace atto {
namespace {

Yaml parsed(const std::string& content) {
  return parse_yaml(std::make_shared<Source>(Source{"test.yaml", content}));
}

/// `2:7`.
std::string place(const Position& position) { return text(position.line, ":", position.column); }

/// A folder of its own that is removed again.
class Files : public testing::Test {
 protected:
  Files() { std::filesystem::create_directories(folder_); }
  ~Files() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << content;
    return folder_ + "/" + name;
  }
  /// `3:1: message`, or `message` for the file as a whole.
  std::string error_of(const std::string& content) const {
    return error_of_path(write("bad.yaml", content));
  }
  static std::string error_of_path(const std::string& path) {
    try {
      parse_yaml(read_source(path));
    } catch (const Error& error) {
      EXPECT_EQ(error.position().source->name, path);
      const std::string at = error.position().line > 0 ? place(error.position()) + ": " : "";
      return at + error.message();
    }
    return "no error";
  }

  const std::string folder_ = testing::TempDir() + "atto_yaml_" + std::to_string(getpid());
};

TEST(Yaml, KeepsOrderFormAndQuotes) {
  const Yaml yaml =
      parsed("b: 1\na: {x: 'y', z: [u, \"v\"]}\nc:\n  - |\n    two\n    lines\n  - ~\n");
  EXPECT_EQ(yaml.keys(), (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_FALSE(yaml.flow);
  const Yaml* a = yaml.find("a");
  ASSERT_TRUE(a && a->is_map());
  EXPECT_TRUE(a->flow);
  EXPECT_TRUE(a->find("x")->quoted);
  EXPECT_FALSE(a->find("z")->items[0].quoted);
  EXPECT_TRUE(a->find("z")->items[1].quoted);
  const Yaml* c = yaml.find("c");
  EXPECT_FALSE(c->flow);
  EXPECT_EQ(c->items[0].scalar, "two\nlines\n");
  EXPECT_TRUE(c->items[0].quoted) << "a block of text is no expression";
  EXPECT_TRUE(c->items[1].is_null());
  EXPECT_EQ(yaml.find("d"), nullptr);
}

TEST(Yaml, KnowsPlacesInCharacters) {
  const Yaml yaml = parsed(
      "ä: {größe: 1, b: \"é\", c: [x,\n"
      "     ü, {d: 2}]}\n"
      "\n"
      "e:\n"
      "  - 3\n");
  EXPECT_EQ(place(yaml.position), "1:1");
  const auto& [key, map] = yaml.entries[0];
  EXPECT_EQ(place(key.position), "1:1");
  EXPECT_EQ(place(map.position), "1:4");
  EXPECT_EQ(place(map.entries[0].second.position), "1:12");
  EXPECT_EQ(place(map.find("b")->position), "1:18");
  const Yaml& list = *map.find("c");
  EXPECT_EQ(place(list.position), "1:26");
  EXPECT_EQ(place(list.items[1].position), "2:6");
  EXPECT_EQ(place(list.items[2].entries[0].second.position), "2:13");
  EXPECT_EQ(place(yaml.entries[1].second.items[0].position), "5:5");
}

TEST(Yaml, KnowsPlacesInsideAScalar) {
  const Yaml yaml = parsed("a: 1 + größe * x\nb: 'é + y'\nc: 1\n  + z\nd: \"\\u00e9 + y\"\n");
  const auto place_of = [&](const char* key, const char* part) {
    const Yaml& scalar = *yaml.find(key);
    return place(place_in(scalar, scalar.scalar.find(part)));
  };
  EXPECT_EQ(place_of("a", "größe"), "1:8");
  EXPECT_EQ(place_of("a", "x"), "1:16");
  EXPECT_EQ(place_of("b", "y"), "2:9");
  EXPECT_EQ(place_of("c", "z"), "3:4") << "it is folded: its beginning";
  EXPECT_EQ(place_of("d", "y"), "5:4") << "it is escaped: its beginning";
}

TEST(Yaml, TakesWhatIsNoNumberAndNoTruth) {
  const Yaml yaml = parsed("{a: '', b: 'on', c: \"yes\", d: -, e: 1.0e-5, f: true, g: a b}");
  EXPECT_EQ(yaml.find("a")->scalar, "");
  EXPECT_TRUE(yaml.find("a")->is_scalar());
  EXPECT_EQ(yaml.find("e")->scalar, "1.0e-5");
  EXPECT_EQ(yaml.find("f")->scalar, "true");
  EXPECT_EQ(yaml.find("g")->scalar, "a b");
  for (const char* word : {"on", "Off", "YES", "no"})
    EXPECT_THROW(parsed(text("{a: ", word, "}")), Error) << word;
  for (const char* null : {"~", "null", "Null", "NULL", ""})
    EXPECT_TRUE(parsed(text("a: ", null, "\n")).find("a")->is_null()) << null;
}

TEST(Yaml, WritesFlowThatReadsBack) {
  const std::string content = "{a: [1, \"x \\\" y\", {b: null}], \"on\": \"\\x0A\", c: 2*T + 1}";
  EXPECT_EQ(flow_text(parsed(content)), content);
  EXPECT_EQ(flow_text(parsed(flow_text(parsed(content)))), content);
}

TEST(Yaml, ManyKeysAreReadInTime) {
  std::string content;
  for (int i = 0; i < 50'000; ++i) content += text("key", i, ": ", i, "\n");
  EXPECT_EQ(parsed(content).entries.size(), 50'000u);
  EXPECT_THROW(parsed(content + "key7: 0\n"), Error);
}

TEST_F(Files, ByteOrderMarkAndOtherLineEndingsAreFine) {
  const std::string path = write("windows.yaml",
                                 "\xEF\xBB\xBF"
                                 "a: 1\r\nb: {c: 2,\r\n  d: 3}\r\n# \xC3\xA4\r\n");
  const Yaml yaml = parse_yaml(read_source(path));
  EXPECT_EQ(place(yaml.position), "1:1");
  EXPECT_EQ(yaml.find("a")->scalar, "1");
  EXPECT_EQ(yaml.find("b")->find("d")->scalar, "3");
  EXPECT_EQ(place(yaml.find("b")->find("d")->position), "3:6");
  EXPECT_EQ(error_of("\xEF\xBB\xBF"
                     "a: 1\r\na: 2\r\n"),
            "2:1: duplicate key 'a'");
  EXPECT_EQ(error_of("a: 1\r\n\tb: 2\r\n"),
            "2:1: a tab in the indentation: YAML takes spaces only");
}

TEST_F(Files, WhatIsNoTextIsRefused) {
  EXPECT_EQ(error_of(""), "the file is empty");
  EXPECT_EQ(error_of(" \n\r\n\t\n"), "the file is empty");
  EXPECT_EQ(error_of("\xEF\xBB\xBF"), "the file is empty");
  EXPECT_EQ(error_of("# a comment\n"), "there is nothing but comments");
  EXPECT_EQ(error_of(std::string("\x89PNG\r\n\x1A\n\0\0", 10)), "this is a binary file, not YAML");
  EXPECT_EQ(error_of("a: 1\x7F"), "this is a binary file, not YAML");
  for (const char* page : {"<!DOCTYPE html><html>", "\n  <html lang=en>", "<?xml version='1.0'?>"})
    EXPECT_EQ(error_of(page),
              "this is a web page (HTML or XML), not YAML: was the right file downloaded?");
  EXPECT_EQ(error_of("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
            "this is a git-LFS pointer, not the file itself: run 'git lfs pull'");
  EXPECT_EQ(error_of(std::string("\xFF\xFE"
                                 "a\0:\0",
                                 6)),
            "this is UTF-16 text: save it as UTF-8");
  EXPECT_EQ(error_of("a: 1\nb: gr\xF6\xDF"
                     "e\n"),
            "2:1: this line is no UTF-8 text: save the file as UTF-8");
  EXPECT_EQ(error_of("a: \xC3"), "1:1: this line is no UTF-8 text: save the file as UTF-8");
  EXPECT_EQ(error_of("a: 1\n" + std::string(16u << 20, ' ')),
            "larger than 16 MB, which no model file is");
}

TEST_F(Files, WhatCannotBeReadIsRefused) {
  EXPECT_EQ(error_of_path(folder_ + "/none.yaml"), "there is no such file, or it cannot be read");
  EXPECT_EQ(error_of_path(folder_), "this is a folder, or it cannot be read");
}

TEST_F(Files, AnythingElseIsAMessageToo) {
  EXPECT_EQ(error_of(std::string(100, '[') + std::string(100, ']')),
            "1:65: nested more than 64 levels deep");
  EXPECT_NE(error_of(std::string(100'000, '[')).find("nested more than 64"), std::string::npos);
  EXPECT_NE(error_of(std::string(100'000, '{')).find("nested more than 64"), std::string::npos);
  EXPECT_EQ(error_of("a: \"\\q\"\n"),
            "1:7: in double quotes \\ has a meaning of its own: take single quotes");
  EXPECT_EQ(error_of("a: - b\n"),
            "1:4: a list cannot begin here: each '- ' stands on a line of its own");
  EXPECT_EQ(error_of("%YAML 3.0\n---\na: 1\n"),
            "1:1: this is no valid YAML: YAML major version "
            "too large");
}

}  // namespace
}  // namespace atto
