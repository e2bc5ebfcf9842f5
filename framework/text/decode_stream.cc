#include "framework/text/tokenizer.h"

namespace atto {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";

}  // namespace

std::string DecodeStream::push(TokenId id) {
  ids_.push_back(id);
  const std::string text = tokenizer_->decode(ids_, skip_special_);
  // Bytes that are no character yet are decoded as U+FFFD, and so is what never becomes one.
  return text.ends_with(kReplacement) ? std::string() : give(text);
}

std::string DecodeStream::finish() {
  std::string rest = give(tokenizer_->decode(ids_, skip_special_));
  *this = DecodeStream(*tokenizer_, skip_special_);
  return rest;
}

std::string DecodeStream::give(const std::string& text) {
  // Some decoders take back what they said, such as bytes that a later one makes invalid.
  if (!text.starts_with(given_)) {
    ids_.erase(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(given_ids_));
    given_ids_ = 0;
    starts_.clear();
    given_.clear();
    return give(tokenizer_->decode(ids_, skip_special_));
  }
  std::string more = text.substr(given_.size());
  if (more.empty()) return more;
  // What was given last stays in front of the next, and as much as makes a text of its own:
  // decoders treat the first piece in another way.
  starts_.push_back(given_ids_);
  std::size_t first = starts_.size();
  do {
    --first;
    given_ = tokenizer_->decode(std::span(ids_).subspan(starts_[first]), skip_special_);
  } while (given_.empty() && first > 0);
  const std::size_t dropped = starts_[first];
  ids_.erase(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(dropped));
  starts_.erase(starts_.begin(), starts_.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t& start : starts_) start -= dropped;
  given_ids_ = ids_.size();
  return more;
}

}  // namespace atto
