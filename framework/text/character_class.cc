#include "framework/text/character_class.h"

#include <unicode/uchar.h>
#include <unicode/uniset.h>
#include <unicode/unistr.h>
#include <unicode/usetiter.h>

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>

#include "framework/core/characters.h"
#include "framework/core/error.h"
#include "framework/text/newer_characters.h"

namespace atto {

/// Characters of some general categories, and others.
struct CharacterClass::Property {
  std::uint32_t categories = 0;  // bits U_GC_.._MASK
  std::string members = {};      // items of a class, for PCRE2 and ICU
  bool NewerCharacters::*flag = nullptr;
  std::string script = {};
  std::string alone = {};  // more members when the property is not in brackets

  bool in_categories(const char* category) const {
    const int mask = u_getPropertyValueEnum(UCHAR_GENERAL_CATEGORY_MASK, category);
    return (categories & static_cast<std::uint32_t>(mask)) != 0;
  }
  bool has(const NewerCharacters& row) const {
    return in_categories(row.category) || (flag && row.*flag) || row.script == script;
  }
  bool had(const NewerCharacters& row) const {
    const bool was_there = row.former != std::string_view("Cn");
    return in_categories(row.former) || (was_there && has(row) && !in_categories(row.category));
  }
};

namespace {

using Property = CharacterClass::Property;

constexpr const char* kSpace =
    R"(\t-\r\x20\x85\xA0\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";
// Letters that are symbols or numbers.
constexpr const char* kCircledCapitals =
    R"(\x{24B6}-\x{24CF}\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189})";
constexpr const char* kCircledSmall = R"(\x{24D0}-\x{24E9})";
constexpr const char* kRomanCapitals = R"(\x{2160}-\x{216F})";
// What Oniguruma takes for parts of words also, but not in brackets.
constexpr const char* kLatinNumbers = R"(\xB2\xB3\xB9\xBC-\xBE)";
// Older characters that have become so since Unicode 14.
constexpr const char* kAlphabeticSince14 =
    R"(\x{363}-\x{36F}\x{C04}\x{F82}\x{F83}\x{1DD3}-\x{1DE6}\x{11080}\x{11081})";
constexpr const char* kLowercaseSince14 = R"(\x{10FC}\x{A7F2}-\x{A7F4}\x{AB69})";

std::string range(char32_t first, char32_t last) {
  return first == last ? escaped(first) : escaped(first) + '-' + escaped(last);
}

/// Capitals that are newer than Unicode 14, and how far from them the small letters are.
struct NewerCapitals {
  char32_t first;
  char32_t last;
  std::int32_t distance;
};
constexpr NewerCapitals kNewerCapitals[] = {{0x1C89, 0x1C89, 1},      {0xA7CB, 0xA7CB, -42343},
                                            {0xA7CC, 0xA7CC, 1},      {0xA7DA, 0xA7DA, 1},
                                            {0xA7DC, 0xA7DC, -42561}, {0x10D50, 0x10D65, 32}};

struct Category {
  const char* name;
  std::uint32_t mask;
};

/// `\p{..}` for each category.
std::string category_items(std::uint32_t categories) {
  static constexpr Category kGroups[] = {{"L", U_GC_L_MASK}, {"M", U_GC_M_MASK}, {"N", U_GC_N_MASK},
                                         {"P", U_GC_P_MASK}, {"S", U_GC_S_MASK}, {"Z", U_GC_Z_MASK},
                                         {"C", U_GC_C_MASK}};
  std::string items;
  // PCRE2 finds these without looking the character up.
  static constexpr Category kAscii[] = {
      {"A-Z", U_GC_LU_MASK}, {"a-z", U_GC_LL_MASK}, {"0-9", U_GC_ND_MASK}};
  for (const auto& [name, mask] : kAscii)
    if (categories & mask) items += name;
  for (const auto& [group, group_mask] : kGroups) {
    if ((categories & group_mask) == group_mask) {
      items += text("\\p{", group, "}");
      continue;
    }
    for (int i = 0; i < U_CHAR_CATEGORY_COUNT; ++i)
      if (const std::uint32_t mask = U_MASK(i); mask & group_mask & categories)
        items += text("\\p{",
                      u_getPropertyValueName(UCHAR_GENERAL_CATEGORY_MASK, static_cast<int>(mask),
                                             U_SHORT_PROPERTY_NAME),
                      "}");
  }
  return items;
}

const std::map<std::string_view, Property>& posix_classes() {
  constexpr std::uint32_t kInvisible =
      U_GC_ZL_MASK | U_GC_ZP_MASK | U_GC_CC_MASK | U_GC_CS_MASK | U_GC_CN_MASK;
  constexpr std::uint32_t kWord =
      U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK | U_GC_PC_MASK;
  static const std::string capitals = kCircledCapitals;
  static const std::string alphabetic = text("A-Za-z\\p{Alphabetic}", kAlphabeticSince14);
  static const std::map<std::string_view, Property> classes = {
      {"alnum",
       {.categories = U_GC_ND_MASK, .members = alphabetic, .flag = &NewerCharacters::alphabetic}},
      {"alpha", {.members = alphabetic, .flag = &NewerCharacters::alphabetic}},
      {"ascii", {.members = R"(\x{0}-\x{7F})"}},
      {"blank", {.categories = U_GC_ZS_MASK, .members = R"(\t)"}},
      {"cntrl", {.categories = U_GC_CC_MASK}},
      {"digit", {.categories = U_GC_ND_MASK}},
      {"graph", {.categories = ~(kInvisible | U_GC_ZS_MASK)}},
      {"lower",
       {.members = text("a-z\\p{Lowercase}", kLowercaseSince14),
        .flag = &NewerCharacters::lowercase}},
      {"print", {.categories = ~kInvisible}},
      {"punct", {.categories = U_GC_P_MASK | U_GC_S_MASK}},
      {"space", {.members = kSpace}},
      {"upper", {.categories = U_GC_LU_MASK, .members = kRomanCapitals + capitals}},
      {"word", {.categories = kWord, .members = capitals + kCircledSmall, .alone = kLatinNumbers}},
      {"xdigit", {.members = "0-9A-Fa-f"}}};
  return classes;
}

/// Names of properties may be written `White_Space`, `white space`, `WHITESPACE`.
std::string plain_name(std::string_view name) {
  std::string plain = lower(name);
  std::erase_if(plain, [](char c) { return c == ' ' || c == '_' || c == '-'; });
  return plain;
}

std::optional<Property> find_property(const std::string& name) {
  static const std::map<std::string_view, Property> properties = {
      {"any", {.members = R"(\x{0}-\x{10FFFF})"}},
      {"assigned", {.categories = ~U_GC_CN_MASK}},
      {"emoji", {.members = R"(\p{Emoji})", .flag = &NewerCharacters::emoji}},
      {"emojipresentation",
       {.members = R"(\p{Emoji_Presentation})", .flag = &NewerCharacters::emoji}},
      {"extendedpictographic", {.members = R"(\p{Extended_Pictographic})"}},
      {"punct", {.categories = U_GC_P_MASK}},
      {"alphabetic", posix_classes().at("alpha")},
      {"lowercase", posix_classes().at("lower")},
      {"uppercase", posix_classes().at("upper")},
      {"whitespace", posix_classes().at("space")}};
  const std::string plain = plain_name(name);
  if (const auto found = properties.find(plain); found != properties.end()) return found->second;
  if (const auto found = posix_classes().find(plain); found != posix_classes().end())
    return found->second;
  const int categories = u_getPropertyValueEnum(UCHAR_GENERAL_CATEGORY_MASK, name.c_str());
  if (categories != UCHAR_INVALID_CODE)
    return Property{.categories = static_cast<std::uint32_t>(categories)};
  const int script = u_getPropertyValueEnum(UCHAR_SCRIPT, name.c_str());
  if (script == UCHAR_INVALID_CODE) return std::nullopt;
  const char* known = u_getPropertyValueName(UCHAR_SCRIPT, script, U_LONG_PROPERTY_NAME);
  return Property{.members = text("\\p{sc=", known, "}"), .script = known};
}

/// Adds the characters of the set to `items`, its texts of several to `others`.
void write(const icu::UnicodeSet& set, std::string& items, std::vector<std::string>& others) {
  for (icu::UnicodeSetIterator i(set); i.nextRange();) {
    if (!i.isString()) {
      items += range(static_cast<char32_t>(i.getCodepoint()),
                     static_cast<char32_t>(i.getCodepointEnd()));
      continue;
    }
    const icu::UnicodeString& string = i.getString();
    std::string expression;
    for (std::int32_t at = 0; at < string.length(); at = string.moveIndex32(at, 1)) {
      CharacterClass one({.newer = false, .ignore_case = true});
      const auto c = static_cast<char32_t>(string.char32At(at));
      one.add(c, c);
      expression += one.expression(false);
    }
    others.push_back(std::move(expression));
  }
}

std::string joined(const std::vector<std::string>& alternatives) {
  std::string all;
  for (const std::string& one : alternatives) all += (all.empty() ? "" : "|") + one;
  return all;
}

}  // namespace

std::string escaped(char32_t c) {
  if (c < 0x80 && (std::isalnum(static_cast<int>(c)) != 0)) return {static_cast<char>(c)};
  char code[16];
  std::snprintf(code, sizeof code, "\\x{%X}", static_cast<unsigned>(c));
  return code;
}

std::string characters_equal_to(std::u32string_view text) {
  icu::UnicodeSet set;
  set.add(icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()),
                                        static_cast<std::int32_t>(text.size())));
  set.closeOver(USET_CASE_INSENSITIVE);
  set.removeAllStrings();
  std::string items;
  std::vector<std::string> others;
  write(set, items, others);
  return items;
}

void CharacterClass::add(char32_t first, char32_t last) {
  items_ += range(first, last);
  members_ += range(first, last);
}

void CharacterClass::add(const Property& property, bool negated) {
  std::string members = category_items(property.categories) + property.members;
  if (options_.alone) members += property.alone;
  std::string removed;
  if (options_.newer)
    for (const NewerCharacters& row : newer_characters()) {
      if (property.has(row) && !property.had(row)) members += range(row.first, row.last);
      if (property.had(row) && !property.has(row)) removed += range(row.first, row.last);
    }
  if (negated) {
    others_.push_back("[^" + members + "]");
    items_ += removed;
    return;
  }
  members_ += members;
  if (removed.empty()) {
    items_ += members;
  } else {
    others_.push_back("(?![" + removed + "])[" + members + "]");
  }
}

void CharacterClass::add_property(std::string_view name, bool negated) {
  const bool inverse = name.starts_with('^');
  const auto property = find_property(std::string(name.substr(inverse ? 1 : 0)));
  require(property.has_value(), "\\p{", name,
          "} is not supported; general categories, scripts and POSIX classes are");
  add(*property, negated != inverse);
}

void CharacterClass::add_posix(std::string_view name, bool negated) {
  const auto found = posix_classes().find(name);
  require(found != posix_classes().end(), "there is no class [:", name, ":]");
  add(found->second, negated);
}

void CharacterClass::add_other_cases(std::string& items, std::vector<std::string>& others) const {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeSet set(icu::UnicodeString::fromUTF8("[" + members_ + "]"), status);
  ATTO_CHECK(U_SUCCESS(status));
  icu::UnicodeSet all(set);
  all.closeOver(USET_CASE_INSENSITIVE);
  if (options_.newer)
    for (const auto& [first, last, distance] : kNewerCapitals)
      for (auto capital = static_cast<UChar32>(first); capital <= static_cast<UChar32>(last);
           ++capital)
        if (all.contains(capital) || all.contains(capital + distance))
          all.add(capital).add(capital + distance);
  all.removeAll(set);
  write(all, items, others);
}

std::string CharacterClass::expression(bool negated) const {
  std::string items = items_;
  std::vector<std::string> others = others_;
  if (options_.ignore_case) {
    add_other_cases(items, others);
    if (negated) others = others_;  // an ß is as long as what it stands for
  }
  if (others.empty()) {
    if (items.empty()) return negated ? "(?s:.)" : "(?!)";
    return (negated ? "[^" : "[") + items + "]";
  }
  if (negated)
    return "(?:(?!" + joined(others) + ")" + (items.empty() ? "(?s:.)" : "[^" + items + "]") + ")";
  if (items.empty() && others.size() == 1 && others[0].starts_with("[^")) return others[0];
  if (!items.empty()) others.insert(others.begin(), "[" + items + "]");
  return "(?:" + joined(others) + ")";
}

}  // namespace atto
