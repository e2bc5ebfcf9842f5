#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "framework/core/error.h"

namespace atto {

/// A JSON value (RFC 8259) as it was read.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;  // in the order of the text

  /// Error with line and column for text that is no JSON, or is nested deeper than 1000 levels.
  static Json parse(std::string_view text, const std::string& name);

  Json() = default;
  template <class T>
  explicit Json(T value) : value_(std::move(value)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  /// Null when it is something else.
  template <class T>
  const T* as() const {
    return std::get_if<T>(&value_);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&value_);
  }
  /// The value of an object's key, the last one if there are several as in other readers; null when
  /// there is none, or this is no object.
  const Json* find(std::string_view key) const;
  /// `a number`, `an object`: for messages.
  const char* kind() const;

 private:
  // A number without a fraction or exponent that fits is an int64_t.
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

/// A value and the way to it, for messages: `normalizer.normalizers[1].pattern`.
class JsonPlace {
 public:
  JsonPlace(const Json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  const Json& value() const { return *value_; }
  const std::string& path() const { return path_; }
  bool is_null() const { return value_->is_null(); }

  // What the value is; Error when it is something else. A number() may be written as a whole one.
  const std::string& string() const;
  bool boolean() const;
  double number() const;
  std::int64_t integer() const;
  const Json::Object& object() const;
  /// Each element of an array.
  std::vector<JsonPlace> elements() const;

  /// Error about this place.
  template <class... Part>
  [[noreturn]] void fail(const Part&... parts) const {
    throw Error(text(path_.empty() ? "" : path_ + ": ", parts...));
  }

 private:
  const Json* value_;
  std::string path_;
};

/// Reads the keys of an object; finish() then says which of them nothing has read.
class JsonFields {
 public:
  /// Error when it is no object.
  explicit JsonFields(JsonPlace place);

  const JsonPlace& place() const { return place_; }
  /// Error when there is no such key.
  JsonPlace required(const std::string& key);
  /// Whether the key is there and not null.
  bool has(const std::string& key);
  /// A value that may be missing or null.
  bool boolean(const std::string& key, bool fallback);
  std::int64_t integer(const std::string& key, std::int64_t fallback);
  std::string string(const std::string& key, const std::string& fallback);
  /// Takes a key for read that has no meaning here.
  void ignore(const std::string& key);
  /// Error when there is a key that was not read: what is not understood is not passed over.
  void finish() const;

 private:
  const Json* take(const std::string& key);

  JsonPlace place_;
  std::vector<std::string> read_;
};

}  // namespace atto
