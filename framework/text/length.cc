#include "framework/text/length.h"

#include <algorithm>

#include "framework/text/fields.h"

namespace atto {
namespace {

constexpr std::size_t kLongestPadding = std::size_t{1} << 24;  // more fills the memory by mistake

/// A number of tokens that encodings are filled up to.
std::size_t read_padding(const JsonPlace& place) {
  const std::size_t length = read_count(place);
  if (length > kLongestPadding)
    place.fail("padding to ", length, " tokens is not supported; ", kLongestPadding,
               " are the most");
  return length;
}

/// Whether `direction` is Left, not Right.
bool is_left(JsonFields& fields) {
  if (!fields.has("direction")) return false;
  const JsonPlace place = fields.required("direction");
  if (place.string() != "Left" && place.string() != "Right")
    place.fail("a direction is Left or Right, not '", place.string(), "'");
  return place.string() == "Left";
}

}  // namespace

Truncation Truncation::from(const JsonPlace& place) {
  JsonFields fields(place);
  Truncation truncation;
  truncation.max_length = read_count(fields.required("max_length"));
  truncation.keep_end = is_left(fields);
  const JsonPlace strategy = fields.required("strategy");
  const std::string& name = strategy.string();
  if (name == "OnlyFirst")
    truncation.strategy = Strategy::only_first;
  else if (name == "OnlySecond")
    truncation.strategy = Strategy::only_second;
  else if (name != "LongestFirst")
    strategy.fail("a strategy is LongestFirst, OnlyFirst or OnlySecond, not '", name, "'");
  const std::size_t stride = fields.has("stride") ? read_count(fields.required("stride")) : 0;
  if (stride >= std::max<std::size_t>(truncation.max_length, 1))
    place.fail("'stride' has to be below 'max_length'");
  fields.finish();
  return truncation;
}

void Truncation::cut(Encoding& encoding, std::size_t length) const {
  const std::size_t size = encoding.size();
  if (length < size) encoding.keep(keep_end ? size - length : 0, keep_end ? size : length);
}

void Truncation::apply(std::vector<Encoding>& encodings, std::size_t special_tokens) const {
  require(special_tokens <= max_length, "truncation: max_length is ", max_length,
          ", less than the ", special_tokens, " special tokens that are added");
  const std::size_t most = max_length - special_tokens;
  const std::size_t first = encodings[0].size();
  const std::size_t second = encodings.size() > 1 ? encodings[1].size() : 0;
  if (first + second <= most) return;
  if (most == 0) {
    for (Encoding& encoding : encodings) cut(encoding, 0);
    return;
  }
  if (strategy == Strategy::longest_first) {
    if (encodings.size() == 1) return cut(encodings[0], most);
    std::size_t shorter = std::min(first, second);
    std::size_t longer = shorter > most ? shorter : std::max(shorter, most - shorter);
    if (shorter + longer > most) {
      shorter = most / 2;
      longer = shorter + most % 2;
    }
    cut(encodings[0], first > second ? longer : shorter);
    cut(encodings[1], first > second ? shorter : longer);
    return;
  }
  const std::size_t which = strategy == Strategy::only_second;
  require(which < encodings.size(),
          "truncation: OnlySecond cuts the second text of a pair, and there is one text only");
  const std::size_t excess = first + second - most, length = encodings[which].size();
  require(length > excess, "truncation: the ", which ? "second" : "first", " text has ", length,
          " tokens, too few to cut ", excess, " off it");
  cut(encodings[which], length - excess);
}

Padding Padding::from(const JsonPlace& place) {
  JsonFields fields(place);
  Padding padding;
  const JsonPlace strategy = fields.required("strategy");
  if (strategy.value().as<Json::Object>()) {
    JsonFields fixed(strategy);
    padding.length = read_padding(fixed.required("Fixed"));
    fixed.finish();
  } else if (strategy.string() != "BatchLongest") {
    strategy.fail("a strategy is \"BatchLongest\" or {\"Fixed\": length}");
  }
  padding.in_front = is_left(fields);
  if (fields.has("pad_to_multiple_of"))
    padding.multiple = read_padding(fields.required("pad_to_multiple_of"));
  padding.id = read_token_id(fields.required("pad_id"));
  padding.type_id = read_token_id(fields.required("pad_type_id"));
  fields.required("pad_token").string();
  fields.finish();
  return padding;
}

void Padding::apply(std::span<Encoding> batch) const {
  std::size_t to = length.value_or(0);
  if (!length)
    for (const Encoding& encoding : batch) to = std::max(to, encoding.size());
  if (multiple > 0) to = (to + multiple - 1) / multiple * multiple;
  for (Encoding& encoding : batch) {
    if (encoding.size() >= to) continue;
    Encoding padding;
    while (encoding.size() + padding.size() < to) padding.add(id, {}, type_id, true);
    std::fill(padding.attention_mask.begin(), padding.attention_mask.end(), 0);
    if (in_front) std::swap(encoding, padding);
    encoding.append(padding);
  }
}

}  // namespace atto
