#pragma once
#include <algorithm>
#include <cstddef>

namespace atto {

// What the reference tokenizer knows of characters that are newer than Unicode 15: the library that
// answers for the others is of that version. Printed by tests/text/unicode_ranges.mjs.

struct CharacterRange {
  char32_t first;
  char32_t last;
};

/// Whether the character is in one of the ranges, which are in order.
template <std::size_t n>
bool is_in(const CharacterRange (&ranges)[n], char32_t c) {
  const auto* range =
      std::lower_bound(ranges, ranges + n, c,
                       [](const CharacterRange& r, char32_t value) { return r.last < value; });
  return range != ranges + n && c >= range->first;
}

/// The lower case is `distance` further on.
struct LowerRange {
  char32_t first;
  char32_t last;
  int distance;
};

constexpr CharacterRange kNumericAfterUnicode15[] = {
    {0x10D40, 0x10D49}, {0x116D0, 0x116E3}, {0x11BF0, 0x11BF9},
    {0x11DE0, 0x11DE9}, {0x16130, 0x16139}, {0x16D70, 0x16D79},
    {0x16FF4, 0x16FF6}, {0x1CCF0, 0x1CCF9}, {0x1E5F1, 0x1E5FA}};
constexpr LowerRange kLowerAfterUnicode15[] = {
    {0x1C89, 0x1C89, 1},    {0xA7CB, 0xA7CB, -42343}, {0xA7CC, 0xA7CC, 1}, {0xA7CE, 0xA7CE, 1},
    {0xA7D2, 0xA7D2, 1},    {0xA7D4, 0xA7D4, 1},      {0xA7DA, 0xA7DA, 1}, {0xA7DC, 0xA7DC, -42561},
    {0x10D50, 0x10D65, 32}, {0x16EA0, 0x16EB8, 27}};

/// Grapheme_Cluster_Break=Extend or SpacingMark.
constexpr CharacterRange kExtendAfterUnicode15[] = {
    {0x897, 0x897},     {0x10D69, 0x10D6D}, {0x10EFC, 0x10EFC}, {0x113B8, 0x113C0},
    {0x113C2, 0x113C2}, {0x113C5, 0x113C5}, {0x113C7, 0x113CA}, {0x113CC, 0x113D0},
    {0x113D2, 0x113D2}, {0x113E1, 0x113E2}, {0x11F5A, 0x11F5A}, {0x1611E, 0x1612F},
    {0x1E5EE, 0x1E5EF}};
/// Grapheme_Cluster_Break=V.
constexpr CharacterRange kVowelAfterUnicode15[] = {{0x16D63, 0x16D63}, {0x16D67, 0x16D6A}};
/// Indic_Conjunct_Break=Consonant, old ones also: it came with Unicode 15.1.
constexpr CharacterRange kConjunctConsonants[] = {
    {0x915, 0x939}, {0x958, 0x95F}, {0x978, 0x97F}, {0x995, 0x9A8}, {0x9AA, 0x9B0}, {0x9B2, 0x9B2},
    {0x9B6, 0x9B9}, {0x9DC, 0x9DD}, {0x9DF, 0x9DF}, {0x9F0, 0x9F1}, {0xA95, 0xAA8}, {0xAAA, 0xAB0},
    {0xAB2, 0xAB3}, {0xAB5, 0xAB9}, {0xAF9, 0xAF9}, {0xB15, 0xB28}, {0xB2A, 0xB30}, {0xB32, 0xB33},
    {0xB35, 0xB39}, {0xB5C, 0xB5D}, {0xB5F, 0xB5F}, {0xB71, 0xB71}, {0xC15, 0xC28}, {0xC2A, 0xC39},
    {0xC58, 0xC5A}, {0xD15, 0xD3A}};

}  // namespace atto
