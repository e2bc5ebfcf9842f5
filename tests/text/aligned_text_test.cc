#include "framework/text/aligned_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace atto {
namespace {

using Rewrite = AlignedText::Rewrite;

/// `0-1 1-3`: the origin of each byte.
std::string origins(const Piece& piece) {
  std::string text;
  for (std::size_t i = 0; i < piece.text.size(); ++i) {
    const Span origin = piece.origin(i, i + 1);
    if (i > 0) text += ' ';
    text += std::to_string(origin.begin) + '-' + std::to_string(origin.end);
  }
  return text;
}

TEST(Piece, ComesFromWholeCharactersOfTheInput) {
  const Piece piece{"a\u00E9\u4E2Db", nullptr, 10};  // bytes 0, 1-2, 3-5, 6
  struct Row {
    std::size_t from, to;
    Span origin;
  };
  for (const Row& row : {Row{0, 7, {10, 17}}, Row{1, 2, {11, 13}}, Row{2, 3, {11, 13}},
                         Row{4, 5, {13, 16}}, Row{2, 4, {11, 16}}, Row{6, 7, {16, 17}},
                         Row{0, 0, {10, 10}}, Row{3, 3, {13, 13}}, Row{7, 7, {17, 17}}}) {
    EXPECT_EQ(piece.origin(row.from, row.to), row.origin) << row.from << " " << row.to;
  }
}

TEST(Piece, PartsKeepTheirOrigin) {
  const Piece input{"a\u00E9b", nullptr, 5};
  EXPECT_EQ(input.part(1, 4).text, "\u00E9b");
  EXPECT_EQ(origins(input.part(1, 4)), "6-8 6-8 8-9");
  EXPECT_EQ(origins(input.part(1, 4).part(2, 3)), "8-9");

  AlignedText text(input);
  {
    Rewrite rewrite(text);
    rewrite.keep(1);
    rewrite.put("xy");
    rewrite.keep(1);
  }
  const Piece part = text.piece().part(2, 4);
  EXPECT_EQ(part.text, "yb");
  EXPECT_EQ(origins(part), "6-8 8-9");
  EXPECT_EQ(part.origin(0, 0), (Span{6, 6}));
  EXPECT_EQ(part.origin(2, 2), (Span{9, 9}));
}

TEST(AlignedText, IsTheInputUntilItIsWritten) {
  const std::string input = "some input";
  const AlignedText text(Piece{input});
  EXPECT_EQ(text.text().data(), input.data());
  EXPECT_EQ(text.piece().origins, nullptr);
  EXPECT_EQ(AlignedText::from_input(input).text().data(), input.data());
}

TEST(AlignedText, RewriteKeepsTheOrigins) {
  struct Row {
    const char* what;
    void (*write)(Rewrite&);
    const char* text;
    const char* origins;
  };
  const Row rows[] = {
      // of "aé中b" from byte 3 on
      {"keep", [](Rewrite& r) { r.keep(7); }, "a\u00E9\u4E2Db", "3-4 4-6 4-6 6-9 6-9 6-9 9-10"},
      {"nothing read", [](Rewrite&) {}, "", ""},
      {"put", [](Rewrite& r) { r.put("\u00C0"), r.put("e"), r.put("xyz"), r.keep(1); },
       "\u00C0exyzb", "3-4 3-4 4-6 6-9 6-9 6-9 9-10"},
      {"put nothing", [](Rewrite& r) { r.put(""), r.keep(6); }, "\u00E9\u4E2Db",
       "4-6 4-6 6-9 6-9 6-9 9-10"},
      {"drop", [](Rewrite& r) { r.drop(3), r.keep(3), r.drop(1); }, "\u4E2D", "6-9 6-9 6-9"},
      {"drop characters", [](Rewrite& r) { r.drop_characters(3), r.keep(1); }, "b", "9-10"},
      {"add", [](Rewrite& r) { r.add("<"), r.keep(3), r.add(">"), r.drop(3), r.add("!"); },
       "<a\u00E9>!", "3-3 3-4 4-6 4-6 4-6 6-9"},
  };
  for (const Row& row : rows) {
    AlignedText text(Piece{"a\u00E9\u4E2Db", nullptr, 3});
    {
      Rewrite rewrite(text);
      row.write(rewrite);
    }
    EXPECT_EQ(text.text(), row.text) << row.what;
    EXPECT_EQ(origins(text.piece()), row.origins) << row.what;
  }
}

TEST(AlignedText, IsRewrittenAgain) {
  AlignedText text(Piece{"abc"});
  for (int i = 0; i < 4; ++i) {
    Rewrite rewrite(text);
    EXPECT_EQ(rewrite.rest(), text.text());
    rewrite.put("xx");
    rewrite.keep(rewrite.rest().size());
  }
  EXPECT_EQ(text.text(), "xxxxxbc");
  EXPECT_EQ(origins(text.piece()), "0-1 0-1 0-1 0-1 0-1 1-2 2-3");

  AlignedText copy(text.piece().part(5, 7));
  Rewrite(copy).add("-");
  EXPECT_EQ(copy.text(), "-");
  EXPECT_EQ(origins(copy.piece()), "1-1");
}

TEST(AlignedText, CanBeMoved) {
  AlignedText text(Piece{"ab"});
  {
    Rewrite rewrite(text);
    rewrite.put("x");
    rewrite.keep(1);
  }
  const AlignedText moved = std::move(text);
  EXPECT_EQ(moved.text(), "xb");
  EXPECT_EQ(origins(moved.piece()), "0-1 1-2");
}

TEST(AlignedText, ReplacesWhatIsNoUtf8) {
  struct Row {
    std::string_view input;
    const char* text;
    const char* origins;
  };
  for (const Row& row : {
           Row{"a\u00E9", "a\u00E9", "0-1 1-3 1-3"},
           Row{"\xFF\xFE", "\uFFFD\uFFFD", "0-1 0-1 0-1 1-2 1-2 1-2"},
           Row{"a\xF0\x9F\x98z", "a\uFFFDz", "0-1 1-4 1-4 1-4 4-5"},
           Row{"\u00E9\xE2\x82", "\u00E9\uFFFD", "0-2 0-2 2-4 2-4 2-4"},
       }) {
    const AlignedText text = AlignedText::from_input(row.input);
    EXPECT_EQ(text.text(), row.text);
    EXPECT_EQ(origins(text.piece()), row.origins) << row.text;
  }
}

}  // namespace
}  // namespace atto
