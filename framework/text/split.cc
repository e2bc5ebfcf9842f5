#include "framework/text/split.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace atto {
namespace {

class Split : public PreTokenizer {
 public:
  explicit Split(JsonFields& fields)
      : pattern_(Pattern::from(fields.required("pattern"))),
        behavior_(read_split_behavior(fields.required("behavior"))),
        invert_(fields.required("invert").boolean()) {}

  void split(const Piece& piece, const PieceSink& sink) const override {
    split_at(piece, pattern_, behavior_, invert_, sink);
  }

 private:
  Pattern pattern_;
  SplitBehavior behavior_;
  bool invert_;
};

}  // namespace

SplitBehavior read_split_behavior(const JsonPlace& place) {
  static const std::map<std::string, SplitBehavior> behaviors = {
      {"Removed", SplitBehavior::removed},
      {"Isolated", SplitBehavior::isolated},
      {"MergedWithPrevious", SplitBehavior::merged_with_previous},
      {"MergedWithNext", SplitBehavior::merged_with_next},
      {"Contiguous", SplitBehavior::contiguous}};
  const auto found = behaviors.find(place.string());
  if (found != behaviors.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, behavior] : behaviors) names.push_back(name);
  place.fail("there is no behavior '", place.string(), "'", did_you_mean(place.string(), names),
             "; there are ", list_of(names));
}

void Splitter::match(std::size_t from, std::size_t to) {
  if (at_ != from) add({at_, from, invert_});
  add({from, to, !invert_});
  at_ = to;
}

void Splitter::finish() {
  if (at_ != piece_.text.size()) add({at_, piece_.text.size(), invert_});
  hand_out(held_);
}

void Splitter::add(Part part) {
  const auto hold = [&](bool merge) {
    if (merge) {
      held_.to = part.to;
      held_.matched = part.matched;
    } else {
      hand_out(held_);
      held_ = part;
    }
  };
  switch (behavior_) {
    case SplitBehavior::isolated: return hand_out(part);
    case SplitBehavior::removed:
      if (!part.matched) hand_out(part);
      return;
    case SplitBehavior::contiguous: return hold(part.matched == held_.matched);
    case SplitBehavior::merged_with_previous: return hold(part.matched && !held_.matched);
    case SplitBehavior::merged_with_next: return hold(!part.matched && held_.matched);
  }
}

void Splitter::hand_out(const Part& part) const {
  if (part.from < part.to) sink_(piece_.part(part.from, part.to));
}

void split_at(const Piece& piece, const Pattern& pattern, SplitBehavior behavior, bool invert,
              const PieceSink& sink) {
  Splitter splitter(piece, behavior, invert, sink);
  pattern.for_each_match(piece.text,
                         [&](std::size_t from, std::size_t to) { splitter.match(from, to); });
  splitter.finish();
}

std::unique_ptr<const PreTokenizer> make_split(JsonFields& fields) {
  return std::make_unique<const Split>(fields);
}

}  // namespace atto
