#include "framework/core/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace atto {
namespace {

constexpr std::size_t kDeepest = 1000;

/// Builds the tree of what nlohmann's parser reports.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Json root;

  bool null() override { return put(Json()); }
  bool boolean(bool value) override { return put(Json(value)); }
  bool number_integer(number_integer_t value) override { return put(Json(std::int64_t{value})); }
  bool number_unsigned(number_unsigned_t value) override {
    return value <= INT64_MAX ? put(Json(static_cast<std::int64_t>(value)))
                              : put(Json(static_cast<double>(value)));
  }
  bool number_float(number_float_t value, const string_t&) override { return put(Json(value)); }
  bool string(string_t& value) override { return put(Json(std::move(value))); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json(Json::Object())); }
  bool start_array(std::size_t) override { return open(Json(Json::Array())); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    // (GCC 12 takes a Json() that is moved from here for uninitialised.)
    open_.back()->as<Json::Object>()->emplace_back().first = std::move(value);
    return true;
  }
  bool parse_error(std::size_t offset, const std::string&,
                   const nlohmann::detail::exception& exception) override {
    // `[json.exception...] parse error at ...: syntax error while ... - why; last read: 'tru'`
    std::string reason = exception.what();
    if (const std::size_t why = reason.find(" - "); why != std::string::npos)
      reason.erase(0, why + 3);
    fail(offset > 0 ? offset - 1 : 0, reason.substr(0, reason.find("; last read")));
  }

 private:
  /// About what stands at byte `at`.
  [[noreturn]] void fail(std::size_t at, const std::string& reason) const {
    const std::string_view before = text_.substr(0, at);
    const std::size_t line = before.rfind('\n') + 1;  // npos + 1 is 0
    Position position{std::make_shared<const Source>(Source{name_, std::string(text_)})};
    position.line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
    position.column = static_cast<int>(before.size() - line) + 1;
    throw Error("this is no valid JSON: " + reason, position);
  }

  /// Puts the value where it belongs, and returns the place.
  Json* place(Json value) {
    Json* place = &root;
    if (!open_.empty()) {
      Json& parent = *open_.back();
      auto* array = parent.as<Json::Array>();
      place = array ? &array->emplace_back() : &parent.as<Json::Object>()->back().second;
    }
    *place = std::move(value);
    return place;
  }
  bool put(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    require(open_.size() < kDeepest, "this is JSON nested deeper than ", kDeepest, " levels");
    // It stays where it is while it is open: its parent gets nothing more until then.
    open_.push_back(place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& name_;
  std::vector<Json*> open_;
};

}  // namespace

Json Json::parse(std::string_view text, const std::string& name) {
  Builder builder(text, name);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder.root);
}

const Json* Json::find(std::string_view key) const {
  const Object* object = as<Object>();
  if (!object) return nullptr;
  const auto found = std::find_if(object->rbegin(), object->rend(),
                                  [&](const auto& member) { return member.first == key; });
  return found == object->rend() ? nullptr : &found->second;
}

const char* Json::kind() const {
  constexpr const char* kKinds[] = {"null",     "true or false", "a whole number", "a number",
                                    "a string", "an array",      "an object"};
  return kKinds[value_.index()];
}

const std::string& JsonPlace::string() const {
  if (const auto* value = value_->as<std::string>()) return *value;
  fail("this is ", value_->kind(), ", not a string");
}

bool JsonPlace::boolean() const {
  if (const auto* value = value_->as<bool>()) return *value;
  fail("this is ", value_->kind(), ", not true or false");
}

double JsonPlace::number() const {
  if (const auto* value = value_->as<double>()) return *value;
  if (const auto* value = value_->as<std::int64_t>()) return static_cast<double>(*value);
  fail("this is ", value_->kind(), ", not a number");
}

std::int64_t JsonPlace::integer() const {
  if (const auto* value = value_->as<std::int64_t>()) return *value;
  fail("this is ", value_->kind(), ", not a whole number");
}

const Json::Object& JsonPlace::object() const {
  if (const auto* value = value_->as<Json::Object>()) return *value;
  fail("this is ", value_->kind(), ", not an object");
}

std::vector<JsonPlace> JsonPlace::elements() const {
  const auto* array = value_->as<Json::Array>();
  if (!array) fail("this is ", value_->kind(), ", not an array");
  std::vector<JsonPlace> places;
  places.reserve(array->size());
  for (std::size_t i = 0; i < array->size(); ++i)
    places.emplace_back((*array)[i], atto::text(path_, "[", i, "]"));
  return places;
}

JsonFields::JsonFields(JsonPlace place) : place_(std::move(place)) { place_.object(); }

const Json* JsonFields::take(const std::string& key) {
  read_.push_back(key);
  return place_.value().find(key);
}

JsonPlace JsonFields::required(const std::string& key) {
  const Json* value = take(key);
  if (!value) place_.fail("'", key, "' is missing");
  return {*value, place_.path().empty() ? key : place_.path() + "." + key};
}

bool JsonFields::has(const std::string& key) {
  const Json* value = take(key);
  return value && !value->is_null();
}

bool JsonFields::boolean(const std::string& key, bool fallback) {
  return has(key) ? required(key).boolean() : fallback;
}

std::int64_t JsonFields::integer(const std::string& key, std::int64_t fallback) {
  return has(key) ? required(key).integer() : fallback;
}

std::string JsonFields::string(const std::string& key, const std::string& fallback) {
  return has(key) ? required(key).string() : fallback;
}

void JsonFields::ignore(const std::string& key) { read_.push_back(key); }

void JsonFields::finish() const {
  for (const auto& [key, value] : place_.object())
    if (std::find(read_.begin(), read_.end(), key) == read_.end())
      place_.fail("'", key, "' is not supported", did_you_mean(key, read_));
}

}  // namespace atto
