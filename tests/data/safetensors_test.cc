#include "framework/data/safetensors.h"

#include <cstring>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "tests/data/helpers.h"

namespace atto {
namespace {

using testing::bytes_of;
using testing::report_of;
using testing::same;

// By safetensors_literals.py.
#include "tests/data/safetensors_literals.inc"

using Named = std::vector<std::pair<std::string, Tensor>>;

const std::string kDamage = "; it is cut off or damaged: copy, download or write it again";

/// A tensor of a storage type.
Tensor stored(DType dtype, const std::vector<std::uint16_t>& bits) {
  Tensor tensor(dtype, {static_cast<std::int64_t>(bits.size())});
  std::memcpy(tensor.raw(), bits.data(), tensor.bytes());
  return tensor;
}

/// What kWritten holds.
Named written() {
  return {{"b", Tensor::of<float>({2, 1}, {0.5F, 2})},
          {"a", Tensor::of<std::int64_t>({2}, {1, -2})},
          {"\xc3\xa9\n\"", Tensor::of<bool>({}, {true})},
          {"half", stored(DType::float16, {0x3C00, 0xC100, 0x7BFF})},
          {"brain", stored(DType::bfloat16, {0x3F80, 0xC020})},
          {"none", Tensor(DType::float64, {0, 3})},
          {"h.0.scalar", Tensor::of<float>({}, {7})}};
}
const std::map<std::string, std::string> kMetadata = {{"format", "pt"}, {"who", "a \"name\""}};

std::string length(std::uint64_t count) {
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &count, 8);
  return bytes;
}

/// A file with this header and data.
std::string file(const std::string& header, const std::string& data = {}) {
  return length(header.size()) + header + data;
}

std::string entry(const std::string& name, const std::string& type, const std::string& shape,
                  const std::string& offsets) {
  return '"' + name + R"(":{"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":)" +
         offsets + "}";
}

class Safetensors : public testing::InTemporaryFolder {
 protected:
  /// Of the file x.safetensors with these bytes; all its tensors are read.
  static std::string error_of(const std::string& bytes) {
    write_file("x.safetensors", bytes);
    return report_of([&] {
      const SafetensorsFile opened("x.safetensors");
      for (const StoredTensor& tensor : opened.tensors()) opened.read(tensor);
    });
  }

  /// The tensor "a", alone in a file.
  static Tensor read(const std::string& type, const std::string& shape, const std::string& data,
                     std::size_t blanks = 0) {
    const std::string end = std::to_string(data.size());
    const std::string header = "{" + entry("a", type, shape, "[0," + end + "]") + "}";
    const std::size_t padding = (8 - header.size() % 8) % 8 + blanks;
    write_file("x.safetensors", file(header + std::string(padding, ' '), data));
    const SafetensorsFile opened("x.safetensors");
    return opened.read(*opened.find("a"));
  }
};

TEST_F(Safetensors, ReadsAFile) {
  write_file("x.safetensors", bytes_of(kWritten));
  const SafetensorsFile opened("x.safetensors");
  std::string names;
  for (const StoredTensor& tensor : opened.tensors()) names += tensor.name + "|";
  EXPECT_EQ(names, "a|b|brain|h.0.scalar|half|none|\xc3\xa9\n\"|");
  for (const auto& [name, tensor] : written()) {
    const StoredTensor* found = opened.find(name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->shape, tensor.shape()) << name;
    EXPECT_EQ(found->bytes.size(), tensor.bytes()) << name;
    EXPECT_TRUE(same(opened.read(*found), tensor)) << name;
  }
  EXPECT_EQ(opened.find("brain")->type, "BF16");
  EXPECT_EQ(opened.find("c"), nullptr);
  EXPECT_EQ(opened.find(""), nullptr);
}

TEST_F(Safetensors, WritesTheBytesOfTheReference) {
  write_safetensors("x.safetensors", written(), kMetadata);
  EXPECT_EQ(read_file("x.safetensors"), bytes_of(kWritten));
  write_safetensors("x.safetensors", {});
  EXPECT_EQ(read_file("x.safetensors"), file("{}      "));
  EXPECT_TRUE(SafetensorsFile("x.safetensors").tensors().empty());
  EXPECT_EQ(files(), std::vector<std::string>{"x.safetensors"});
}

TEST_F(Safetensors, EveryTypeThatIsRead) {
  const auto of = [](std::vector<std::int64_t> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    return Tensor::of<std::int64_t>({count}, values);
  };
  const struct {
    const char* type;
    const char* bytes;  // hexadecimal
    Tensor tensor;
  } rows[] = {
      {"F64", "000000000000f03f000000000000f87f",
       Tensor::of<double>({2}, {1, testing::kNan<double>})},
      {"F32", "0000803f000080ff", Tensor::of<float>({2}, {1, -testing::kInf<float>})},
      {"F16", "003c017e", stored(DType::float16, {0x3C00, 0x7E01})},
      {"BF16", "803f0100", stored(DType::bfloat16, {0x3F80, 0x0001})},
      {"BOOL", "0001", Tensor::of<bool>({2}, {false, true})},
      {"I64", "fdffffffffffffff0000000000000080", of({-3, testing::kSmallest})},
      {"I32", "fdffffff00000080", of({-3, -2147483648})},
      {"I16", "fdff0080", of({-3, -32768})},
      {"I8", "fd80", of({-3, -128})},
      {"U32", "fdffffff00000080", of({4294967293, 2147483648})},
      {"U16", "fdff0080", of({65533, 32768})},
      {"U8", "fd80", of({253, 128})},
  };
  for (const auto& row : rows)
    for (const std::size_t blanks : {0, 1, 2, 4})  // an address that may not fit the type
      EXPECT_TRUE(same(read(row.type, "[2]", bytes_of(row.bytes), blanks), row.tensor)) << row.type;
}

TEST_F(Safetensors, EveryPatternOf16Bits) {
  std::vector<std::uint16_t> bits(1 << 16);
  std::iota(bits.begin(), bits.end(), std::uint16_t{0});
  for (const DType dtype : {DType::float16, DType::bfloat16}) {
    const Tensor tensor = stored(dtype, bits);
    write_safetensors("x.safetensors", {{"a", tensor}});
    const SafetensorsFile opened("x.safetensors");
    EXPECT_TRUE(same(opened.read(*opened.find("a")), tensor));
  }
}

TEST_F(Safetensors, TensorsShareTheFileAndKeepItAlive) {
  write_safetensors("x.safetensors", written());
  std::optional<Tensor> kept;
  {
    const SafetensorsFile opened("x.safetensors");
    for (const char* name : {"a", "b", "h.0.scalar", "half", "brain", "\xc3\xa9\n\""}) {
      const StoredTensor& tensor = *opened.find(name);
      EXPECT_EQ(opened.read(tensor).raw(), tensor.bytes.data()) << name;
    }
    kept = opened.read(*opened.find("a"));
  }
  write_safetensors("x.safetensors", {});
  EXPECT_TRUE(same(*kept, Tensor::of<std::int64_t>({2}, {1, -2})));
}

TEST_F(Safetensors, FilesOfOthersMayBePutTogetherDifferently) {
  const std::string header = "{\n \"__metadata__\": null,\n" + entry("b", "U8", "[1]", "[4,5]") +
                             "," + entry("e", "F32", "[3, 0, 2]", "[4,4]") + ",\n" +
                             entry("", "F32", "[1,1]", "[0,4]") + "}\n  ";
  EXPECT_EQ(error_of(file(header, std::string(5, '\0'))), "no error");
  EXPECT_EQ(error_of(file("{}")), "no error");
  EXPECT_EQ(error_of(file("{\"__metadata__\":{}}")), "no error");
  const std::string last = entry("a", "F32", "[0]", "[0,0]");  // no byte of data at all
  EXPECT_EQ(error_of(file("{" + last + "}")), "no error");
}

TEST_F(Safetensors, TypesThatAreNotReadAreListed) {
  const std::string header =
      "{" + entry("a", "F8_E4M3", "[3]", "[0,3]") + "," + entry("b", "X3", "[9]", "[3,7]") + "," +
      entry("c", "U64", "[1]", "[7,15]") + "," + entry("d", "F4", "[2]", "[15,16]") + "}";
  write_file("x.safetensors", file(header, std::string(16, '\0')));
  const SafetensorsFile opened("x.safetensors");
  ASSERT_EQ(opened.tensors().size(), 4U);
  for (const StoredTensor& tensor : opened.tensors())
    EXPECT_EQ(report_of([&] { opened.read(tensor); }),
              "x.safetensors: error: tensor '" + tensor.name + "': the type " + tensor.type +
                  " is not supported (F64, F32, F16, BF16, BOOL, I64 and smaller integers are); "
                  "convert the tensor to one of these in Python and write the file again");
}

TEST_F(Safetensors, AnotherKindOfFile) {
  const std::string pickle =
      "a file of torch.save (a pickle), not a safetensors file; such files are never loaded: write "
      "safetensors with model.save_pretrained(folder, safe_serialization=True)";
  const struct {
    std::string bytes, message;
  } rows[] = {
      {"", "an empty file, not a safetensors file; write or download it again"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:1",
       "a git-LFS pointer, not a safetensors file; fetch the data with 'git lfs pull'"},
      {"\n<!DOCTYPE html><html>",
       "a web page (HTML), not a safetensors file; download the file itself, not the page about "
       "it"},
      {"PK\x03\x04" + std::string(26, '\0') + "archive/data.pkl", pickle},
      {"\x80\x02\x8a\x0a" + bytes_of("6cfc9c46f9206aa85019") + ".\x80\x02M\xe9\x03.", pickle},
      {"\x80\x04\x95 and so on",
       "a Python pickle, not a safetensors file; load it in Python and write the arrays with "
       "np.save; pickles are never loaded"},
      {"PK\x03\x04 and so on",
       "a zip archive, not a safetensors file; if np.savez wrote it, give it a name that ends in "
       ".npz"},
      {"GGUF\x03" + std::string(20, '\0'),
       "a GGUF file of llama.cpp, not a safetensors file; give the safetensors that it was made "
       "from"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(error_of(row.bytes), "x.safetensors: error: this is " + row.message);
  EXPECT_EQ(report_of([] { SafetensorsFile("none.safetensors"); }),
            "none.safetensors: error: the file cannot be opened: No such file or directory");
}

// The length of its header, 640, is how a pickle begins.
TEST_F(Safetensors, ADamagedFileIsNoPickle) {
  const std::string header = "{\"a\":1," + std::string(640 - 8, ' ') + "}";
  EXPECT_NE(error_of(file(header)).find("this is no valid JSON"), std::string::npos);
}

TEST_F(Safetensors, DamagedLengthOrHeader) {
  const struct {
    std::string bytes, message;
  } rows[] = {
      {"abc", "the first 8 bytes are the length of the header, but there are only 3"},
      {"a text of somebody's",
       "the header has 8007528197911748705 bytes by the file's first 8 bytes, more than the 12 "
       "behind them"},
      {length(std::uint64_t{1} << 63) + "{}",
       "the header has 9223372036854775808 bytes by the file's first 8 bytes, more than the 2 "
       "behind them"},
      {length(~std::uint64_t{0}) + "{}",
       "the header has 18446744073709551615 bytes by the file's first 8 bytes, more than the 2 "
       "behind them"},
      {length(3) + "{}",
       "the header has 3 bytes by the file's first 8 bytes, more than the 2 behind them"},
      {length(0),
       "the header, line 1, column 1: this is no valid JSON: unexpected end of input; expected "
       "'[', '{', or a literal"},
      {file("{\"a\":}"),
       "the header, line 1, column 6: this is no valid JSON: unexpected '}'; "
       "expected '[', '{', or a literal"},
      {file("{}\n{"),
       "the header, line 2, column 1: this is no valid JSON: unexpected '{'; "
       "expected end of input"},
      {file("{\"\xff\":{}}"),
       "the header, line 1, column 3: this is no valid JSON: invalid "
       "string: ill-formed UTF-8 byte"},
      {file(std::string(2000, '[')), "this is JSON nested deeper than 1000 levels"},
      {file("[]"), "the header: this is an array, not an object"},
      {file("12"), "the header: this is a whole number, not an object"},
      {file("{\"__metadata__\":[]}"), "__metadata__: this is an array, not an object"},
      {file("{\"__metadata__\":{\"a\":1}}"),
       "__metadata__.a: this is a whole number, not a string"},
      {file("{\"__metadata__\":{},\"__metadata__\":{}}"),
       "__metadata__ stands twice in the header"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(error_of(row.bytes), "x.safetensors: error: " + row.message + kDamage);
}

TEST_F(Safetensors, HeaderLongerThanTheReferenceReads) {
  write_file("x.safetensors", length(100000001));
  std::filesystem::resize_file("x.safetensors", 100000100);  // it takes no room on the disk
  EXPECT_EQ(report_of([] { SafetensorsFile("x.safetensors"); }),
            "x.safetensors: error: the header has 100000001 bytes by the file's first 8 bytes, "
            "more than the 100000000 that are read" +
                kDamage);
}

TEST_F(Safetensors, DamagedEntries) {
  const auto one = [](const std::string& rest) { return "{\"a\":" + rest + "}"; };
  const auto a = [](const std::string& type, const std::string& shape, const std::string& offsets) {
    return "{" + entry("a", type, shape, offsets) + "}";
  };
  const std::string ab =
      "{" + entry("b", "U8", "[4]", "[4,8]") + "," + entry("a", "U8", "[4]", "[0,4]");
  std::string axes = "[1";
  for (int i = 0; i < 64; ++i) axes += ",1";
  const std::string number = "this is no whole number from 0 to 2**63 - 1";
  const struct {
    std::string header, message;
  } rows[] = {
      {one("3"), "tensor 'a': this is a whole number, not an object"},
      {one("{}"), "tensor 'a': 'dtype' is missing"},
      {one(R"({"dtype":"F32"})"), "tensor 'a': 'shape' is missing"},
      {one(R"({"dtype":"F32","shape":[2]})"), "tensor 'a': 'data_offsets' is missing"},
      {one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8],"stride":[1]})"),
       "tensor 'a': 'stride' is not supported"},
      {one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8],"dtype":"F32"})"),
       "tensor 'a': a key stands twice"},
      {one(R"({"dtype":4,"shape":[2],"data_offsets":[0,8]})"),
       "tensor 'a'.dtype: this is a whole number, not a string"},
      {a("F32", "2", "[0,8]"), "tensor 'a'.shape: this is a whole number, not an array"},
      {a("F32", "[-2]", "[0,8]"), "tensor 'a'.shape[0]: " + number},
      {a("F32", "[2.0]", "[0,8]"), "tensor 'a'.shape[0]: " + number},
      {a("F32", "[1,\"2\"]", "[0,8]"), "tensor 'a'.shape[1]: " + number},
      {a("F32", "[9223372036854775808]", "[0,8]"), "tensor 'a'.shape[0]: " + number},
      {a("F32", axes + "]", "[0,8]"),
       "tensor 'a'.shape: there are 65 axes, more than the 64 that are read"},
      {a("F32", "[2]", "8"), "tensor 'a'.data_offsets: this is a whole number, not an array"},
      {a("F32", "[2]", "[8]"), "tensor 'a'.data_offsets: these are 1 numbers, not begin and end"},
      {a("F32", "[2]", "[0,4,8]"),
       "tensor 'a'.data_offsets: these are 3 numbers, not begin and end"},
      {a("F32", "[2]", "[-8,0]"), "tensor 'a'.data_offsets[0]: " + number},
      {a("F32", "[2]", "[0,8.5]"), "tensor 'a'.data_offsets[1]: " + number},
      {a("F32", "[2]", "[0,18446744073709551615]"), "tensor 'a'.data_offsets[1]: " + number},
      {a("F32", "[2]", "[8,0]"), "tensor 'a'.data_offsets: the end, 0, is before the begin, 8"},
      {a("F32", "[2]", "[1,9]"),
       "tensor 'a'.data_offsets: the end is 9, but only 8 bytes follow the header"},
      {a("F32", "[2]", "[0,9223372036854775807]"),
       "tensor 'a'.data_offsets: the end is 9223372036854775807, but only 8 bytes follow the "
       "header"},
      {a("F32", "[3]", "[0,8]"),
       "tensor 'a': F32 [3] takes 96 bits, but data_offsets are 8 bytes apart"},
      {a("F64", "[]", "[0,4]"),
       "tensor 'a': F64 [] takes 64 bits, but data_offsets are 4 bytes apart"},
      {a("F4", "[3]", "[0,8]"),
       "tensor 'a': F4 [3] takes 12 bits, but data_offsets are 8 bytes apart"},
      {a("F32", "[4294967296,4294967296]", "[0,8]"),
       "tensor 'a': the size 4294967296 * 4294967296 overflows 64 bits"},
      {a("F32", "[0,4294967296,4294967296]", "[0,0]"),
       "tensor 'a': the size 4294967296 * 4294967296 overflows 64 bits"},
      {a("F32", "[4611686018427387904]", "[0,8]"),
       "tensor 'a': the size 4611686018427387904 * 32 overflows 64 bits"},
      {a("F32", "[1]", "[0,4]"), "the last 4 bytes belong to no tensor"},
      {"{}", "the last 8 bytes belong to no tensor"},
      {a("F32", "[1]", "[4,8]"),
       "the bytes from 0 to 4 of the data, before tensor 'a', belong to no tensor"},
      {"{" + entry("a", "U8", "[3]", "[0,3]") + "," + entry("b", "U8", "[4]", "[4,8]") + "}",
       "the bytes from 3 to 4 of the data, before tensor 'b', belong to no tensor"},
      {"{" + entry("b", "U8", "[4]", "[4,8]") + "," + entry("a", "U8", "[5]", "[0,5]") + "}",
       "tensor 'b' begins at byte 4 of the data, inside tensor 'a', which ends at 5"},
      {"{" + entry("a", "U8", "[8]", "[0,8]") + "," + entry("b", "U8", "[8]", "[0,8]") + "}",
       "tensor 'b' begins at byte 0 of the data, inside tensor 'a', which ends at 8"},
      {"{" + entry("a", "U8", "[8]", "[0,8]") + "," + entry("b", "U8", "[0]", "[4,4]") + "}",
       "tensor 'b' begins at byte 4 of the data, inside tensor 'a', which ends at 8"},
      {"{" + entry("a", "U8", "[4]", "[4,8]") + "," + entry("a", "U8", "[4]", "[0,4]") + "}",
       "two tensors have the name 'a'"},
      {"{" + entry("\\u001b[2J", "U8", "3", "[0,8]") + "}",
       "tensor '\\x1b[2J'.shape: this is a whole number, not an array"},
      {one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8],"\u001b":1})"),
       "tensor 'a': '\\x1b' is not supported"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(error_of(file(row.header, std::string(8, '\0'))),
              "x.safetensors: error: " + row.message + kDamage)
        << row.header;
}

TEST_F(Safetensors, NoTruthValue) {
  EXPECT_EQ(
      error_of(file("{" + entry("a", "BOOL", "[3]", "[0,3]") + "}", bytes_of("000102"))),
      "x.safetensors: error: tensor 'a': element 2 is neither 0 (false) nor 1 (true)" + kDamage);
}

TEST_F(Safetensors, CutOff) {
  const std::string bytes = bytes_of(kWritten);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(error_of(bytes.substr(0, size)), "no error") << size;
  EXPECT_EQ(error_of(bytes.substr(0, bytes.size() - 1)),
            "x.safetensors: error: tensor '\xc3\xa9\\x0a\"'.data_offsets: the end is 39, but only "
            "38 bytes follow the header" +
                kDamage);
}

TEST_F(Safetensors, WhatCannotBeWritten) {
  const Tensor tensor = Tensor::of<float>({}, {1}), other = Tensor::of<bool>({}, {true});
  const struct {
    Named tensors;
    std::map<std::string, std::string> metadata;
    std::string message;
  } rows[] = {
      {{{"a", tensor}, {"b", tensor}, {"a", other}}, {}, "two tensors have the name 'a'"},
      {{{"__metadata__", tensor}}, {}, "no tensor can have the name __metadata__"},
      {{{"a\xff", tensor}}, {}, "the name or text 'a\xff' is not UTF-8"},
      {{{"a", tensor}}, {{"key", "\xc3"}}, "the name or text '\xc3' is not UTF-8"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(report_of([&] { write_safetensors("x.safetensors", row.tensors, row.metadata); }),
              "x.safetensors: error: " + row.message);
  EXPECT_EQ(files(), std::vector<std::string>());
  EXPECT_EQ(report_of([&] { write_safetensors("none/x.safetensors", {}); }),
            "none/x.safetensors: error: the folder 'none' does not exist; create it first");
}

}  // namespace
}  // namespace atto
