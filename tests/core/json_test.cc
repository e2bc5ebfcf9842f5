#include "framework/core/json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace atto {
namespace {

Json parse(const std::string& text) { return Json::parse(text, "a.json"); }

TEST(Json, Kinds) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"null", "null"},
      {"true", "true or false"},
      {" false\n", "true or false"},
      {"0", "a whole number"},
      {"1.0", "a number"},
      {"\"\"", "a string"},
      {"[]", "an array"},
      {"{}", "an object"},
      {"\t[ ]\r\n", "an array"},
      {"\xEF\xBB\xBF{ }", "an object"},
  };
  for (const auto& [text, kind] : rows) EXPECT_EQ(parse(text).kind(), kind) << text;
}

TEST(Json, WholeNumbers) {
  const std::vector<std::pair<std::string, std::int64_t>> rows = {
      {"0", 0},
      {"-0", 0},
      {"42", 42},
      {"-7", -7},
      {"9223372036854775807", INT64_MAX},
      {"-9223372036854775808", INT64_MIN},
  };
  for (const auto& [text, value] : rows) {
    const Json json = parse(text);
    ASSERT_NE(json.as<std::int64_t>(), nullptr) << text;
    EXPECT_EQ(*json.as<std::int64_t>(), value) << text;
  }
}

TEST(Json, Numbers) {
  const std::vector<std::pair<std::string, double>> rows = {
      {"1.5", 1.5},
      {"-0.25", -0.25},
      {"1e3", 1000},
      {"2E-2", 0.02},
      {"1.25e+2", 125},
      {"0.1", 0.1},
      {"-6.9197219498455524", -6.9197219498455524},
      {"9223372036854775808", 9223372036854775808.0},
      {"1e-400", 0},
      {"1.7976931348623157e308", 1.7976931348623157e308},
  };
  for (const auto& [text, value] : rows) {
    const Json json = parse(text);
    ASSERT_NE(json.as<double>(), nullptr) << text;
    EXPECT_EQ(*json.as<double>(), value) << text;
  }
}

TEST(Json, Strings) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"("abc")", "abc"},
      {R"("")", ""},
      {R"("é中😀")", "é中😀"},
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
      {R"("a\u0041b")", "aAb"},
      {R"("\u00e9\u4E2d\ud83d\uDE00")", "é中😀"},
      {R"("\u0000")", std::string(1, '\0')},
      {"\"\x7F\"", "\x7F"},
  };
  for (const auto& [text, value] : rows) {
    const Json json = parse(text);
    ASSERT_NE(json.as<std::string>(), nullptr) << text;
    EXPECT_EQ(*json.as<std::string>(), value) << text;
  }
}

TEST(Json, ArraysAndObjects) {
  const Json json = parse(R"({"b": [1, "x", [], {"c": null}], "a": 1, "b": 2})");
  const auto& members = *json.as<Json::Object>();
  ASSERT_EQ(members.size(), 3u);
  EXPECT_EQ(members[0].first, "b");
  EXPECT_EQ(members[1].first, "a");
  const auto& array = *members[0].second.as<Json::Array>();
  ASSERT_EQ(array.size(), 4u);
  EXPECT_EQ(*array[1].as<std::string>(), "x");
  EXPECT_TRUE(array[3].find("c")->is_null());
  EXPECT_EQ(*json.find("b")->as<std::int64_t>(), 2);
  EXPECT_EQ(json.find("c"), nullptr);
  EXPECT_EQ(array[0].find("c"), nullptr);
}

TEST(Json, LongLists) {
  constexpr std::int64_t kCount = 5000;
  std::string text = "[[";
  for (std::int64_t i = 0; i < kCount; ++i) text += (i ? "," : "") + std::to_string(i);
  const Json json = parse(text + "],[7]]");
  const auto& array = *(*json.as<Json::Array>())[0].as<Json::Array>();
  ASSERT_EQ(array.size(), static_cast<std::size_t>(kCount));
  for (std::size_t i = 0; i < array.size(); ++i)
    EXPECT_EQ(*array[i].as<std::int64_t>(), static_cast<std::int64_t>(i));
}

TEST(Json, Depth) {
  EXPECT_NO_THROW(parse(std::string(1000, '[') + std::string(1000, ']')));
  EXPECT_THROW(parse(std::string(1001, '[') + std::string(1001, ']')), Error);
  EXPECT_THROW(parse(std::string(1000000, '[')), Error);
}

struct Mistake {
  std::string text;
  int line;
};

TEST(Json, Mistakes) {
  const std::string digits(400, '9');
  const std::vector<Mistake> rows = {
      {"", 1},
      {" \n ", 2},
      {"nul", 1},
      {"True", 1},
      {"-", 1},
      {"+1", 1},
      {".5", 1},
      {"NaN", 1},
      {"01", 1},
      {"1.", 1},
      {"1e", 1},
      {"1e+", 1},
      {"[1e999]", 1},
      {digits, 1},
      {"1 2", 1},
      {"[1 2]", 1},
      {"[1,]", 1},
      {"[", 1},
      {"[1", 1},
      {"{1: 2}", 1},
      {"{\"a\" 1}", 1},
      {"{\"a\": 1", 1},
      {"{\"a\": 1,\n}", 2},
      {"{\n  \"a\": tru\n}", 2},
      {"\"abc", 1},
      {"\"a\nb\"", 1},
      {std::string("\"\0\"", 3), 1},
      {R"("\x")", 1},
      {R"("\)", 1},
      {R"("\u12)", 1},
      {R"("\u12g4")", 1},
      {R"("\u-123")", 1},
      {R"("\ud83d")", 1},
      {R"("\ude00x")", 1},
      {R"("\ud83d\u0041")", 1},
      {"\"\x80\"", 1},
      {"\"\xC0\x80\"", 1},
      {"\"\xED\xA0\x80\"", 1},
      {"\"\xF4\x90\x80\x80\"", 1},
      {"\"\xE4\xB8\"", 1},
      {"\"\xF0\x9F\x98", 1},
  };
  for (const auto& [text, line] : rows) {
    try {
      parse(text);
      ADD_FAILURE() << text << " was read";
    } catch (const Error& error) {
      EXPECT_TRUE(error.message().starts_with("this is no valid JSON: ")) << error.message();
      EXPECT_EQ(error.position().line, line) << text;
      EXPECT_EQ(error.position().source->name, "a.json") << text;
    }
  }
}

TEST(Json, MistakesHaveAPlace) {
  try {
    parse("{\"a\": 1,\n  \"b\": tru}");
    ADD_FAILURE() << "that was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "this is no valid JSON: invalid literal");
    EXPECT_EQ(error.position().line, 2);
    EXPECT_EQ(error.position().column, 11);
  }
}

TEST(JsonFields, ReadsWhatIsThere) {
  const Json json = parse(R"({"a": true, "b": 3, "c": "x", "d": null, "e": 1.5, "f": [1, 2]})");
  JsonFields fields({json, "model"});
  EXPECT_TRUE(fields.boolean("a", false));
  EXPECT_EQ(fields.integer("b", 0), 3);
  EXPECT_EQ(fields.string("c", ""), "x");
  EXPECT_FALSE(fields.has("d"));
  EXPECT_EQ(fields.integer("d", 7), 7);
  EXPECT_EQ(fields.string("missing", "y"), "y");
  EXPECT_EQ(fields.required("b").number(), 3);
  EXPECT_EQ(fields.required("e").number(), 1.5);
  EXPECT_EQ(fields.required("f").elements()[1].path(), "model.f[1]");
  EXPECT_NO_THROW(fields.finish());
}

TEST(JsonFields, Mistakes) {
  const Json json = parse(R"({"unk_token": 1})");
  JsonFields fields({json, "model"});
  const auto message = [](const auto& work) -> std::string {
    try {
      work();
    } catch (const Error& error) {
      return error.message();
    }
    return "no error";
  };
  EXPECT_EQ(message([&] { fields.required("vocab"); }), "model: 'vocab' is missing");
  EXPECT_EQ(message([&] { fields.finish(); }), "model: 'unk_token' is not supported");
  EXPECT_EQ(message([&] { fields.string("unk_token", ""); }),
            "model.unk_token: this is a whole number, not a string");
  EXPECT_EQ(message([&] { fields.required("unk_token").elements(); }),
            "model.unk_token: this is a whole number, not an array");
  EXPECT_NO_THROW(fields.finish());
  EXPECT_EQ(message([&] {
              JsonFields({*json.find("unk_token"), "model"});
            }),
            "model: this is a whole number, not an object");
}

}  // namespace
}  // namespace atto
