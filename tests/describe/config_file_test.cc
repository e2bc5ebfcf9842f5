// What a config.json says, and how its mistakes are told.
#include "framework/describe/config_file.h"

#include <gtest/gtest.h>

#include "tests/error_of.h"

namespace atto {
namespace {

ConfigFile config_of(const std::string& json) { return {"config.json", Json::parse(json, "")}; }

TEST(ConfigFile, DotsDescend) {
  const ConfigFile config = config_of(R"({"a": {"b": 3, "c": null}, "d": null})");
  ASSERT_NE(config.find("a.b"), nullptr);
  EXPECT_EQ(*config.find("a.b")->as<std::int64_t>(), 3);
  for (const char* absent : {"a.c", "d", "d.e", "a.x", "x.y"})
    EXPECT_EQ(config.find(absent), nullptr) << absent;
}

TEST(ConfigFile, WhatIsNoObjectHasNoParts) {
  const ConfigFile config = config_of(R"({"scaling": "yarn", "list": ["yarn"], "number": 5})");
  EXPECT_EQ(error_of([&] { config.find("scaling.type"); }).message(),
            "'scaling' is a string, and the model asks for its 'type'");
  EXPECT_NE(error_of([&] { config.find("list.type"); }).message().find("'list' is "),
            std::string::npos);
  EXPECT_NE(error_of([&] { config.find("number.a.b"); }).message().find("'number' is "),
            std::string::npos);
}

TEST(ConfigFile, AKeyMayBeMissingOrNull) {
  for (const auto& [json, message] : std::vector<std::pair<std::string, std::string>>{
           {R"({"hidden": null})", "config.json says null for 'hidden', which gives the param 'D'"},
           {R"({"hiden": 3})",
            "config.json has no 'hidden', which gives the param 'D'; did you mean 'hiden'?"}}) {
    Description description;
    ConfigEntry entry;
    entry.name.text = "D";
    entry.keys = {"hidden"};
    description.config.push_back(entry);
    Problems problems;
    apply_config(config_of(json), description, problems);
    ASSERT_EQ(problems.errors().size(), 1u);
    EXPECT_EQ(problems.errors()[0].message(), message);
  }
}

}  // namespace
}  // namespace atto
