#pragma once
#include <string_view>
#include <vector>

#include "framework/core/error.h"
#include "framework/text/flat_index.h"
#include "framework/text/vocabulary.h"

namespace atto {

/// A tree of the beginnings of pieces.
class ByteTrie {
 public:
  using Node = std::uint32_t;

  static constexpr Node kRoot = 0;
  static constexpr Node kNoNode = FlatIndex::kNone;
  static constexpr TokenId kNoId = -1;

  /// A piece that is there already gets this id. Error when there are too many nodes.
  void add(std::string_view piece, TokenId id) {
    Node node = kRoot;
    for (const char c : piece) {
      const Node next = child(node, c);
      node = next == kNoNode ? add_child(node, c) : next;
    }
    ids_[node] = id;
  }
  /// kNoNode when no piece goes on so.
  Node child(Node node, char c) const {
    return children_.find(key(node, c), [](std::uint32_t) { return true; });
  }
  /// The node of a beginning; kNoNode when there is none.
  Node find(std::string_view beginning) const {
    Node node = kRoot;
    for (std::size_t i = 0; i < beginning.size() && node != kNoNode; ++i)
      node = child(node, beginning[i]);
    return node;
  }
  /// Of the piece that ends at the node; kNoId when none does.
  TokenId id(Node node) const { return ids_[node]; }

 private:
  static constexpr Node kLimit = 1 << 24;

  Node add_child(Node node, char c) {
    const auto child = static_cast<Node>(ids_.size());
    require(child < kLimit, "the pieces have more than ", kLimit, " different beginnings");
    ids_.push_back(kNoId);
    children_.insert(key(node, c), child);
    return child;
  }
  /// A hash that no other child has (each step can be undone: the end of MurmurHash3).
  static std::uint32_t key(Node node, char c) {
    std::uint32_t key = node << 8 | static_cast<unsigned char>(c);
    key = (key ^ key >> 16) * 0x85EBCA6B;
    key = (key ^ key >> 13) * 0xC2B2AE35;
    return key ^ key >> 16;
  }

  FlatIndex children_;
  std::vector<TokenId> ids_ = {kNoId};  // by node
};

}  // namespace atto
