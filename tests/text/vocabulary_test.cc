#include "framework/text/vocabulary.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace atto {
namespace {

using Pieces = std::vector<std::pair<std::string, TokenId>>;

Vocabulary vocabulary_of(const Pieces& pieces) {
  Vocabulary vocabulary;
  for (const auto& [piece, id] : pieces) vocabulary.add(piece, id);
  return vocabulary;
}

TEST(Vocabulary, FindsPiecesAndIds) {
  const Vocabulary vocabulary = vocabulary_of({{"a", 3}, {"", 0}, {"中", 5}});
  EXPECT_EQ(vocabulary.find("a"), 3);
  EXPECT_EQ(vocabulary.find(""), 0);
  EXPECT_EQ(vocabulary.find("中"), 5);
  EXPECT_EQ(vocabulary.find("b"), std::nullopt);
  EXPECT_EQ(vocabulary.piece(5), "中");
  EXPECT_EQ(vocabulary.size(), 3u);
  EXPECT_EQ(vocabulary.end(), 6);
}

TEST(Vocabulary, IdsMayHaveHoles) {
  const Vocabulary vocabulary = vocabulary_of({{"a", 2}});
  for (const TokenId id : {-1, 0, 1, 3, INT32_MAX}) {
    EXPECT_FALSE(vocabulary.has(id)) << id;
    EXPECT_EQ(vocabulary.piece(id), "") << id;
  }
  EXPECT_TRUE(vocabulary.has(2));
}

TEST(Vocabulary, TheLastPieceAndTheLastIdCount) {
  const Vocabulary vocabulary = vocabulary_of({{"a", 1}, {"b", 1}, {"b", 4}, {"c", 4}});
  EXPECT_EQ(vocabulary.find("a"), 1);
  EXPECT_EQ(vocabulary.find("b"), 4);
  EXPECT_EQ(vocabulary.piece(1), "b");
  EXPECT_EQ(vocabulary.piece(4), "c");
  EXPECT_EQ(vocabulary.size(), 3u);
  EXPECT_EQ(vocabulary.ids(), 2u);
}

TEST(Vocabulary, NothingIsInAnEmptyOne) {
  const Vocabulary vocabulary;
  EXPECT_EQ(vocabulary.find("a"), std::nullopt);
  EXPECT_FALSE(vocabulary.has(0));
  EXPECT_EQ(vocabulary.end(), 0);
}

TEST(Vocabulary, FindsEachOfMany) {
  Vocabulary vocabulary;
  constexpr TokenId kCount = 20000;
  for (TokenId id = 0; id < kCount; ++id) vocabulary.add(std::to_string(id * 7), id);
  TokenId next = 0;
  vocabulary.for_each([&](std::string_view piece, TokenId id) {
    EXPECT_EQ(id, next++);
    EXPECT_EQ(vocabulary.find(piece), id);
    EXPECT_EQ(vocabulary.piece(id), piece);
  });
  EXPECT_EQ(next, kCount);
  EXPECT_EQ(vocabulary.find("1"), std::nullopt);
}

TEST(Vocabulary, IdsOutOfRange) {
  for (const TokenId id : {-1, Vocabulary::kIdLimit, INT32_MAX}) {
    Vocabulary vocabulary;
    EXPECT_THROW(vocabulary.add("a", id), Error) << id;
  }
}

}  // namespace
}  // namespace atto
