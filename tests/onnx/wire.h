#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "framework/core/error.h"

namespace atto::onnx {

/// Cuts a message in protobuf's wire format into its fields. Error where the bytes end too early or
/// are no such message.
class Wire {
 public:
  explicit Wire(std::string_view bytes) : rest_(bytes) {}

  /// Goes to the next field; false behind the last.
  bool next() {
    if (rest_.empty()) return false;
    const std::uint64_t key = take_varint();
    number_ = key >> 3;
    type_ = static_cast<int>(key & 7);
    switch (type_) {
      case kVarint: varint_ = take_varint(); return true;
      case kFixed64: payload_ = take(8); return true;
      case kBytes: payload_ = take(take_varint()); return true;
      case kFixed32: payload_ = take(4); return true;
      default: throw Error(text("field ", number_, " has the unknown wire type ", type_));
    }
  }

  std::uint64_t number() const { return number_; }
  std::int64_t integer() const {
    expect(kVarint);
    return static_cast<std::int64_t>(varint_);
  }
  float real() const {
    expect(kFixed32);
    return read<float>(payload_);
  }
  /// A text, the bytes of a message, or packed numbers.
  std::string_view bytes() const {
    expect(kBytes);
    return payload_;
  }

  /// Adds the values of a repeated field, which come one by one or packed.
  void integers(std::vector<std::int64_t>& values) const {
    if (type_ == kVarint) return values.push_back(integer());
    for (Wire packed(bytes()); !packed.rest_.empty();)
      values.push_back(static_cast<std::int64_t>(packed.take_varint()));
  }
  template <class T>
  void reals(std::vector<T>& values) const {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    std::string_view packed = payload_;
    if (type_ != (sizeof(T) == 4 ? kFixed32 : kFixed64)) packed = bytes();
    require(packed.size() % sizeof(T) == 0, "field ", number_, " holds part of a number");
    for (; !packed.empty(); packed.remove_prefix(sizeof(T))) values.push_back(read<T>(packed));
  }

 private:
  enum Type { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  std::string_view take(std::uint64_t count) {
    require(count <= rest_.size(), "a field of ", count, " bytes, but only ", rest_.size(),
            " are left");
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::uint64_t take_varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    throw Error("a number of more than 10 bytes");
  }
  template <class T>
  static T read(std::string_view bytes) {
    static_assert(std::endian::native == std::endian::little);
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  void expect(Type type) const {
    require(type_ == type, "field ", number_, " has wire type ", type_, ", not ", int{type});
  }

  std::string_view rest_;
  std::string_view payload_;
  std::uint64_t number_ = 0;
  std::uint64_t varint_ = 0;
  int type_ = kVarint;
};

}  // namespace atto::onnx
