#include "framework/text/newer_characters.h"

#include <algorithm>
#include <bitset>

#include "framework/text/unicode.h"

namespace atto {
namespace {

// Printed by tests/text/newer_characters.mjs.
constexpr NewerCharacters kRows[] = {
    {0x897, 0x897, "Mn", "Cn", "Arabic", true, false, false},
    {0xCF3, 0xCF3, "Mc", "Cn", "Kannada", true, false, false},
    {0xECE, 0xECE, "Mn", "Cn", "Lao", false, false, false},
    {0x1B4E, 0x1B4F, "Po", "Cn", "Balinese", false, false, false},
    {0x1B7F, 0x1B7F, "Po", "Cn", "Balinese", false, false, false},
    {0x1C89, 0x1C89, "Lu", "Cn", "Cyrillic", true, false, false},
    {0x1C8A, 0x1C8A, "Ll", "Cn", "Cyrillic", true, true, false},
    {0x2427, 0x2429, "So", "Cn", "Common", false, false, false},
    {0x2FFC, 0x2FFF, "So", "Cn", "Common", false, false, false},
    {0x31E4, 0x31E5, "So", "Cn", "Common", false, false, false},
    {0x31EF, 0x31EF, "So", "Cn", "Common", false, false, false},
    {0xA7CB, 0xA7CC, "Lu", "Cn", "Latin", true, false, false},
    {0xA7CD, 0xA7CD, "Ll", "Cn", "Latin", true, true, false},
    {0xA7DA, 0xA7DA, "Lu", "Cn", "Latin", true, false, false},
    {0xA7DB, 0xA7DB, "Ll", "Cn", "Latin", true, true, false},
    {0xA7DC, 0xA7DC, "Lu", "Cn", "Latin", true, false, false},
    {0x105C0, 0x105F3, "Lo", "Cn", "Todhri", true, false, false},
    {0x10D40, 0x10D49, "Nd", "Cn", "Garay", false, false, false},
    {0x10D4A, 0x10D4D, "Lo", "Cn", "Garay", true, false, false},
    {0x10D4E, 0x10D4E, "Lm", "Cn", "Garay", true, false, false},
    {0x10D4F, 0x10D4F, "Lo", "Cn", "Garay", true, false, false},
    {0x10D50, 0x10D65, "Lu", "Cn", "Garay", true, false, false},
    {0x10D69, 0x10D69, "Mn", "Cn", "Garay", true, false, false},
    {0x10D6A, 0x10D6D, "Mn", "Cn", "Garay", false, false, false},
    {0x10D6E, 0x10D6E, "Pd", "Cn", "Garay", false, false, false},
    {0x10D6F, 0x10D6F, "Lm", "Cn", "Garay", true, false, false},
    {0x10D70, 0x10D85, "Ll", "Cn", "Garay", true, true, false},
    {0x10D8E, 0x10D8F, "Sm", "Cn", "Garay", false, false, false},
    {0x10EC2, 0x10EC4, "Lo", "Cn", "Arabic", true, false, false},
    {0x10EFC, 0x10EFC, "Mn", "Cn", "Arabic", true, false, false},
    {0x10EFD, 0x10EFF, "Mn", "Cn", "Arabic", false, false, false},
    {0x1123F, 0x11240, "Lo", "Cn", "Khojki", true, false, false},
    {0x11241, 0x11241, "Mn", "Cn", "Khojki", true, false, false},
    {0x11380, 0x11389, "Lo", "Cn", "Tulu_Tigalari", true, false, false},
    {0x1138B, 0x1138B, "Lo", "Cn", "Tulu_Tigalari", true, false, false},
    {0x1138E, 0x1138E, "Lo", "Cn", "Tulu_Tigalari", true, false, false},
    {0x11390, 0x113B5, "Lo", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113B7, 0x113B7, "Lo", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113B8, 0x113BA, "Mc", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113BB, 0x113C0, "Mn", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113C2, 0x113C2, "Mc", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113C5, 0x113C5, "Mc", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113C7, 0x113CA, "Mc", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113CC, 0x113CD, "Mc", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113CE, 0x113CE, "Mn", "Cn", "Tulu_Tigalari", false, false, false},
    {0x113CF, 0x113CF, "Mc", "Cn", "Tulu_Tigalari", false, false, false},
    {0x113D0, 0x113D0, "Mn", "Cn", "Tulu_Tigalari", false, false, false},
    {0x113D1, 0x113D1, "Lo", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113D2, 0x113D2, "Mn", "Cn", "Tulu_Tigalari", false, false, false},
    {0x113D3, 0x113D3, "Lo", "Cn", "Tulu_Tigalari", true, false, false},
    {0x113D4, 0x113D5, "Po", "Cn", "Tulu_Tigalari", false, false, false},
    {0x113D7, 0x113D8, "Po", "Cn", "Tulu_Tigalari", false, false, false},
    {0x113E1, 0x113E2, "Mn", "Cn", "Tulu_Tigalari", false, false, false},
    {0x116D0, 0x116E3, "Nd", "Cn", "Myanmar", false, false, false},
    {0x1171E, 0x1171E, "Mc", "Mn", "Ahom", true, false, false},
    {0x11B00, 0x11B09, "Po", "Cn", "Devanagari", false, false, false},
    {0x11BC0, 0x11BE0, "Lo", "Cn", "Sunuwar", true, false, false},
    {0x11BE1, 0x11BE1, "Po", "Cn", "Sunuwar", false, false, false},
    {0x11BF0, 0x11BF9, "Nd", "Cn", "Sunuwar", false, false, false},
    {0x11F00, 0x11F01, "Mn", "Cn", "Kawi", true, false, false},
    {0x11F02, 0x11F02, "Lo", "Cn", "Kawi", true, false, false},
    {0x11F03, 0x11F03, "Mc", "Cn", "Kawi", true, false, false},
    {0x11F04, 0x11F10, "Lo", "Cn", "Kawi", true, false, false},
    {0x11F12, 0x11F33, "Lo", "Cn", "Kawi", true, false, false},
    {0x11F34, 0x11F35, "Mc", "Cn", "Kawi", true, false, false},
    {0x11F36, 0x11F3A, "Mn", "Cn", "Kawi", true, false, false},
    {0x11F3E, 0x11F3F, "Mc", "Cn", "Kawi", true, false, false},
    {0x11F40, 0x11F40, "Mn", "Cn", "Kawi", true, false, false},
    {0x11F41, 0x11F41, "Mc", "Cn", "Kawi", false, false, false},
    {0x11F42, 0x11F42, "Mn", "Cn", "Kawi", false, false, false},
    {0x11F43, 0x11F4F, "Po", "Cn", "Kawi", false, false, false},
    {0x11F50, 0x11F59, "Nd", "Cn", "Kawi", false, false, false},
    {0x11F5A, 0x11F5A, "Mn", "Cn", "Kawi", false, false, false},
    {0x1342F, 0x1342F, "Lo", "Cn", "Egyptian_Hieroglyphs", true, false, false},
    {0x13439, 0x1343F, "Cf", "Cn", "Egyptian_Hieroglyphs", false, false, false},
    {0x13440, 0x13440, "Mn", "Cn", "Egyptian_Hieroglyphs", false, false, false},
    {0x13441, 0x13446, "Lo", "Cn", "Egyptian_Hieroglyphs", true, false, false},
    {0x13447, 0x13455, "Mn", "Cn", "Egyptian_Hieroglyphs", false, false, false},
    {0x13460, 0x143FA, "Lo", "Cn", "Egyptian_Hieroglyphs", true, false, false},
    {0x16100, 0x1611D, "Lo", "Cn", "Gurung_Khema", true, false, false},
    {0x1611E, 0x16129, "Mn", "Cn", "Gurung_Khema", true, false, false},
    {0x1612A, 0x1612C, "Mc", "Cn", "Gurung_Khema", true, false, false},
    {0x1612D, 0x1612E, "Mn", "Cn", "Gurung_Khema", true, false, false},
    {0x1612F, 0x1612F, "Mn", "Cn", "Gurung_Khema", false, false, false},
    {0x16130, 0x16139, "Nd", "Cn", "Gurung_Khema", false, false, false},
    {0x16D40, 0x16D42, "Lm", "Cn", "Kirat_Rai", true, false, false},
    {0x16D43, 0x16D6A, "Lo", "Cn", "Kirat_Rai", true, false, false},
    {0x16D6B, 0x16D6C, "Lm", "Cn", "Kirat_Rai", true, false, false},
    {0x16D6D, 0x16D6F, "Po", "Cn", "Kirat_Rai", false, false, false},
    {0x16D70, 0x16D79, "Nd", "Cn", "Kirat_Rai", false, false, false},
    {0x18CFF, 0x18CFF, "Lo", "Cn", "Khitan_Small_Script", true, false, false},
    {0x1B132, 0x1B132, "Lo", "Cn", "Hiragana", true, false, false},
    {0x1B155, 0x1B155, "Lo", "Cn", "Katakana", true, false, false},
    {0x1CC00, 0x1CCEF, "So", "Cn", "Common", false, false, false},
    {0x1CCF0, 0x1CCF9, "Nd", "Cn", "Common", false, false, false},
    {0x1CD00, 0x1CEB3, "So", "Cn", "Common", false, false, false},
    {0x1D2C0, 0x1D2D3, "No", "Cn", "Common", false, false, false},
    {0x1DF25, 0x1DF2A, "Ll", "Cn", "Latin", true, true, false},
    {0x1E030, 0x1E06D, "Lm", "Cn", "Cyrillic", true, true, false},
    {0x1E08F, 0x1E08F, "Mn", "Cn", "Cyrillic", true, false, false},
    {0x1E4D0, 0x1E4EA, "Lo", "Cn", "Nag_Mundari", true, false, false},
    {0x1E4EB, 0x1E4EB, "Lm", "Cn", "Nag_Mundari", true, false, false},
    {0x1E4EC, 0x1E4EF, "Mn", "Cn", "Nag_Mundari", false, false, false},
    {0x1E4F0, 0x1E4F9, "Nd", "Cn", "Nag_Mundari", false, false, false},
    {0x1E5D0, 0x1E5ED, "Lo", "Cn", "Ol_Onal", true, false, false},
    {0x1E5EE, 0x1E5EF, "Mn", "Cn", "Ol_Onal", false, false, false},
    {0x1E5F0, 0x1E5F0, "Lo", "Cn", "Ol_Onal", true, false, false},
    {0x1E5F1, 0x1E5FA, "Nd", "Cn", "Ol_Onal", false, false, false},
    {0x1E5FF, 0x1E5FF, "Po", "Cn", "Ol_Onal", false, false, false},
    {0x1F6DC, 0x1F6DC, "So", "Cn", "Common", false, false, true},
    {0x1F774, 0x1F776, "So", "Cn", "Common", false, false, false},
    {0x1F77B, 0x1F77F, "So", "Cn", "Common", false, false, false},
    {0x1F7D9, 0x1F7D9, "So", "Cn", "Common", false, false, false},
    {0x1F8B2, 0x1F8BB, "So", "Cn", "Common", false, false, false},
    {0x1F8C0, 0x1F8C1, "So", "Cn", "Common", false, false, false},
    {0x1FA75, 0x1FA77, "So", "Cn", "Common", false, false, true},
    {0x1FA87, 0x1FA89, "So", "Cn", "Common", false, false, true},
    {0x1FA8F, 0x1FA8F, "So", "Cn", "Common", false, false, true},
    {0x1FAAD, 0x1FAAF, "So", "Cn", "Common", false, false, true},
    {0x1FABB, 0x1FABF, "So", "Cn", "Common", false, false, true},
    {0x1FAC6, 0x1FAC6, "So", "Cn", "Common", false, false, true},
    {0x1FACE, 0x1FACF, "So", "Cn", "Common", false, false, true},
    {0x1FADA, 0x1FADC, "So", "Cn", "Common", false, false, true},
    {0x1FADF, 0x1FADF, "So", "Cn", "Common", false, false, true},
    {0x1FAE8, 0x1FAE9, "So", "Cn", "Common", false, false, true},
    {0x1FAF7, 0x1FAF8, "So", "Cn", "Common", false, false, true},
    {0x1FBCB, 0x1FBEF, "So", "Cn", "Common", false, false, false},
    {0x2B739, 0x2B739, "Lo", "Cn", "Han", true, false, false},
    {0x2EBF0, 0x2EE5D, "Lo", "Cn", "Han", true, false, false},
    {0x31350, 0x323AF, "Lo", "Cn", "Han", true, false, false},
};

/// Which blocks of 256 characters have one.
std::bitset<0x1100> blocks() {
  std::bitset<0x1100> blocks;
  for (const NewerCharacters& row : kRows)
    for (char32_t block = row.first >> 8; block <= row.last >> 8; ++block) blocks.set(block);
  return blocks;
}

}  // namespace

std::span<const NewerCharacters> newer_characters() { return kRows; }

const NewerCharacters* newer_character(char32_t c) {
  static const std::bitset<0x1100> kBlocks = blocks();
  if (!kBlocks[c >> 8]) return nullptr;
  const auto row = std::ranges::lower_bound(kRows, c, {}, &NewerCharacters::last);
  return row != std::end(kRows) && row->first <= c ? row : nullptr;
}

bool has_newer_character(std::string_view text) {
  for (std::size_t at = 0; (at += ascii_length(text, at)) < text.size();)
    if (newer_character(next_character(text, at))) return true;
  return false;
}

}  // namespace atto
